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
  const columnOf = new Map(columns.map((name) => [name.toLowerCase(), name]))
  const lines: PayoutLine[] = []
  const errors: LineError[] = COLUMNS.filter((name) => !columnOf.has(name)).map((column) => ({
    line: 1,
    column,
    why: 'missing',
    value: '',
  }))
  if (errors.length > 0) return { lines, errors }
  const references = new Set<string>()
  for (const { line, cells, wrong: unread } of rows) {
    const at = (name: (typeof COLUMNS)[number] | 'currency'): string => textOf(cells[columnOf.get(name) ?? ''])
    const before = errors.length
    const report = (column: (typeof COLUMNS)[number] | 'currency', why: string): void => {
      errors.push({ line, column, why, value: at(column).slice(0, MOST_VALUE) })
    }
    if (unread !== null) {
      errors.push({ line, column: '', why: unread, value: '' })
      continue
    }
    const [payout, kind, reference] = [at('payout'), at('kind'), at('reference')]
    const paid = readMoment(at('paid_at'))
    const [gross, fee] = [whole(at('gross_cents')), whole(at('fee_cents') || '0')]
    if (payout === '') report('payout', 'empty')
    if (payout.length > 80) report('payout', 'long')
    if (paid === null) report('paid_at', 'date')
    if (kind !== 'capture' && kind !== 'refund' && kind !== 'fee') report('kind', 'payout_kind')
    if (reference === '') report('reference', 'empty')
    if (reference.length > 200) report('reference', 'long')
    if (at('currency') !== '' && at('currency').toUpperCase() !== currency) report('currency', 'other_currency')
    if (gross === null) report('gross_cents', 'whole')
    if (fee === null) report('fee_cents', 'whole')
    if (kind === 'capture' && gross !== null && gross <= 0) report('gross_cents', 'above_zero')
    if (kind === 'refund' && gross !== null && gross >= 0) report('gross_cents', 'below_zero')
    if (kind === 'fee' && gross !== null && gross !== 0) report('gross_cents', 'zero')
    const key = `${payout} ${kind} ${reference}`
    if (references.has(key)) report('reference', 'twice')
    references.add(key)
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
