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
