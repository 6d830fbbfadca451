import { describe, expect, it } from 'vitest'
import { type Group, limits, type Pair, type Side, usable, verdict, type Window } from './judge.ts'

const MB = 1024 ** 2
const group = (more: Partial<Group> = {}): Group => ({
  calls: 40,
  failed: 0,
  times: [{ over: 50, le: 100, n: 40 }],
  ...more,
})
const side = (groups: Record<string, Group> = {}, more: Partial<Side> = {}): Side => ({
  groups: { reads: group({ calls: 300, times: [{ over: 10, le: 25, n: 300 }] }), orders: group(), ...groups },
  memory: 120 * MB,
  reloadErrors: 0,
  hasBus: true,
  ...more,
})
const pairs = (ofNew: number, ofOld: number, n = 60): Pair[] =>
  Array.from({ length: n }, () => ({ new: ofNew, old: ofOld }))
const WINDOW_MS = 30_000
const window = (at: number, more: Partial<Window> = {}): Window => ({
  from: at * WINDOW_MS,
  at: (at + 1) * WINDOW_MS,
  new: side(),
  old: side(),
  pairs: pairs(20, 20),
  notReady: [],
  ended: [],
  oldIsReady: true,
  oldIsAway: false,
  undelivered: 0,
  broken: [],
  ...more,
})
const windows = (of: (at: number) => Partial<Window>, n = 20): Window[] =>
  Array.from({ length: n }, (_, at) => window(at, of(at)))
const why = (list: readonly Window[], within = limits): string | null => verdict(list, within)?.why ?? null
const orders = (more: Partial<Group>): Side => side({ orders: group(more) })

describe('a new release stays', () => {
  it('where it is as the old one, or the old one is as bad', () => {
    expect(verdict(windows(() => ({})))).toBeNull()
    const bad = orders({ calls: 200, failed: 4 })
    expect(verdict(windows(() => ({ new: bad, old: bad })))).toBeNull()
  })
  it('where as many calls fail as did in the life of the old one', () => {
    const list = windows(() => ({ new: orders({ calls: 100, failed: 1 }), old: orders({ calls: 0 }) }))
    expect(verdict(list, limits, { life: { orders: { calls: 5000, failed: 60 } }, windows: [] })).toBeNull()
    expect(verdict(list, limits, { life: { orders: { calls: 5000, failed: 2 } }, windows: [] })).not.toBeNull()
  })
  it('where calls fail in one window alone, for that may be the machine', () => {
    expect(verdict(windows((at) => (at === 4 ? { new: orders({ failed: 5 }) } : {})))).toBeNull()
  })
  it('where it is slow once, or a little, or less than twice as slow', () => {
    expect(verdict(windows((at) => (at === 7 ? { pairs: pairs(900, 20) } : {}), 8))).toBeNull()
    expect(verdict(windows(() => ({ pairs: pairs(110, 20) })))).toBeNull()
    expect(verdict(windows(() => ({ pairs: pairs(400, 300) })))).toBeNull()
  })
  it('where the slot that has the players is as much slower as the old one was while it had them', () => {
    const trial = windows(() => ({ pairs: [...pairs(20, 400, 15), ...pairs(20, 20, 45)] }), 4)
    const watch = windows(() => ({ pairs: [...pairs(400, 20, 15), ...pairs(20, 20, 45)] }))
    expect(verdict(watch, limits, { life: {}, windows: trial })).toBeNull()
    expect(verdict(watch)).not.toBeNull()
  })
  it('where its memory grows and is given back, or grows less than 5 MB a minute, or both grow', () => {
    const memory = (of: (at: number) => number) => (at: number) => ({ new: side({}, { memory: of(at) * MB }) })
    expect(verdict(windows(memory((at) => 100 + (at % 3) * 60)))).toBeNull()
    expect(verdict(windows(memory((at) => 100 + at * 2)))).toBeNull()
    expect(verdict(windows(memory((at) => 260 - 160 / (at + 1))))).toBeNull()
    const both = (at: number) => side({}, { memory: (100 + at * 20) * MB })
    expect(verdict(windows((at) => ({ new: both(at), old: both(at) })))).toBeNull()
  })
  it('where the old one does not answer either: the database is away', () => {
    expect(verdict([window(1, { notReady: ['web'], oldIsReady: false, oldIsAway: true })])).toBeNull()
  })
  it('where calls fail while the old one is away and in the minute after', () => {
    const restart = windows((at) => ({
      oldIsReady: at !== 3,
      oldIsAway: at === 3,
      new: at >= 3 && at < 6 ? orders({ calls: 100, failed: 30 }) : side(),
    }))
    expect(verdict(restart)).toBeNull()
    expect(restart.map((_, at) => verdict(restart.slice(0, at + 1))).every((bad) => bad === null)).toBe(true)
    expect(usable(restart)).toHaveLength(17)
  })
})

describe('a new release goes back', () => {
  it('where more calls fail than the old one explains, in two windows', () => {
    const list = windows((at) => (at > 3 ? { new: orders({ calls: 200, failed: 4 }) } : {}), 6)
    expect(why(list.slice(0, 5))).toBeNull()
    expect(why(list)).toBe('8 of 560 calls of the group orders failed (1.4 %), and 0.1 % of the old release')
    expect(verdict(list)?.from).toBe(4 * WINDOW_MS)
  })
  it('where the edge alone sees calls fail, which the process does not count', () => {
    const edgeSide = (failed: number) => side({ 'the edge': group({ calls: 250, failed, times: [] }) })
    const list = windows(() => ({ new: edgeSide(5), old: edgeSide(0) }), 2)
    expect(why(list)).toBe('10 of 500 calls of the group the edge failed (2.0 %), and 0.1 % of the old release')
  })
  it('where most calls of one window fail, at once', () => {
    expect(why([window(0, { new: orders({ failed: 12 }) })])).toMatch(/12 of 40 calls of the group orders failed/)
  })
  it('where pages take twice as long and 100 ms more, in two windows', () => {
    const list = windows((at) => (at > 5 ? { pairs: pairs(320, 20) } : {}), 8)
    expect(why(list)).toBe('pages take 320 ms (half of them), and 20 of the old release')
    expect(verdict(list)?.from).toBe(6 * WINDOW_MS)
    const tail = windows(() => ({ pairs: [...pairs(900, 20, 12), ...pairs(20, 20, 48)] }))
    expect(why(tail)).toMatch(/^pages take/)
  })
  it('where half of the pages take longer, though the slowest of both are as slow', () => {
    expect(why(windows(() => ({ pairs: [...pairs(900, 900, 10), ...pairs(340, 40, 50)] })))).toMatch(/^pages take 340/)
  })
  it("where players' own calls take longer than those of the old one did", () => {
    const slow = orders({ times: [{ over: 400, le: 500, n: 40 }] })
    expect(why(windows(() => ({ new: slow }), 4))).toBe(
      'calls of the group orders take up to 500 ms (95 of 100), and 100 of the old release',
    )
    const trial = windows(() => ({}), 4)
    const watch = windows(() => ({ new: slow, old: orders({ calls: 0, times: [] }) }), 4)
    expect(verdict(watch, limits, { life: {}, windows: trial })?.why).toMatch(/take up to 500 ms/)
    const busier = watch.map((each) => ({ ...each, pairs: pairs(300, 300) }))
    expect(verdict(busier, limits, { life: {}, windows: trial })).toBeNull()
  })
  it('where its memory grows by more than 5 MB a minute for five minutes', () => {
    const leak = (at: number) => ({ new: side({}, { memory: (100 + at * 10 + (at % 2) * 3) * MB }) })
    expect(why(windows(leak, 10))).toBeNull()
    expect(why(windows(leak, 14))).toBe('its memory grows by 20 MB a minute')
  })
  it('where it needs far more memory than the old one, and grows, within a minute', () => {
    const leak = windows((at) => ({ new: side({}, { memory: (120 + at * 600) * MB }) }), 3)
    expect(why(leak)).toBe('it needs 1320 MB and grows, and the old release 120')
  })
  it('where a process is not ready or ended, books break, or paid orders wait', () => {
    const whyOf = (more: Partial<Window>) => why([window(0, more)])
    expect(whyOf({ notReady: ['worker'] })).toBe('worker of it is not ready')
    expect(whyOf({ ended: ['desk'] })).toBe('desk of it ended by itself')
    expect(whyOf({ broken: ['journals sum to zero'] })).toBe('books are broken: journals sum to zero')
    expect(whyOf({ undelivered: 2 })).toMatch(/2 paid orders wait/)
    expect(whyOf({ new: side({}, { reloadErrors: 1 }) })).toMatch(/prices or texts/)
    expect(why(windows(() => ({ new: side({}, { hasBus: false }) }), 2))).toMatch(/bus/)
  })
})
