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
 * The facts of a forecast that have two sides, the changed ones first; a fact that the call does not name stays as it
 * is. `effects`: what happens besides. What is empty is left out.
 */
export function changesOf(forecast: unknown): { changes: Change[]; effects: Fact[] } {
  const facts = factsOf(forecast).filter(({ before, after }) => !(isEmpty(before) && isEmpty(after)))
  const changes = facts
    .filter(({ before }) => before !== undefined)
    .map((fact) => ({
      ...fact,
      changes: fact.after !== undefined && JSON.stringify(fact.before) !== JSON.stringify(fact.after),
    }))
    .toSorted((a, b) => Number(b.changes) - Number(a.changes))
  return { changes, effects: facts.filter(({ before }) => before === undefined) }
}

/** By how much a price or an amount changes, in percent; null for anything else. */
export function changeShare({ name, before, after }: Fact): number | null {
  if (!name.endsWith('_cents') || typeof before !== 'number' || typeof after !== 'number' || before === 0) return null
  return Math.round((100 * (after - before)) / before)
}
