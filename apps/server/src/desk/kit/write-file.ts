import { type ImportKind, importColumns } from '@hc/contract/desk/imports'
import { defaultLocale, locales } from '@hc/contract/locales'
import { csvRows } from '@hc/domain/csv-cell'
import type { Query, Row } from '../../platform/db.ts'

type Kind = Exclude<ImportKind, 'codes'>
type Cells = Record<string, unknown>
type Texts = Record<string, { name: string; desc?: string }>

/** Moments as a file has them: UTC, in whole seconds where they are whole. */
const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

async function rowsOf(q: Query, kind: Kind): Promise<Cells[]> {
  if (kind === 'campaigns')
    return (
      await q<Row & { texts: Texts }>({
        text: `select 'redeem' as kind, campaign_id as id, texts, ${iso('starts_at')} as starts_at,
            ${iso('ends_at')} as ends_at, items, basic_points, present_points, per_role, per_account, total,
            null::text[] as counts, null::jsonb as tiers from redeem_campaign
          union all
          select 'rebate', campaign_id, texts, ${iso('starts_at')}, ${iso('ends_at')}, null, null, null, null, null,
            null, counts, desk.tiers_of(campaign_id) from rebate_campaign order by kind, id`,
      })
    ).map(({ texts, ...row }) => ({ ...row, ...english(texts) }))
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

type Item = { cp_goods_id: string; quantity: number; bonus?: number }
type Tier = { threshold_cents: number; rate_pct: number; gift_goods_id: string | null; gift_quantity: number }

/** A list as one cell. */
function packed(column: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  if (column === 'items')
    return (value as Item[]).map((one) => [one.cp_goods_id, one.quantity, one.bonus ?? 0].join(':')).join('; ')
  if (column === 'tiers')
    return (value as Tier[])
      .map(({ threshold_cents: cents, rate_pct: rate, gift_goods_id: gift, gift_quantity: n }) =>
        [cents, rate, ...(gift === null ? [] : [gift, n])].join(':'),
      )
      .join('; ')
  return value.join('; ')
}

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
