import { AppError } from '@hc/contract/errors'
import type { DeskResult } from '@hc/contract/desk/calls'
import { BYTE_ORDER_MARK, csvRows } from '@hc/domain/csv-cell'
import { digitsOf, toMajor } from '@hc/domain/money/currency-digits'
import type { Query } from '../../platform/db.ts'
import { DATEV_DIGITS, datev } from './datev.ts'
import { numbersOf } from './datev-numbers.ts'

type Form = 'csv' | 'jsonl' | 'beancount' | 'datev'
export type Line = {
  journal_id: number
  day: string
  at: string
  reason: string
  source: string
  order_no: string
  channel: string
  account: string
  unit: string
  amount: number
}
type Span = { from: number; to: number }
/** The first and the last day of a file, in the zone of its days. */
export type Days = { first: string; last: string }

/** The day of a moment (seconds since 1970) in a zone, as 2026-11-05. */
const dayIn = (zone: string, seconds: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(seconds * 1000)

/** Entries in the order of their journals. Days are days of the books' zone. */
const linesOf = (q: Query, { from, to }: Span, zone: string): Promise<Line[]> =>
  q<Line>(
    {
      text: `select j.journal_id, to_char(j.created_at at time zone $3, 'YYYY-MM-DD') as day,
          to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, j.reason,
          j.source_id as source, coalesce(j.order_no, '') as order_no,
          coalesce(o.channel_code, j.channel_code, '')
            as channel,
          case l.kind when 'system' then l.name else l.kind end as account, e.unit, e.amount
        from ledger_journal j join ledger_entry e using (journal_id) join ledger_account l using (ledger_account_id)
        left join orders o on o.order_no = j.order_no
       where j.created_at >= to_timestamp($1) and j.created_at < to_timestamp($2)
       order by j.journal_id, e.ledger_account_id`,
    },
    [from, to, zone],
  )

const columns = ['journal_id', 'at', 'reason', 'source', 'order_no', 'channel', 'account', 'unit', 'amount'] as const
const csv = (lines: readonly Line[]): string =>
  BYTE_ORDER_MARK + csvRows([columns, ...lines.map((line) => columns.map((name) => line[name]))])

/** In Beancount, as here, assets are positive; income, liabilities and issued points are negative. */
const KIND: Record<string, string> = {
  gateway: 'Assets:Gateway',
  bank: 'Assets:Bank',
  fees: 'Expenses:Fees',
  differences: 'Expenses:Differences',
  sales: 'Income:Sales',
  tax: 'Liabilities:Tax',
  suspense: 'Liabilities:Suspense',
  settled_elsewhere: 'Liabilities:SettledElsewhere',
  issued: 'Equity:Issued',
  spent: 'Equity:Spent',
  adjusted: 'Equity:Adjusted',
  wallet: 'Liabilities:Wallet',
  debt: 'Liabilities:Debt',
}
const account = (name: string): string => KIND[name] ?? `Equity:${name.replaceAll(/[^A-Za-z0-9]/g, '')}`
const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const isPoints = (unit: string): boolean => unit === 'HCB' || unit === 'HCP'
/** Points are whole; money has the decimals of its currency. */
const inUnits = ({ unit, amount }: Pick<Line, 'unit' | 'amount'>): string =>
  isPoints(unit) ? String(amount) : toMajor(amount, unit).toFixed(digitsOf(unit))

/** Beancount: one transaction per journal, with points as separate commodities. */
function beancount(lines: readonly Line[], days: Days): string {
  const first = lines[0]?.day ?? days.first
  const used = [...new Set(lines.map(({ account: name }) => account(name)))].sort()
  const units = [...new Set(lines.map(({ unit }) => unit))].filter((unit) => !isPoints(unit)).sort()
  const currencies = (units.length === 0 ? ['USD'] : units).map((unit) => `option "operating_currency" "${unit}"`)
  const out = [...currencies, '', ...used.map((name) => `${first} open ${name}`)]
  let now = 0
  for (const line of lines) {
    if (line.journal_id !== now) {
      now = line.journal_id
      out.push('', `${line.day} * ${quoted(line.reason)} ${quoted(line.source)}`, `  journal: "${line.journal_id}"`)
      if (line.order_no) out.push(`  order: ${quoted(line.order_no)}`)
    }
    out.push(`  ${account(line.account)}  ${inUnits(line)} ${line.unit}`)
  }
  return `${out.join('\n')}\n`
}

/**
 * Journals of a span as a file.
 *
 * @throws AppError InvalidParams: DATEV cannot express amounts of the currency; PeriodRefused: more than a file of
 * DATEV has
 */
export async function exported(
  q: Query,
  form: Form,
  within: Span,
  { zone, currency }: { zone: string; currency: string },
): Promise<DeskResult<'ledger/export'>> {
  const lines = await linesOf(q, within, zone)
  const days = { first: dayIn(zone, within.from), last: dayIn(zone, within.to - 1) }
  const name = `journals-${days.first}`
  const file = (ending: string, type: string, body: Buffer): DeskResult<'ledger/export'> => ({
    name: `${name}.${ending}`,
    type,
    base64: body.toString('base64'),
    rows: lines.length,
  })
  if (form === 'csv') return file('csv', 'text/csv', Buffer.from(csv(lines)))
  if (form === 'jsonl')
    return file('jsonl', 'application/jsonl', Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  if (form === 'beancount') return file('beancount', 'text/plain', Buffer.from(beancount(lines, days)))
  if (digitsOf(currency) > DATEV_DIGITS)
    throw new AppError('InvalidParams', { issues: [{ path: 'currency', message: 'has more decimals than DATEV' }] })
  const { body, rows } = datev(lines, days, currency, (await numbersOf(q)).numbers)
  const day = `${name.slice(9)}${currency === 'USD' ? '' : `-${currency}`}`
  return { ...file('csv', 'text/csv', body), name: `EXTF_Buchungsstapel-${day}.csv`, rows }
}
