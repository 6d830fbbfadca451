const DAY_SECONDS = 86_400

/** The first second of a chosen day (yyyy-mm-dd) in the player's own time zone; 0 if no day is chosen. */
export function beginOf(day: string): number {
  const ms = day ? new Date(`${day}T00:00:00`).getTime() : Number.NaN
  return Number.isFinite(ms) && ms > 0 ? Math.floor(ms / 1000) : 0
}

/** The last second of a chosen day; 0 if no day is chosen. */
export const endOf = (day: string): number => {
  const begin = beginOf(day)
  return begin === 0 ? 0 : begin + DAY_SECONDS - 1
}

export const isBadRange = (from: string, to: string): boolean => from !== '' && to !== '' && from > to
