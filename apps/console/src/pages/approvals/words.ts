export type Fact = { name: string; before: unknown; after: unknown }

/** Both sides of a forecast, fact by fact; a forecast in another form is shown unchanged. */
export function factsOf(forecast: unknown): Fact[] {
  const sides = forecast as { before?: Record<string, unknown> | null; after?: Record<string, unknown> | null } | null
  if (!sides || typeof sides !== 'object' || !('after' in sides))
    return [{ name: 'forecast', before: null, after: forecast }]
  const before = sides.before ?? {}
  const after = sides.after ?? {}
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
    name,
    before: before[name],
    after: after[name],
  }))
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0)

export type Change = Fact & { changes: boolean }

/**
 * The facts of a forecast, the changed ones first. A fact that the call does not name stays as it is; what is empty
 * before and after is left out.
 */
export const changesOf = (forecast: unknown): Change[] =>
  factsOf(forecast)
    .filter(({ before, after }) => !(isEmpty(before) && isEmpty(after)))
    .map((fact) => ({
      ...fact,
      changes: fact.after !== undefined && JSON.stringify(fact.before) !== JSON.stringify(fact.after),
    }))
    .toSorted((a, b) => Number(b.changes) - Number(a.changes))

/** By how much a price or an amount changes, in percent; null for anything else. */
export function changeShare({ name, before, after }: Fact): number | null {
  if (!name.endsWith('_cents') || typeof before !== 'number' || typeof after !== 'number' || before === 0) return null
  return Math.round((100 * (after - before)) / before)
}
