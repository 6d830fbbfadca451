import { describe, expect, it } from 'vitest'
import { type Group, limits, type Side, verdict, type Window } from './judge.ts'

const MB = 1024 ** 2
const side = (orders: Partial<Group> = {}, more: Partial<Side> = {}): Side => ({
  groups: {
    reads: { calls: 300, failed: 0, p95: 20, p50: 8 },
    orders: { calls: 40, failed: 0, p95: 60, p50: 30, ...orders },
  },
  memory: 120 * MB,
  reloadErrors: 0,
  hasBus: true,
  ...more,
})
const window = (minute: number, more: Partial<Window> = {}): Window => ({
  at: minute * 60_000,
  new: side(),
  old: side(),
  notReady: [],
  ended: [],
  oldIsReady: true,
  undelivered: 0,
  broken: [],
  ...more,
})
const windows = (of: (minute: number) => Partial<Window>, n = 8): Window[] =>
  Array.from({ length: n }, (_, minute) => window(minute, of(minute)))

describe('a new release stays', () => {
  it('where it is as the old one, or the old one is as bad', () => {
    expect(verdict(windows(() => ({})))).toBeNull()
    const bad = side({ calls: 200, failed: 4 })
    expect(verdict(windows(() => ({ new: bad, old: bad })))).toBeNull()
  })
  it('where it is slow once, or a little, or twice of very little', () => {
    expect(verdict(windows((minute) => (minute === 7 ? { new: side({ p95: 900 }) } : {})))).toBeNull()
    expect(verdict(windows(() => ({ new: side({ p95: 150 }) })))).toBeNull()
    expect(verdict(windows(() => ({ new: side({ p95: 400 }), old: side({ p95: 300 }) })))).toBeNull()
    expect(verdict(windows(() => ({ new: side({ p95: null }) })))).toBeNull()
  })
  it('where its memory grows and is given back, or grows less than 5 MB a minute', () => {
    expect(verdict(windows((m) => ({ new: side({}, { memory: (100 + (m % 3) * 60) * MB }) })))).toBeNull()
    expect(verdict(windows((m) => ({ new: side({}, { memory: (100 + m * 4) * MB }) })))).toBeNull()
    expect(
      verdict(
        windows((m) => ({
          new: side({}, { memory: (100 + m * 20) * MB }),
          old: side({}, { memory: (100 + m * 20) * MB }),
        })),
      ),
    ).toBeNull()
  })
  it('where the old one does not answer either: the database is away', () => {
    expect(verdict([window(1, { notReady: ['web'], oldIsReady: false })])).toBeNull()
  })
})

describe('a new release goes back', () => {
  it('where more than 0.5 % of 200 calls fail', () => {
    expect(verdict([window(0, { new: side({ calls: 200, failed: 2 }) })])).toMatch(/2 of 200 calls of the group orders/)
    expect(verdict([window(0, { new: side({ calls: 200, failed: 1 }) })])).toBeNull()
    expect(verdict([window(0, { new: side({ calls: 60, failed: 2 }) })])).toMatch(/2 of 360 calls failed/)
  })
  it('where few calls fail that never failed, three times a minute', () => {
    const few = (failed: number) =>
      window(0, { new: { ...side(), groups: { orders: { calls: 9, failed, p95: null, p50: null } } } })
    expect(verdict([few(2)])).toBeNull()
    expect(verdict([few(3)])).toMatch(/3 calls of the group orders failed within a minute/)
  })
  it('where a group of calls takes twice as long and 100 ms more, in two windows', () => {
    expect(verdict(windows((m) => (m > 5 ? { new: side({ p95: 361 }) } : {})))).toMatch(/take 361 ms .* 60 of the old/)
  })
  it('where half of its calls take longer, though the slowest of both are as slow', () => {
    const busy = (p50: number) => side({ p95: 900, p50 })
    expect(verdict(windows(() => ({ new: busy(340), old: busy(40) })))).toMatch(/340 ms \(half\), and 40 of the old/)
  })
  it('where its memory grows by more than 5 MB a minute for five minutes', () => {
    const leak = (m: number) => ({ new: side({}, { memory: (100 + m * 6) * MB }) })
    expect(verdict(windows(leak, 5))).toBeNull()
    expect(verdict(windows(leak, 7))).toMatch(/memory grew by 30 MB in 300 s/)
    expect(verdict(windows(leak, 4), { ...limits, memoryMs: 120_000, memoryBytes: 10 * MB })).toMatch(/12 MB in 120 s/)
  })
  it('where a process is not ready or ended, books break, or paid orders wait', () => {
    const why = (more: Partial<Window>) => verdict([window(0, more)])
    expect(why({ notReady: ['worker'] })).toBe('worker of it is not ready')
    expect(why({ ended: ['desk'] })).toBe('desk of it ended by itself')
    expect(why({ broken: ['journals sum to zero'] })).toBe('books are broken: journals sum to zero')
    expect(why({ undelivered: 2 })).toMatch(/2 paid orders wait/)
    expect(why({ new: side({}, { reloadErrors: 1 }) })).toMatch(/prices or texts/)
    expect(verdict(windows(() => ({ new: side({}, { hasBus: false }) }), 2))).toMatch(/bus/)
  })
})
