import { type Count, highestShare, HINT, PROOF, weightOf } from './evidence.ts'

/** Whether a new release is worse than the old one beside it, from what was measured of both in the same minutes. */

export type Tally = { calls: number; failed: number }
/** Calls of one kind in a window. `times`: how many took so many milliseconds, each call in one bucket. */
export type Group = Tally & { times: readonly { over: number; le: number; n: number }[] }
/** The same page, read at both slots at the same moment: milliseconds, null where it failed. */
export type Pair = { new: number | null; old: number | null }
export type Side = {
  groups: Readonly<Record<string, Group>>
  /** Resident memory of the web process at the end of the window; null where it did not answer. */
  memory: number | null
  /** Failed reloads of prices and texts within the window. */
  reloadErrors: number
  hasBus: boolean
}
export type Window = {
  /** Milliseconds since 1970, of its begin and its end. */
  from: number
  at: number
  new: Side
  old: Side
  pairs: readonly Pair[]
  /** Processes of the new release that did not answer at the end of the window, and those that ended meanwhile. */
  notReady: readonly string[]
  ended: readonly string[]
  /** The old web process answered each time: where it did not, the database or the machine may be to blame. */
  oldIsReady: boolean
  /** It did not answer twice in a row. One look without an answer says nothing. */
  oldIsAway: boolean
  /** Orders paid since the upgrade began that nobody has tried to deliver for too long. */
  undelivered: number
  /** Checks of the books that fail now. */
  broken: readonly string[]
}
/** What was measured of the old release before: its counts since it started, and the windows of the step before. */
export type Before = { life: Readonly<Record<string, Tally>>; windows: readonly Window[] }
const nothingBefore: Before = { life: {}, windows: [] }

export type Limits = {
  slower: number
  slowerMs: number
  /** Growth of memory is judged over so long, and may be so many bytes. */
  memoryMs: number
  memoryBytes: number
  /** After the old release was away, nothing is judged for so long. */
  pauseMs: number
}

const MB = 1024 ** 2
export const limits: Limits = {
  slower: 2,
  slowerMs: 100,
  memoryMs: 300_000,
  memoryBytes: 25 * MB,
  pauseMs: 60_000,
}
/** `from`: milliseconds since 1970, when the first window began that was bad in this way. */
export type Verdict = { why: string; from: number }

/** A share of failures below this is the weather of the internet. */
const LEAST_FAILING = 0.0005
/** Five of 100 may be slow: what is compared is how long 95 of 100 take. */
const LEAST_SLOW = 0.05
/** From how many calls on a share says something. */
const CALLS = 200
const LONG_LIFE = 10 * CALLS
/** How long calls take is known of so many. */
const TIMED = 50
/** So many failures, and such a share of a window's calls, need no second window. */
const OVERWHELMING = { failed: 10, share: 0.2 }
/** More than twice the memory of the old release and so much more, and growing, needs no five minutes. */
const FAR_MORE_BYTES = 200 * MB
/** The part of the time of `memoryMs` in which a process is young. */
const YOUNG = 0.4

type SideName = 'new' | 'old'
const tallyOf = (windows: readonly Window[], side: SideName, name?: string): Tally => {
  const sum = { calls: 0, failed: 0 }
  for (const window of windows)
    for (const [group, { calls, failed }] of Object.entries(window[side].groups))
      if (name === undefined || group === name) {
        sum.calls += calls
        sum.failed += failed
      }
  return sum
}
const shareOf = ({ calls, failed }: Tally): number => (calls === 0 ? 0 : failed / calls)
/** The share of failures that was usual: one failure of a few calls says little. */
const usualOf = ({ calls, failed }: Tally): number => failed / Math.max(calls, CALLS)
const namesOf = (windows: readonly Window[]): string[] => [
  ...new Set(windows.flatMap((window) => Object.keys(window.new.groups))),
]
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
const most = (rate: number): number => Math.min(rate, 0.95)

/** When the first window of those began that prove it; null: they may be chance. */
function proved(counts: readonly Count[], windows: readonly Window[]): number | null {
  if (weightOf(counts) < PROOF) return null
  const last = counts.at(-1)
  const isPlain =
    last !== undefined && last.events >= OVERWHELMING.failed && last.events / last.of >= OVERWHELMING.share + last.rate
  // What is bad in one window may be the machine: without the worst one, half of the weight must be left.
  const worst = counts.reduce((at, count, now) => (weightOf([count]) > weightOf([counts[at] ?? count]) ? now : at), 0)
  if (!isPlain && weightOf(counts.toSpliced(worst, 1)) < PROOF / 2) return null
  const first = counts.findIndex(({ events, of, rate }) => events > rate * of)
  return windows[first]?.from ?? null
}

/** Failures of each group of calls, against those of the old release at the same time and in its life. */
function failing(windows: readonly Window[], { life, windows: earlier }: Before): Verdict | null {
  for (const name of namesOf(windows)) {
    const lived = life[name] ?? { calls: 0, failed: 0 }
    // A long life says more than the minutes of this upgrade, in which the machine may have hung.
    const lately = lived.calls >= LONG_LIFE ? 0 : usualOf(tallyOf([...earlier, ...windows], 'old', name))
    const usual = Math.max(LEAST_FAILING, usualOf(lived), lately)
    const counts = windows.map((window): Count => {
      const { calls: of = 0, failed: events = 0 } = window.new.groups[name] ?? {}
      const now = tallyOf([window], 'old')
      return { events, of, rate: most(Math.max(usual, now.failed === 0 ? 0 : highestShare(now.failed, now.calls))) }
    })
    const from = proved(counts, windows)
    if (from === null) continue
    const sum = tallyOf(windows, 'new', name)
    const why = `${sum.failed} of ${sum.calls} calls of the group ${name} failed (${percent(shareOf(sum))}), and ${percent(usual)} of the old release`
    return { why, from }
  }
  return null
}

const isSlower = (ms: number, than: number, { slower, slowerMs }: Limits): boolean =>
  ms > slower * than && ms > than + slowerMs
const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * How much slower the machine is in a window than it was before: the slot that has nearly no players now against the
 * one that had nearly none then.
 */
function paceOf(window: Window, earlier: readonly Window[]): number {
  const median = (of: readonly Window[], side: SideName): number =>
    medianOf(of.flatMap(({ pairs }) => pairs.flatMap(({ [side]: ms }) => (ms === null ? [] : [ms]))))
  const [now, then] = [median([window], 'old'), median(earlier, 'new')]
  return then > 0 ? Math.max(1, now / then) : 1
}

/** Two windows in a row, each of them a hint, and all together a proof. */
function provedTwice(counts: readonly Count[], windows: readonly Window[]): number | null {
  const isHint = counts.map((count) => weightOf([count]) >= HINT)
  if (isHint.at(-1) !== true || isHint.at(-2) !== true || weightOf(counts) < PROOF) return null
  return windows[isHint.lastIndexOf(false) + 1]?.from ?? null
}

/**
 * Pages read at both slots at the same moment. The slot that has the players is slower by itself, so as many slow reads
 * are allowed as the old release had against the new one while it had them.
 */
function slowerReads(windows: readonly Window[], { windows: earlier }: Before, within: Limits): Verdict | null {
  const whole = (window: Window): { new: number; old: number }[] =>
    window.pairs.flatMap(({ new: ofNew, old: ofOld }) =>
      ofNew === null || ofOld === null ? [] : [{ new: ofNew, old: ofOld }],
    )
  const reverseOf = (of: readonly Window[]): number => {
    const others = of.flatMap(whole)
    const slow = others.filter((pair) => isSlower(pair.old, pair.new, within)).length
    return others.length < TIMED ? 0 : highestShare(slow, others.length)
  }
  const rate = most(Math.max(LEAST_SLOW, reverseOf(earlier), reverseOf(windows)))
  const counts = windows.map((window): Count => {
    const pairs = whole(window)
    const limit = { ...within, slowerMs: within.slowerMs * paceOf(window, earlier) }
    return { events: pairs.filter((pair) => isSlower(pair.new, pair.old, limit)).length, of: pairs.length, rate }
  })
  const from = provedTwice(counts, windows)
  if (from === null) return null
  const lately = windows.slice(-2).flatMap(whole)
  const [ms, old] = [medianOf(lately.map((pair) => pair.new)), medianOf(lately.map((pair) => pair.old))]
  return { why: `pages take ${Math.round(ms)} ms (half of them), and ${Math.round(old)} of the old release`, from }
}

const sumOf = (times: Group['times']): number => times.reduce((sum, { n }) => sum + n, 0)
/** Calls that took surely longer. */
const above = (times: Group['times'], limit: number): number => sumOf(times.filter(({ over }) => over >= limit))
/** The upper bound of the bucket in which so many of 100 calls end. */
export function boundOf(times: Group['times'], share: number): number | null {
  let left = sumOf(times) * share
  for (const { le, n } of times.toSorted((a, b) => a.le - b.le)) {
    left -= n
    if (left <= 0) return n === 0 && !Number.isFinite(le) ? null : le
  }
  return null
}
const quantiles = [
  { share: 0.95, words: '95 of 100' },
  { share: 0.5, words: 'half of them' },
] as const

/** Players' own calls, by the processes' own clocks, against the old release while it had its players. */
function slowerCalls(windows: readonly Window[], before: Before, within: Limits): Verdict | null {
  const all = [...before.windows, ...windows]
  const paces = windows.map((window) => paceOf(window, before.windows))
  for (const name of namesOf(windows)) {
    const usual = all.flatMap((window) => window.old.groups[name]?.times ?? [])
    if (sumOf(usual) < TIMED) continue
    for (const { share, words } of quantiles) {
      const bound = boundOf(usual, share)
      if (bound === null) continue
      const limit = Math.max(within.slower * bound, bound + within.slowerMs)
      const rate = most(Math.max(LEAST_SLOW, highestShare(above(usual, limit), sumOf(usual))))
      const counts = windows.map((window, at): Count => {
        const times = window.new.groups[name]?.times ?? []
        return { events: above(times, limit * (paces[at] ?? 1)), of: sumOf(times), rate }
      })
      const from = provedTwice(counts, windows)
      if (from === null) continue
      const lately = windows.slice(-2).flatMap((window) => window.new.groups[name]?.times ?? [])
      const ms = boundOf(lately, share)
      const longest = ms === null || !Number.isFinite(ms) ? 'longer than any bucket' : `up to ${Math.round(ms)} ms`
      return {
        why: `calls of the group ${name} take ${longest} (${words}), and ${Math.round(bound)} of the old release`,
        from,
      }
    }
  }
  return null
}

/** Memory that is far above the old release's, or that grows in a line, surely by more than is allowed. */
function growing(windows: readonly Window[], { memoryMs, memoryBytes }: Limits): Verdict | null {
  const [before, last] = windows.slice(-2)
  if (!before || !last || last.new.memory === null || before.new.memory === null) return null
  const mb = (bytes: number): number => Math.round(bytes / MB)
  const oldPeak = Math.max(0, ...windows.map(({ old }) => old.memory ?? 0))
  if (oldPeak > 0 && last.new.memory > 2 * oldPeak + FAR_MORE_BYTES && last.new.memory > before.new.memory) {
    const first = windows.find(({ new: { memory } }) => (memory ?? 0) > 2 * oldPeak)
    return {
      why: `it needs ${mb(last.new.memory)} MB and grows, and the old release ${mb(oldPeak)}`,
      from: (first ?? last).from,
    }
  }
  // A young process grows.
  const grown = windows.filter(({ from }) => from >= (windows[0]?.from ?? 0) + memoryMs * YOUNG)
  const [first] = grown
  if (!first || grown.length < 5 || last.at - first.from < memoryMs * 0.9) return null
  const [ofNew, ofOld] = [slopeOf(grown, 'new'), slopeOf(grown, 'old')]
  const least = ofNew.slope - 3 * ofNew.error - Math.max(0, ofOld.slope)
  if (!(least > memoryBytes / memoryMs)) return null
  return { why: `its memory grows by ${((ofNew.slope * 60_000) / MB).toFixed(0)} MB a minute`, from: first.from }
}

/** The line through the sizes of memory: bytes a millisecond, and how wrong that may be. */
function slopeOf(windows: readonly Window[], side: SideName): { slope: number; error: number } {
  const points = windows.flatMap((window) => {
    const { memory } = window[side]
    return memory === null ? [] : [{ x: window.at, y: memory }]
  })
  const n = points.length
  const [meanX, meanY] = [points.reduce((sum, { x }) => sum + x, 0) / n, points.reduce((sum, { y }) => sum + y, 0) / n]
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  if (n < 3 || spread === 0) return { slope: 0, error: 0 }
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  const rest = points.reduce((sum, { x, y }) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0)
  return { slope, error: Math.sqrt(rest / (n - 2) / spread) }
}

/** Windows that say something: not those in which the old release was away, nor those soon after. */
export const usable = (windows: readonly Window[], { pauseMs }: Limits = limits): Window[] =>
  windows.filter(
    (window, at) =>
      !windows.slice(0, at + 1).some(({ oldIsAway, at: end }) => oldIsAway && window.from < end + pauseMs),
  )

function plainly(windows: readonly Window[]): string | null {
  const last = windows.at(-1)
  if (!last) return null
  if (last.ended.length > 0) return `${last.ended.join(' and ')} of it ended by itself`
  // Nobody is ready: the database restarts, or the machine hangs. That is not the release's fault.
  if (!last.oldIsReady && last.notReady.length > 0) return null
  if (last.notReady.length > 0) return `${last.notReady.join(' and ')} of it is not ready`
  if (last.broken.length > 0) return `books are broken: ${last.broken.join(', ')}`
  if (last.undelivered > 0) return `${last.undelivered} paid orders wait, and nobody delivered them`
  if (last.new.reloadErrors > 0 && last.old.reloadErrors === 0 && last.oldIsReady)
    return 'it could not read prices or texts anew'
  const [before] = windows.slice(-2, -1)
  if (before && !before.new.hasBus && !last.new.hasBus && last.old.hasBus) return 'it hears no changes from the bus'
  return null
}

/** Why the new release must go back, as the end of a sentence; null if it may stay. */
export function verdict(
  windows: readonly Window[],
  within: Limits = limits,
  before: Before = nothingBefore,
): Verdict | null {
  const last = windows.at(-1)
  if (!last) return null
  const why = plainly(windows)
  if (why !== null) return { why, from: last.from }
  const good = usable(windows, within)
  if (good.at(-1) !== last) return null
  return (
    failing(good, before) ??
    slowerReads(good, before, within) ??
    slowerCalls(good, before, within) ??
    growing(good, within)
  )
}
