import { ItemPicture, Person } from '../picture.tsx'
import type { DeskTexts } from '../use-action.ts'
import type { Column } from './column.tsx'

/** What a row says of its order. A reader without the right to players gets none. */
type OfOrder = {
  icon?: string | undefined
  goods?: string | undefined
  uid?: string | undefined
  role_name?: string | undefined
}

/** The item of a row's order, with its picture. `other`: what stands there for a row without an order. */
export const itemColumn = <Row extends OfOrder>(t: DeskTexts, other?: (row: Row) => string): Column<Row> => {
  const name = (row: Row): string => row.goods || (other?.(row) ?? '')
  return {
    key: 'goods',
    label: t('row.item'),
    cell: (row) => (
      <span className="pictured">
        <ItemPicture icon={row.icon ?? ''} />
        <span className="one-line">{name(row)}</span>
      </span>
    ),
    text: name,
    phone: 'title',
  }
}

/** The player of a row's order: the character's name, or else the player's number. */
export const playerColumn = <Row extends OfOrder>(t: DeskTexts): Column<Row> => {
  const name = ({ role_name: role = '', uid = '' }: Row): string => role || uid
  return {
    key: 'role',
    label: t('row.player'),
    cell: (row) => name(row) !== '' && <Person name={name(row)} />,
    text: name,
    phone: 'under',
  }
}
