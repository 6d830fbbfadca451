import { type ImportKind, importColumns } from '@hc/contract/desk/imports'
import { defaultLocale, locales } from '@hc/contract/locales'
import { csvRows } from '@hc/domain/csv-cell'
import type { Query, Row } from '../../platform/db.ts'
import { campaignColumns, drafted } from '../campaigns/kinds/kinds.ts'

type Kind = Exclude<ImportKind, 'codes'>
type Cells = Record<string, unknown>
type Texts = Record<string, { name: string; desc?: string }>

/** Moments as a file has them: UTC, in whole seconds where they are whole. */
const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

async function rowsOf(q: Query, kind: Kind): Promise<Cells[]> {
  if (kind === 'campaigns') {
    const none = Object.fromEntries([...campaignColumns].map((column) => [column, null]))
    const rows: Cells[] = []
    for (const [name, { table, file }] of Object.entries(drafted).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const selects = Object.entries(file.columns).map(([column, { select }]) => `${select} as ${column}`)
      const match = await q<Row & { texts: Texts }>({
        text: `select c.campaign_id as id, c.texts, ${iso('c.starts_at')} as starts_at, ${iso('c.ends_at')} as ends_at,
            ${selects.join(', ')} from ${table} c order by id`,
      })
      rows.push(...match.map(({ texts, ...row }) => ({ kind: name, ...none, ...row, ...english(texts) })))
    }
    return rows
  }
  const products = await q<Row & { id: string; texts: Texts }>({
    text: `select cp_goods_id as id, kind, price_cents, bonus_pct, quantity, icon, tag, sort, active, featured, texts
      from product order by kind, sort, cp_goods_id`,
  })
  if (kind === 'products') return products.map(({ texts, ...row }) => ({ ...row, ...english(texts) }))
  return products.flatMap(({ id, texts }) =>
    locales.flatMap((locale) => {
      const text = texts[locale]
      return text ? [{ id, locale, name: text.name, desc: text.desc ?? '' }] : []
    }),
  )
}
const english = (texts: Texts): Cells => {
  const { name = '', desc = '' } = texts[defaultLocale] ?? {}
  return { name, desc }
}

const packers: Readonly<Record<string, (value: never) => string>> = Object.fromEntries(
  Object.values(drafted).flatMap(({ file }) =>
    Object.entries(file.columns).flatMap(([column, { packed }]) => (packed ? [[column, packed]] : [])),
  ),
)

/** A list as one cell. */
const packed = (column: string, value: unknown): unknown =>
  Array.isArray(value) ? (packers[column]?.(value as never) ?? value.join('; ')) : value

/** Rows as CSV with the columns' names first. */
export const toCsv = (columns: readonly string[], rows: readonly Cells[]): string =>
  csvRows([
    columns,
    ...rows.map((row) =>
      columns.map((column) => {
        const value = packed(column, row[column])
        if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
        return value === null || value === undefined ? null : JSON.stringify(value)
      }),
    ),
  ])

/** All rows of a kind, in the format of an import. */
export async function exported(q: Query, kind: Kind, form: 'csv' | 'jsonl') {
  const columns: readonly string[] = importColumns[kind]
  const rows = await rowsOf(q, kind)
  const plain = rows.map((row) =>
    Object.fromEntries(columns.flatMap((column) => (row[column] === undefined ? [] : [[column, row[column]]]))),
  )
  return form === 'csv'
    ? { name: `${kind}.csv`, type: 'text/csv', text: toCsv(columns, rows), rows: rows.length }
    : {
        name: `${kind}.jsonl`,
        type: 'application/jsonl',
        text: plain.map((row) => `${JSON.stringify(row)}\n`).join(''),
        rows: rows.length,
      }
}
