/** Whether a new release is worse than the old one beside it, from what was measured of both in the same minutes. */

/** Calls of one kind in a window. `p95`, `p50`: milliseconds, null where there were too few to say. */
export type Group = { calls: number; failed: number; p95: number | null; p50: number | null }
export type Side = {
  groups: Readonly<Record<string, Group>>
  /** Resident memory of the web process at the end of the window; null where it did not answer. */
  memory: number | null
  /** Failed reloads of prices and texts within the window. */
  reloadErrors: number
  hasBus: boolean
}
export type Window = {
  /** Milliseconds since 1970, of its end. */
  at: number
  new: Side
  old: Side
  /** Processes of the new release that did not answer at the end of the window, and those that ended meanwhile. */
  notReady: readonly string[]
  ended: readonly string[]
  /** The old web process answered: where it did not either, the database or the machine is to blame. */
  oldIsReady: boolean
  /** Orders paid since the upgrade began that nobody has tried to deliver for too long. */
  undelivered: number
  /** Checks of the books that fail now. */
  broken: readonly string[]
}
export type Limits = {
  failedShare: number
  /** From how many calls on a share says something. */
  calls: number
  /** So many failures of a group within a minute are of a kind that the old release does not have. */
  newKind: number
  slower: number
  slowerMs: number
  /** Growth of memory is judged over so long, and may be so many bytes. */
  memoryMs: number
  memoryBytes: number
}

export const limits: Limits = {
  failedShare: 0.005,
  calls: 200,
  newKind: 3,
  slower: 2,
  slowerMs: 100,
  memoryMs: 300_000,
  memoryBytes: 25 * 1024 ** 2,
}

/** A minute; windows of a drill are shorter, so it is also counted in windows. */
const MINUTE_MS = 60_000
/** A p95 of fewer calls is chance. */
export const LEAST_CALLS = 20

const groupsOf = (windows: readonly Window[], side: 'new' | 'old'): Map<string, { calls: number; failed: number }> => {
  const sums = new Map<string, { calls: number; failed: number }>()
  for (const window of windows)
    for (const [name, { calls, failed }] of Object.entries(window[side].groups)) {
      const sum = sums.get(name) ?? { calls: 0, failed: 0 }
      sums.set(name, { calls: sum.calls + calls, failed: sum.failed + failed })
    }
  return sums
}
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

function failing(windows: readonly Window[], { failedShare, calls, newKind }: Limits): string | null {
  const [sums, olds] = [groupsOf(windows, 'new'), groupsOf(windows, 'old')]
  const all = { calls: 0, failed: 0 }
  for (const [name, sum] of sums) {
    all.calls += sum.calls
    all.failed += sum.failed
    const oldSum = olds.get(name) ?? { calls: 0, failed: 0 }
    const oldShare = oldSum.calls === 0 ? 0 : oldSum.failed / oldSum.calls
    const share = sum.failed / sum.calls
    if (sum.calls >= calls && share > failedShare && share > 2 * oldShare)
      return `${sum.failed} of ${sum.calls} calls of the group ${name} failed (${percent(share)})`
  }
  if (
    all.calls >= calls &&
    all.failed / all.calls > failedShare &&
    ![...olds.values()].some(({ failed }) => failed > 0)
  )
    return `${all.failed} of ${all.calls} calls failed (${percent(all.failed / all.calls)})`
  const lastAt = windows.at(-1)?.at ?? 0
  const minute = windows.filter(({ at }) => at > lastAt - MINUTE_MS)
  const oldMinute = groupsOf(minute, 'old')
  for (const [name, { failed }] of groupsOf(minute, 'new'))
    if (failed >= newKind && (oldMinute.get(name)?.failed ?? 0) === 0)
      return `${failed} calls of the group ${name} failed within a minute, and none of the old release`
  return null
}

/** The slow calls, and the usual ones: on a busy machine the slow ones of both are slow. */
const shares = { p95: '95 of 100', p50: 'half' } as const

function slower([before, last]: readonly (Window | undefined)[], { slower: times, slowerMs }: Limits): string | null {
  if (!before || !last) return null
  for (const [name, group] of Object.entries(last.new.groups))
    for (const share of ['p95', 'p50'] as const) {
      const isSlow = (window: Window): boolean => {
        const [ms, old] = [window.new.groups[name]?.[share] ?? null, window.old.groups[name]?.[share] ?? null]
        return ms !== null && old !== null && ms > times * old && ms > old + slowerMs
      }
      if (!isSlow(before) || !isSlow(last)) continue
      const [ms, old] = [Math.round(group[share] ?? 0), Math.round(last.old.groups[name]?.[share] ?? 0)]
      return `calls of the group ${name} take ${ms} ms (${shares[share]}), and ${old} of the old release`
    }
  return null
}

function growing(windows: readonly Window[], { memoryMs, memoryBytes }: Limits): string | null {
  const last = windows.at(-1)
  if (!last) return null
  const span = windows.filter(({ at }) => at >= last.at - memoryMs)
  const [first] = span
  // Windows begin at their own moments, so a span may lack a part of one.
  if (!first || last.at - first.at < memoryMs * 0.8) return null
  const sizes = span.map((window) => window.new.memory)
  if (sizes.some((size, at) => size === null || (at > 0 && size < (sizes[at - 1] ?? 0)))) return null
  const growth = (side: 'new' | 'old'): number =>
    (last[side].memory ?? 0) - (first[side].memory ?? last[side].memory ?? 0)
  const more = growth('new') - Math.max(0, growth('old'))
  return more > memoryBytes
    ? `its memory grew by ${Math.round(more / 1024 ** 2)} MB in ${Math.round((last.at - first.at) / 1000)} s`
    : null
}

/** Why the new release must go back, as the end of a sentence; null if it may stay. */
export function verdict(windows: readonly Window[], within: Limits = limits): string | null {
  const last = windows.at(-1)
  if (!last) return null
  if (last.ended.length > 0) return `${last.ended.join(' and ')} of it ended by itself`
  // Nobody is ready: the database restarts, or the machine hangs. That is not the release's fault.
  if (!last.oldIsReady && last.notReady.length > 0) return null
  if (last.notReady.length > 0) return `${last.notReady.join(' and ')} of it is not ready`
  if (last.broken.length > 0) return `books are broken: ${last.broken.join(', ')}`
  if (last.undelivered > 0) return `${last.undelivered} paid orders wait, and nobody tried to deliver them`
  if (last.new.reloadErrors > 0 && last.old.reloadErrors === 0) return 'it could not read prices or texts anew'
  const [before] = windows.slice(-2, -1)
  if (before && !before.new.hasBus && !last.new.hasBus && last.old.hasBus) return 'it hears no changes from the bus'
  return failing(windows, within) ?? slower([before, last], within) ?? growing(windows, within)
}
