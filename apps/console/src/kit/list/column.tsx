import type { ReactNode } from 'react'
import { major, utc } from '../csv.ts'
import { money } from '../facts.tsx'
import { Moment } from '../moment.tsx'
import type { DeskTexts } from '../use-action.ts'
import { CopyNumber, LongNumber } from './long-number.tsx'

/** Where a phone shows a cell in the two lines of a row. Without it the phone leaves the cell out. */
export type PhonePlace = 'title' | 'badge' | 'end' | 'under' | 'age'

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** A control behind the cell, outside the row's link. */
  beside?: (row: Row) => ReactNode
  /** A small line below the first column, outside its link. */
  under?: (row: Row) => ReactNode
  /** The cell in a file; without it the column is not in the file. */
  text?: (row: Row) => string | number | null
  numeric?: boolean
  /** Hidden by default. */
  extra?: boolean
  /** Only in the exported file; on the page another column shows it. */
  fileOnly?: boolean
  /** In the exported file, though it is hidden. */
  inFile?: boolean
  phone?: PhonePlace
}
type More = Pick<Column<unknown>, 'extra' | 'fileOnly' | 'inFile' | 'phone'>
type Key<Row, Type> = { [K in keyof Row]: Row[K] extends Type ? K : never }[keyof Row] & string

/** Columns of rows of one kind: `const c = columnsOf<Row>(t)`. Each has the field's name as its key in files. */
export const columnsOf = <Row,>(t: DeskTexts) => ({
  /** A word or a number as it is. */
  text: (key: Key<Row, string | number | null>, label: string, more: More = {}): Column<Row> => ({
    key,
    label,
    cell: (row) => row[key] as string | number | null,
    text: (row) => row[key] as string | number | null,
    ...more,
  }),
  /** A count. */
  number: (key: Key<Row, number | null>, label: string, more: More = {}): Column<Row> => ({
    key,
    label,
    cell: (row) => row[key] as number | null,
    text: (row) => row[key] as number | null,
    numeric: true,
    ...more,
  }),
  /** A code in the words of the desk; the file has the word, or with `code` the code. */
  word: <K extends Key<Row, string>>(
    key: K,
    label: string,
    word: (code: Row[K]) => string,
    more: More & { code?: boolean } = {},
  ): Column<Row> => {
    const { code = false, ...rest } = more
    return {
      key,
      label,
      cell: (row) => word(row[key]),
      text: (row) => (code ? (row[key] as string) : word(row[key])),
      ...rest,
    }
  },
  /** A moment in seconds. */
  when: (key: Key<Row, number | null>, label: string, more: More = {}): Column<Row> => ({
    key,
    label,
    cell: (row) => row[key] !== null && <Moment at={row[key] as number} />,
    text: (row) => utc(row[key] as number | null),
    ...more,
  }),
  /** An amount in minor units; `currency` is the field of its currency, US dollars without it. */
  money: (
    key: Key<Row, number>,
    label: string,
    currency?: Key<Row, string>,
    { hideZero = false, ...more }: More & { hideZero?: boolean } = {},
  ): Column<Row> => {
    const of = (row: Row): string => (currency ? (row[currency] as string) : 'USD') || 'USD'
    return {
      key,
      label,
      cell: (row) => !(hideZero && row[key] === 0) && money(row[key] as number, of(row)),
      text: (row) => major(row[key] as number, of(row)),
      numeric: true,
      ...more,
    }
  },
  /** The currency of amounts, for files: on the page the amounts show it. */
  currency: (key: Key<Row, string>): Column<Row> => ({
    key: 'currency',
    label: t('reports.tax.currency'),
    cell: (row) => row[key] as string,
    text: (row) => row[key] as string,
    fileOnly: true,
  }),
  /** A long number: its last signs and a button that copies it; the file has it whole. */
  long: (key: Key<Row, string>, label: string, more: More = {}): Column<Row> => ({
    key,
    label,
    cell: (row) => <LongNumber number={row[key] as string} />,
    beside: (row) => <CopyNumber number={row[key] as string} />,
    text: (row) => row[key] as string,
    ...more,
  }),
})
