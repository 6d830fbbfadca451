import { datevAccounts, type DatevNumbers } from '@hc/contract/desk/datev'
import { AppError } from '@hc/contract/errors'
import { toMajor } from '@hc/domain/money/currency-digits'
import type { Days, Line } from './exports.ts'

/** The number of an account of the ledger in the tax adviser's chart. */
const numberOf = (numbers: DatevNumbers, account: string): string =>
  numbers[datevAccounts.find((candidate) => candidate === account) ?? 'other']

/** DATEV's own limit of a file. */
export const MOST_LINES = 99_999

type Booking = { day: string; debit: string; credit: string; channel: string; cents: number; reason: string }

/** The entries of a journal as pairs of accounts: debit here, credit there. */
function pairsOf(lines: readonly Line[], numbers: DatevNumbers): Booking[] {
  const added = lines.filter(({ amount }) => amount > 0).map((line) => ({ line, left: line.amount }))
  const negative = lines.filter(({ amount }) => amount < 0).map((line) => ({ line, left: -line.amount }))
  const pairs: Booking[] = []
  for (const to of added)
    for (const from of negative) {
      const cents = Math.min(to.left, from.left)
      if (cents === 0) continue
      to.left -= cents
      from.left -= cents
      pairs.push({
        day: to.line.day,
        debit: numberOf(numbers, to.line.account),
        credit: numberOf(numbers, from.line.account),
        channel: to.line.channel,
        cents,
        reason: to.line.reason,
      })
    }
  return pairs
}

/** Windows-1252, with a question mark for missing characters. */
const windows1252 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (sign) => (sign === '€' ? 0x80 : (sign.codePointAt(0) ?? 0) < 0x100 ? sign.charCodeAt(0) : 0x3f)),
  )
const text = (value: string): string => `"${value.replaceAll('"', '""')}"`
/** Decimals of an amount in the file: a currency with more cannot be written. */
export const DATEV_DIGITS = 2
const amount = (minor: number, currency: string): string =>
  toMajor(minor, currency).toFixed(DATEV_DIGITS).replace('.', ',')
const compact = (day: string): string => day.replaceAll('-', '')

const HEADINGS = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
]

/**
 * A DATEV booking batch (EXTF 700, category 21), in Windows-1252: per day, pair of accounts, channel and reason one
 * line. A file has one currency, whose code is in the header and in each line. Points are not money, so it has no
 * points. Lines have a day and a month and the header one business year, so a file has days of one year.
 *
 * @throws AppError PeriodRefused: two_years, too_long
 */
export function datev(
  lines: readonly Line[],
  days: Days,
  currency: string,
  numbers: DatevNumbers,
): { body: Buffer; rows: number } {
  const journals = new Map<number, Line[]>()
  for (const line of lines)
    if (line.unit === currency) journals.set(line.journal_id, [...(journals.get(line.journal_id) ?? []), line])
  const sums = new Map<string, Booking>()
  for (const booking of [...journals.values()].flatMap((journal) => pairsOf(journal, numbers))) {
    const { cents, ...rest } = booking
    const key = JSON.stringify(rest)
    sums.set(key, { ...booking, cents: cents + (sums.get(key)?.cents ?? 0) })
  }
  const bookings = [...sums.values()]
  if (bookings.length > MOST_LINES) throw new AppError('PeriodRefused', { why: 'too_long' })
  const year = days.first.slice(0, 4)
  if (days.last.slice(0, 4) !== year) throw new AppError('PeriodRefused', { why: 'two_years' })
  const header = [
    text('EXTF'),
    '700',
    '21',
    text('Buchungsstapel'),
    '13',
    `${compact(days.last)}235959000`,
    '',
    text('HC'),
    text(''),
    text(''),
    '1001',
    '1',
    `${year}0101`,
    String(numbers.gateway.length),
    compact(days.first),
    compact(days.last),
    text('Journale des Shops'),
    text(''),
    '1',
    '0',
    '0',
    text(currency),
  ].join(';')
  const rows = bookings.map(({ day: date, debit, credit, channel, cents, reason }) =>
    [
      amount(cents, currency),
      text('S'),
      text(currency),
      '',
      '',
      text(''),
      debit,
      credit,
      text(''),
      `${date.slice(8, 10)}${date.slice(5, 7)}`,
      text(`${date.replaceAll('-', '')}${channel}`.slice(0, 36)),
      text(''),
      '',
      text(`${reason} ${channel}`.trim().slice(0, 60)),
    ].join(';'),
  )
  return {
    body: windows1252([header, HEADINGS.join(';'), ...rows].map((row) => `${row}\r\n`).join('')),
    rows: rows.length,
  }
}
