import { describe, expect, it } from 'vitest'
import { type Rng, seeded } from '../../../../test/proof/sim/rng.ts'
import {
  type Before,
  type Group,
  limits,
  type Pair,
  type Side,
  type Tally,
  type Verdict,
  verdict,
  type Window,
} from './judge.ts'

/**
 * How often the judge is wrong: upgrades as they may be, drawn by a seed, with stalls of the machine, a busy hour that
 * comes, and a slot that is slower because it has the players.
 */
const MB = 1024 ** 2
const WINDOW_MS = 30_000
const [TRIAL, WATCH] = [2, 20]
const buckets = [10, 25, 50, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000, Infinity]

type World = { orders: number; reads: number; failing: number; stalls: number; load: number; lateLoad: number }
/** A shop with an order now and then, and one with an order each second on a machine that others use, too. */
const quiet: World = { orders: 1, reads: 4, failing: 0, stalls: 0.01, load: 0, lateLoad: 1 }
const busy: World = { orders: 30, reads: 150, failing: 0.001, stalls: 0.05, load: 30, lateLoad: 2.5 }
type Worse = { failing?: number; slowerMs?: number; slowerOrdersMs?: number; bytesPerMs?: number }

const normal = (rng: Rng): number => Math.sqrt(-2 * Math.log(1 - rng.next())) * Math.cos(2 * Math.PI * rng.next())
const events = (rng: Rng, n: number, p: number): number => {
  if (p === 0) return 0
  let sum = 0
  for (let at = 0; at < n; at++) if (rng.next() < p) sum++
  return sum
}
const around = (rng: Rng, mean: number): number => Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(rng)))

function upgradeOf(rng: Rng, world: World, worse: Worse) {
  const pace = (at: number): number => (at < TRIAL ? 1 : world.lateLoad ** Math.min(1, at / 10))
  const window = (at: number): Window => {
    const isStall = rng.next() < world.stalls
    const slowness = pace(at) * (isStall ? 10 : 1)
    const failing = isStall ? world.failing + 0.05 : world.failing
    const [share, waiting] = at < TRIAL ? [0.1, 0.1] : [0.996, 1]
    const took = (median: number, load: number, more: number): number =>
      slowness * (median * Math.exp(0.6 * normal(rng)) - world.load * load * Math.log(1 - rng.next())) + more
    const group = (mean: number, median: number, load: number, bad: number, more: number): Group => {
      const calls = around(rng, mean)
      const times = buckets.map((le, index) => ({ over: buckets[index - 1] ?? 0, le, n: 0 }))
      for (let n = 0; n < calls; n++) {
        const ms = took(median, load, more)
        const bucket = times.find(({ le }) => ms <= le)
        if (bucket) bucket.n++
      }
      return { calls, failed: events(rng, calls, bad), times }
    }
    const sideOf = (part: number, load: number, isNew: boolean): Side => ({
      groups: {
        reads: group(world.reads * part, 20, load, failing, isNew ? (worse.slowerMs ?? 0) : 0),
        'our reads': { calls: 60, failed: events(rng, 60, failing), times: [] },
        orders: group(
          world.orders * part,
          40,
          load,
          failing + (isNew ? (worse.failing ?? 0) : 0),
          isNew ? (worse.slowerMs ?? 0) + (worse.slowerOrdersMs ?? 0) : 0,
        ),
      },
      memory:
        (isNew ? 120 + 100 * (1 - Math.exp(-at / 3)) : 230) * MB +
        rng.next() * 30 * MB +
        (isNew ? at * WINDOW_MS * (worse.bytesPerMs ?? 0) : 0),
      reloadErrors: 0,
      hasBus: true,
    })
    const pairs = Array.from({ length: 60 }, (): Pair => ({
      new: took(20, waiting, worse.slowerMs ?? 0),
      old: took(20, 1 - waiting, 0),
    }))
    return {
      from: at * WINDOW_MS,
      at: (at + 1) * WINDOW_MS,
      new: sideOf(share, waiting, true),
      old: sideOf(1 - share, 1 - waiting, false),
      pairs,
      notReady: [],
      ended: [],
      oldIsReady: true,
      oldIsAway: false,
      undelivered: 0,
      broken: [],
    }
  }
  const life: Record<string, Tally> = Object.fromEntries(
    (['orders', 'reads'] as const).map((name) => {
      const calls = world[name] * 1000
      return [name, { calls, failed: events(rng, Math.min(calls, 20_000), world.failing) }]
    }),
  )
  /** How the trial and the watch end, as the steps of an upgrade ask. */
  function run(): { verdict: Verdict; at: number } | null {
    const all = Array.from({ length: TRIAL + WATCH }, (_, at) => at)
    const trial: Window[] = []
    const watch: Window[] = []
    for (const at of all) {
      const list = at < TRIAL ? trial : watch
      list.push(window(at))
      const before: Before = { life, windows: at < TRIAL ? [] : trial }
      const end = verdict(list, limits, before)
      if (end !== null) return { verdict: end, at }
    }
    return null
  }
  return run()
}

/** How many of `n` upgrades go back, why, and how long after the begin of the first bad window at the latest. */
function endsOf(world: World, worse: Worse, n: number) {
  const reasons = new Map<string, number>()
  let longest = 0
  for (let seed = 1; seed <= n; seed++) {
    const end = upgradeOf(seeded(seed), world, worse)
    if (end === null) continue
    longest = Math.max(longest, (end.at + 1) * WINDOW_MS - end.verdict.from)
    const kind = end.verdict.why.replaceAll(/[\d.]+/g, 'N')
    reasons.set(kind, (reasons.get(kind) ?? 0) + 1)
  }
  const back = [...reasons.values()].reduce((sum, count) => sum + count, 0)
  return { share: back / n, longest, reasons: [...reasons.keys()] }
}

/** Decision 750 says what 2,000 gave. */
const UPGRADES = 200

describe('the judge', () => {
  it('undoes few good releases, in a quiet shop and in a busy one', { timeout: 1_800_000 }, () => {
    expect(endsOf(quiet, {}, UPGRADES).share).toBeLessThanOrEqual(0.005)
    expect(endsOf(busy, {}, UPGRADES).share).toBeLessThanOrEqual(0.01)
  })

  const cases: readonly (readonly [name: string, World, Worse, least: number, longest: number])[] = [
    ['300 ms more, in a quiet shop', quiet, { slowerMs: 300 }, 1, 60_000],
    ['300 ms more, in a busy shop', busy, { slowerMs: 300 }, 1, 60_000],
    ['300 ms more for orders alone', busy, { slowerOrdersMs: 300 }, 0.7, 600_000],
    ['20 MB a second more, in a quiet shop', quiet, { bytesPerMs: (20 * MB) / 1000 }, 1, 60_000],
    ['20 MB a second more, in a busy shop', busy, { bytesPerMs: (20 * MB) / 1000 }, 1, 60_000],
    ['12 MB a minute more', busy, { bytesPerMs: (12 * MB) / 60_000 }, 0.9, 600_000],
    ['half of the orders failing', busy, { failing: 0.5 }, 1, 60_000],
    ['2 % of the orders failing, five a second', { ...busy, orders: 150 }, { failing: 0.02 }, 0.95, 240_000],
    // There are too few of them within the time: the trial on a copy makes 300.
    ['2 % of the orders failing, one a second', busy, { failing: 0.02 }, 0.7, 600_000],
  ]
  it.each(cases)(
    'leads players back from a release with %s',
    { timeout: 600_000 },
    (_, world, worse, least, longest) => {
      const ends = endsOf(world, worse, UPGRADES / 5)
      expect(ends.share).toBeGreaterThanOrEqual(least)
      expect(ends.longest).toBeLessThanOrEqual(longest)
    },
  )
})
