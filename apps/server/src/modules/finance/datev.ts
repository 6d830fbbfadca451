import type { Line } from './exports.ts'

/** Numbers of the standard chart SKR 03 for the ledger's accounts; others are a matter of the tax adviser's table. */
const ACCOUNTS: Readonly<Record<string, number>> = {
  gateway: 1360,
  bank: 1200,
  fees: 4970,
  sales: 8400,
  tax: 1770,
  suspense: 1590,
  settled_elsewhere: 1592,
  differences: 1792,
}
const OTHER = 1599

/** DATEV's own limit of a file. */
export const MOST_LINES = 99_999

type Booking = { day: string; debit: number; credit: number; channel: string; cents: number; reason: string }

/** The entries of a journal as pairs of two accounts: what is added somewhere was taken somewhere else. */
function pairsOf(lines: readonly Line[]): Booking[] {
  const added = lines.filter(({ amount }) => amount > 0).map((line) => ({ line, left: line.amount }))
  const taken = lines.filter(({ amount }) => amount < 0).map((line) => ({ line, left: -line.amount }))
  const pairs: Booking[] = []
  for (const to of added)
    for (const from of taken) {
      const cents = Math.min(to.left, from.left)
      if (cents === 0) continue
      to.left -= cents
      from.left -= cents
      pairs.push({
        day: to.line.day,
        debit: ACCOUNTS[to.line.account] ?? OTHER,
        credit: ACCOUNTS[from.line.account] ?? OTHER,
        channel: to.line.channel,
        cents,
        reason: to.line.reason,
      })
    }
  return pairs
}

/** Windows-1252, with a question mark for what it does not have. */
const windows1252 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (sign) => (sign === '€' ? 0x80 : (sign.codePointAt(0) ?? 0) < 0x100 ? sign.charCodeAt(0) : 0x3f)),
  )
const text = (value: string): string => `"${value.replaceAll('"', '""')}"`
const amount = (cents: number): string => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll('-', '')

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
 * line. Points are no money and are not in it.
 */
export function datev(lines: readonly Line[], within: { from: number; to: number }): { body: Buffer; rows: number } {
  const journals = new Map<number, Line[]>()
  for (const line of lines)
    if (line.unit === 'USD') journals.set(line.journal_id, [...(journals.get(line.journal_id) ?? []), line])
  const sums = new Map<string, Booking>()
  for (const booking of [...journals.values()].flatMap(pairsOf)) {
    const { cents, ...rest } = booking
    const key = JSON.stringify(rest)
    sums.set(key, { ...booking, cents: cents + (sums.get(key)?.cents ?? 0) })
  }
  const bookings = [...sums.values()].slice(0, MOST_LINES)
  const year = day(within.from).slice(0, 4)
  const header = [
    text('EXTF'),
    '700',
    '21',
    text('Buchungsstapel'),
    '13',
    new Date(within.to * 1000)
      .toISOString()
      .replaceAll(/[-:TZ.]/g, '')
      .slice(0, 17),
    '',
    text('HC'),
    text(''),
    text(''),
    '1001',
    '1',
    `${year}0101`,
    '4',
    day(within.from),
    day(within.to - 1),
    text('Journale des Shops'),
    text(''),
    '1',
    '0',
    '0',
    text('USD'),
  ].join(';')
  const rows = bookings.map(({ day: date, debit, credit, channel, cents, reason }) =>
    [
      amount(cents),
      text('S'),
      text('USD'),
      '',
      '',
      text(''),
      String(debit),
      String(credit),
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
