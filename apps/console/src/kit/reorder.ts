export const iconUp = 'M5.5 14.5 12 8l6.5 6.5' as const

/** Moves an entry to another place; beyond the ends nothing changes. */
export function moved<T>(all: readonly T[], from: number, to: number): readonly T[] {
  const item = all[from]
  if (item === undefined || to < 0 || to >= all.length || from === to) return all
  const rest = all.toSpliced(from, 1)
  return rest.toSpliced(to, 0, item)
}
