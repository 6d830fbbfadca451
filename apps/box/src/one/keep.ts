import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'

/** The timers of the keeper, which stand in units on a box. */
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** 03:10 UTC: the quiet hour of a box, too. */
const NIGHT_MS = (3 * 60 + 10) * MINUTE_MS

export type LastJobs = { shippedMs: number | null; nightMs: number | null }
export type Job = 'ship' | 'night'

/** The last 03:10 at or before a moment. */
const lastNight = (nowMs: number): number => Math.floor((nowMs - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS

/**
 * What is due. A night that was missed, because the keeper stood still, is made up for; before its first one a keeper
 * waits for the night.
 */
export function dueJobs({ shippedMs, nightMs }: LastJobs, nowMs: number): Job[] {
  const ship = shippedMs === null || nowMs - shippedMs >= MINUTE_MS || nowMs < shippedMs
  const night = nightMs !== null && nightMs < lastNight(nowMs)
  return [...(ship ? (['ship'] as const) : []), ...(night ? (['night'] as const) : [])]
}

const file = `${paths.state}/night.json`
/** When the last night's work began; the first look of a new keeper counts as one. */
export async function readNight(machine: Machine): Promise<number> {
  const text = await machine.files.read(file)
  if (text !== undefined) return (JSON.parse(text) as { at: number }).at
  await noteNight(machine)
  return machine.now()
}
export const noteNight = (machine: Machine): Promise<void> =>
  machine.files.write(file, `${JSON.stringify({ at: machine.now() })}\n`)
