import { type KeyboardEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Column } from './column.tsx'

/** The chosen rows of a list. */
export type Choice<Id> = { ids: readonly Id[]; set: (ids: readonly Id[]) => void; most: number }

type Props<Row, Id> = {
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  id: (row: Row) => Id
  href: ((row: Row) => string) | undefined
  choice: Choice<Id> | undefined
}

const cellClass = ({ numeric = false, phone }: { numeric?: boolean; phone?: string }): string | undefined =>
  [numeric && 'num', phone && `on-phone phone-${phone}`].filter(Boolean).join(' ') || undefined

/** The rows: the first column's link covers its row, and other controls lie above it. */
export function Table<Row, Id extends string | number>({ caption, rows, columns, id, href, choice }: Props<Row, Id>) {
  const t = useTranslations('desk')
  const table = useRef<HTMLTableElement>(null)
  const toggle = (rowId: Id, on: boolean): void => {
    if (!choice) return
    choice.set(on ? [...choice.ids, rowId].slice(0, choice.most) : choice.ids.filter((other) => other !== rowId))
  }
  const press = (event: KeyboardEvent): void => {
    const row = event.target instanceof HTMLElement ? event.target.closest('tr') : null
    if (event.ctrlKey || event.metaKey || event.altKey || !row) return
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return
    if (event.key === 'x') row.querySelector<HTMLInputElement>('.choose input')?.click()
    if (event.key === 'e') row.querySelector<HTMLElement>('[data-row]')?.click()
    if (event.key === '.') row.querySelector<HTMLElement>('td button')?.focus()
    const by = { j: 1, k: -1 }[event.key]
    if (by === undefined) return
    const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody [data-row]') ?? [])]
    const now = links.findIndex((link) => row.contains(link))
    event.preventDefault()
    links[Math.min(links.length - 1, Math.max(0, now + by))]?.focus()
  }
  const hasPhone = columns.some(({ phone }) => phone)
  return (
    <div className="list-scroll">
      {/* The keys are only an alternative: each row's link can be focused and pressed without them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table ref={table} className={hasPhone ? 'list list-two' : 'list'} onKeyDown={press}>
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {choice && (
              <th scope="col" className="choose">
                <ChooseAll rows={rows.map(id)} choice={choice} />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cellClass(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={choice && choice.ids.length > 0 ? 'choosing' : undefined}>
          {rows.map((row) => {
            const rowId = id(row)
            return (
              <tr key={rowId} className={href ? 'row-link' : undefined}>
                {choice && (
                  <td className="choose" data-label={t('kit.choose')}>
                    <input
                      type="checkbox"
                      aria-label={t('kit.chooseRow', { row: String(rowId) })}
                      checked={choice.ids.includes(rowId)}
                      onChange={(event) => toggle(rowId, event.target.checked)}
                    />
                  </td>
                )}
                {columns.map((column, at) => (
                  <Cell key={column.key} row={row} column={column} isFirst={at === 0} href={href} />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type CellProps<Row> = {
  row: Row
  column: Column<Row>
  isFirst: boolean
  href: ((row: Row) => string) | undefined
}

function Cell<Row>({ row, column, isFirst, href }: CellProps<Row>) {
  const { label, cell, beside, under } = column
  const className = cellClass(column)
  if (!isFirst)
    return (
      <td data-label={label} className={className}>
        {cell(row)}
        {beside?.(row)}
      </td>
    )
  return (
    <th scope="row" data-label={label} className={className}>
      {href ? (
        <Link className="row-name" href={href(row)} data-row="">
          {cell(row)}
        </Link>
      ) : (
        cell(row)
      )}
      {beside?.(row)}
      {under && <span className="soft">{under(row)}</span>}
    </th>
  )
}

/** Chooses all rows of the page, up to the maximum, or none. */
function ChooseAll<Id>({ rows, choice: { ids, set, most } }: { rows: readonly Id[]; choice: Choice<Id> }) {
  const t = useTranslations('desk')
  const here = rows.filter((rowId) => ids.includes(rowId))
  const all = here.length > 0 && (here.length === rows.length || ids.length >= most)
  return (
    <input
      type="checkbox"
      aria-label={t('kit.chooseAll')}
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = here.length > 0 && !all
      }}
      onChange={() => {
        const others = ids.filter((rowId) => !rows.includes(rowId))
        set(all ? others : [...new Set([...ids, ...rows])].slice(0, most))
      }}
    />
  )
}
