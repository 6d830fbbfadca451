import { readMoment } from '@hc/domain/moment'
import { readRows } from '../kit/read-file.ts'

export type PayoutLine = {
  /** The line number in the file; the heading is line 1. */
  at: number
  payout: string
  paid_at: number
  kind: 'capture' | 'refund' | 'fee'
  reference: string
  gross: number
  fee: number
}
/** The error of a cell: a code that the desk translates, and the cell's text. */
export type LineError = { line: number; column: string; why: string; value: string }

const COLUMNS = ['payout', 'paid_at', 'kind', 'reference', 'gross_cents', 'fee_cents'] as const
const MOST_VALUE = 80

const whole = (text: string): number | null => (/^-?\d{1,12}$/.test(text) ? Number(text) : null)
const textOf = (cell: unknown): string =>
  typeof cell === 'string' ? cell.trim() : typeof cell === 'number' ? String(cell) : ''

/**
 * Reads a gateway's payout file of one currency: its lines, or the errors of its wrong lines.
 *
 * @throws AppError FileRefused, if it is not a table
 */
export function readPayouts(csv: string, currency: string): { lines: PayoutLine[]; errors: LineError[] } {
  const { columns, rows } = readRows(Buffer.from(csv, 'utf8'))
  const named = new Map(columns.map((name) => [name.toLowerCase(), name]))
  const lines: PayoutLine[] = []
  const errors: LineError[] = COLUMNS.filter((name) => !named.has(name)).map((column) => ({
    line: 1,
    column,
    why: 'missing',
    value: '',
  }))
  if (errors.length > 0) return { lines, errors }
  const seen = new Set<string>()
  for (const { line, cells, wrong: unread } of rows) {
    const at = (name: (typeof COLUMNS)[number] | 'currency'): string => textOf(cells[named.get(name) ?? ''])
    const before = errors.length
    const wrong = (column: (typeof COLUMNS)[number] | 'currency', why: string): void => {
      errors.push({ line, column, why, value: at(column).slice(0, MOST_VALUE) })
    }
    if (unread !== null) {
      errors.push({ line, column: '', why: unread, value: '' })
      continue
    }
    const [payout, kind, reference] = [at('payout'), at('kind'), at('reference')]
    const paid = readMoment(at('paid_at'))
    const [gross, fee] = [whole(at('gross_cents')), whole(at('fee_cents') || '0')]
    if (payout === '') wrong('payout', 'empty')
    if (payout.length > 80) wrong('payout', 'long')
    if (paid === null) wrong('paid_at', 'date')
    if (kind !== 'capture' && kind !== 'refund' && kind !== 'fee') wrong('kind', 'payout_kind')
    if (reference === '') wrong('reference', 'empty')
    if (reference.length > 200) wrong('reference', 'long')
    if (at('currency') !== '' && at('currency').toUpperCase() !== currency) wrong('currency', 'other_currency')
    if (gross === null) wrong('gross_cents', 'whole')
    if (fee === null) wrong('fee_cents', 'whole')
    if (kind === 'capture' && gross !== null && gross <= 0) wrong('gross_cents', 'above_zero')
    if (kind === 'refund' && gross !== null && gross >= 0) wrong('gross_cents', 'below_zero')
    if (kind === 'fee' && gross !== null && gross !== 0) wrong('gross_cents', 'zero')
    const key = `${payout} ${kind} ${reference}`
    if (seen.has(key)) wrong('reference', 'twice')
    seen.add(key)
    if (errors.length === before && paid !== null && gross !== null && fee !== null)
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
  return { lines, errors }
}
