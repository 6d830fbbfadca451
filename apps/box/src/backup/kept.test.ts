import { describe, expect, it } from 'vitest'
import { backupsOf, nameOf, overdue, staying, takenAt } from './kept.ts'
import type { PlacedFile } from './place.ts'

const DAY = 86_400_000
const now = Date.parse('2026-11-28T03:10:00Z')
/** A backup of each night, with its box.tar and a piece of log of every hour. */
const nights = (n: number): PlacedFile[] =>
  Array.from({ length: n }, (_, i) => now - i * DAY).flatMap((at) => [
    { name: `${nameOf(at)}.age`, bytes: 100, at },
    { name: `${nameOf(at)}.box.age`, bytes: 1, at: at + 60_000 },
    ...Array.from({ length: 24 }, (_, hour) => {
      const sealed = at - hour * 3_600_000
      return {
        name: `00000001${Math.floor(sealed / 3_600_000)
          .toString(16)
          .toUpperCase()
          .padStart(16, '0')}.age`,
        bytes: 1,
        at: sealed,
      }
    }),
  ])
const stayingOf = (n: number): string[] => [...staying(backupsOf(nights(n)))].toSorted()

describe('what stays at the place of backups', () => {
  it('is the last seven nights, the last night of four weeks, and the last one of three months', () => {
    expect(stayingOf(7)).toHaveLength(7)
    const days = stayingOf(120).map((name) => new Date(takenAt(name)).toISOString().slice(0, 10))
    expect(days).toEqual([
      '2026-09-30',
      '2026-10-31',
      '2026-11-08',
      '2026-11-15',
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
    ])
  })
  it('is never empty, and never counts a backup that is not whole', () => {
    const [base, ...rest] = nights(3)
    const half = [base, ...rest.filter(({ name }) => name !== `${nameOf(now)}.box.age`)] as PlacedFile[]
    expect(staying(backupsOf(half)).has(nameOf(now))).toBe(false)
    // It is being made: nothing of it goes.
    expect(overdue(half, now).map(({ name }) => name)).not.toContain(`${nameOf(now)}.age`)
    const old = nights(1)
    expect(overdue(old, now + 400 * DAY).filter(({ name }) => name.startsWith('base-'))).toEqual([])
  })
  it('has the log of fourteen days, and that which an older backup cannot do without', () => {
    const overdueNames = new Set(overdue(nights(120), now).map(({ name }) => name))
    const log = nights(120).filter(({ name }) => name.startsWith('0'))
    const days = [
      ...new Set(
        log.filter(({ name }) => !overdueNames.has(name)).map(({ at }) => new Date(at).toISOString().slice(0, 10)),
      ),
    ]
    expect(days).toEqual(expect.arrayContaining(['2026-09-30', '2026-10-31', '2026-11-14', '2026-11-28']))
    expect(days).not.toContain('2026-11-02')
    expect(log.filter(({ name, at }) => !overdueNames.has(name) && at < now - 20 * DAY).length).toBeLessThan(10)
  })
  it('keeps the hashes of deleted players as long as a backup may bring them back', () => {
    const hashes = [1, 50, 119].map((days) => ({ name: `forgotten-${days}.age`, bytes: 1, at: now - days * DAY }))
    const overdueNames = overdue([...nights(120), ...hashes], now).map(({ name }) => name)
    expect(overdueNames.filter((name) => name.startsWith('forgotten'))).toEqual(['forgotten-119.age'])
  })
})
