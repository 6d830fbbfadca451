export type PayoutLine = {
  /** The line of the file, the heading being 1. */
  at: number
  payout: string
  paid_at: number
  kind: 'capture' | 'refund' | 'fee'
  reference: string
  gross: number
  fee: number
}
export type LineError = { line: number; column: string; message: string }

const COLUMNS = ['payout', 'paid_at', 'kind', 'reference', 'gross_cents', 'fee_cents'] as const

/** The cells of a line of CSV (RFC 4180), without line breaks in a cell. */
function cells(line: string): string[] {
  // A comma outside of quotes has an even number of quotes after it.
  return line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => {
    const text = cell.trim()
    return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
  })
}
const whole = (text: string): number | null => (/^-?\d{1,12}$/.test(text) ? Number(text) : null)

/** Reads a gateway's payout file of one currency: its lines, or what is wrong with each that does not fit. */
export function readPayouts(csv: string, currency: string): { lines: PayoutLine[]; errors: LineError[] } {
  const rows = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const heading = cells(rows[0] ?? '').map((name) => name.toLowerCase())
  const lines: PayoutLine[] = []
  const errors: LineError[] = COLUMNS.filter((name) => !heading.includes(name)).map((column) => ({
    line: 1,
    column,
    message: 'is missing in the heading',
  }))
  if (errors.length > 0) return { lines, errors }
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    if (index === 0 || row.trim() === '') continue
    const line = index + 1
    const values = cells(row)
    const at = (name: (typeof COLUMNS)[number] | 'currency'): string => values[heading.indexOf(name)] ?? ''
    const wrong = (column: string, message: string): void => {
      errors.push({ line, column, message })
    }
    const [payout, kind, reference] = [at('payout'), at('kind'), at('reference')]
    const paid = Date.parse(at('paid_at'))
    const [gross, fee] = [whole(at('gross_cents')), whole(at('fee_cents') || '0')]
    const before = errors.length
    if (payout === '' || payout.length > 80) wrong('payout', 'must be the number of a payout')
    if (!Number.isFinite(paid)) wrong('paid_at', 'must be a date such as 2026-11-30')
    if (kind !== 'capture' && kind !== 'refund' && kind !== 'fee') wrong('kind', 'must be capture, refund or fee')
    if (reference === '' || reference.length > 200) wrong('reference', 'must be the number there')
    if (at('currency') !== '' && at('currency').toUpperCase() !== currency)
      wrong('currency', `is ${at('currency')}, and this file is imported as ${currency}`)
    if (gross === null) wrong('gross_cents', 'must be a whole number of cents')
    if (fee === null) wrong('fee_cents', 'must be a whole number of cents')
    if (kind === 'capture' && gross !== null && gross <= 0) wrong('gross_cents', 'must be above zero for a capture')
    if (kind === 'refund' && gross !== null && gross >= 0) wrong('gross_cents', 'must be below zero for a refund')
    if (kind === 'fee' && gross !== null && gross !== 0) wrong('gross_cents', 'must be zero for a fee')
    const key = `${payout} ${kind} ${reference}`
    if (seen.has(key)) wrong('reference', 'stands in the file twice')
    seen.add(key)
    if (errors.length === before && gross !== null && fee !== null)
      lines.push({
        at: line,
        payout,
        paid_at: Math.floor(paid / 1000),
        kind: kind as PayoutLine['kind'],
        reference,
        gross,
        fee,
      })
  }
  if (lines.length === 0 && errors.length === 0) errors.push({ line: 2, column: 'payout', message: 'has no lines' })
  return { lines, errors }
}
