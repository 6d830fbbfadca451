import type { ProbeAnswer } from './probe.ts'

/** What two releases answered on a copy, side by side. */
export type Difference = { call: string; field: string }

/** Fields by their path; elements of a list have their number. */
function* leaves(value: unknown, path = ''): Generator<[string, string]> {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    for (const [name, part] of Object.entries(value)) yield* leaves(part, path === '' ? name : `${path}.${name}`)
  else yield [path, JSON.stringify(value)]
}
const fieldsOf = (value: unknown): Map<string, string> => new Map(value === undefined ? [] : leaves(value))
/** `items.3.price` is the field `items.price`. */
const nameOf = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '').replace(/^\d+\./, '')
/** `/api/market/get de-DE` is the call `/api/market/get`. */
const callOf = (name: string): string => name.split(' ')[0] ?? name

/** Where two releases answer otherwise. What the old one answers otherwise by itself, such as a moment, is left out. */
export function compare(
  first: ProbeAnswer['reads'],
  again: ProbeAnswer['reads'],
  next: ProbeAnswer['reads'],
  allowed: readonly Difference[],
): string[] {
  const lines: string[] = []
  for (const call of new Set([...Object.keys(first), ...Object.keys(next)])) {
    const [before, repeat, after] = [fieldsOf(first[call]), fieldsOf(again[call]), fieldsOf(next[call])]
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(path) === after.get(path) || before.get(path) !== repeat.get(path)) continue
      const field = nameOf(path)
      const isAllowed = allowed.some(
        (of) =>
          (of.call.split(' ').at(-1) ?? '') === callOf(call) &&
          (field === of.field || field.startsWith(`${of.field}.`)),
      )
      if (!isAllowed)
        lines.push(`${call} ${path}: ${before.get(path) ?? 'nothing'} became ${after.get(path) ?? 'nothing'}`)
    }
  }
  return lines
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What is wrong with the orders that the new release sold; null: nothing. `old`: those of the release before. */
export function wrongSales(old: ProbeAnswer, next: ProbeAnswer): string | null {
  const total = next.makeMs.length + next.failures.length
  if (next.failures.length > 0 && old.failures.length === 0)
    return `${next.failures.length} of ${total} orders failed: ${next.failures[0]}`
  const [before, after] = [JSON.stringify(old.orders[0]), next.orders.map((order) => JSON.stringify(order))]
  const other = after.find((order) => order !== before)
  return other === undefined ? null : `an order was otherwise: ${before} became ${other}`
}

const [SLOWER, SLOWER_MS] = [2, 100]
/** Half of the orders take twice as long and 100 ms more. */
export function slowerSales(old: ProbeAnswer, next: ProbeAnswer): string | null {
  const [before, after] = [medianOf(old.makeMs), medianOf(next.makeMs)]
  return after > SLOWER * before && after > before + SLOWER_MS
    ? `an order takes ${Math.round(after)} ms (half of them), and ${Math.round(before)} with the old release`
    : null
}

/** A table that was locked against players, and for how long. */
export type Lock = { table: string; ms: number }
/** A lock that players would wait for. */
export const LONGEST_LOCK_MS = 2000
/** A migration that takes longer holds up what comes after it. */
export const LONGEST_MIGRATION_MS = 60_000
export function wrongMigration(ms: number, locks: readonly Lock[]): string | null {
  const [longest] = locks.toSorted((a, b) => b.ms - a.ms)
  if (longest && longest.ms > LONGEST_LOCK_MS)
    return `its migration holds a lock on ${longest.table} for ${(longest.ms / 1000).toFixed(1)} s: players would wait`
  return ms > LONGEST_MIGRATION_MS ? `it needs ${Math.round(ms / 1000)} s to migrate: players would wait` : null
}
