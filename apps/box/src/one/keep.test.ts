import { expect, it } from 'vitest'
import { dueJobs } from './keep.ts'

const at = (text: string): number => Date.parse(`2026-11-${text}Z`)

it('the keeper ships the log each minute, at its first look, and when the clock goes back', () => {
  const ships = (shippedMs: number | null, nowMs: number): boolean =>
    dueJobs({ shippedMs, nightMs: null }, nowMs).includes('ship')
  expect(ships(null, at('27T12:00:00'))).toBe(true)
  expect(ships(at('27T12:00:00'), at('27T12:00:59'))).toBe(false)
  expect(ships(at('27T12:00:00'), at('27T12:01:00'))).toBe(true)
  expect(ships(at('27T12:00:00'), at('27T11:00:00'))).toBe(true)
})
it('the keeper makes one backup a night, at ten past three, and makes up for one that it missed', () => {
  const isNight = (nightMs: number | null, nowMs: number): boolean =>
    dueJobs({ shippedMs: nowMs, nightMs }, nowMs).includes('night')
  expect(isNight(at('26T15:00:00'), at('27T03:09:59'))).toBe(false)
  expect(isNight(at('26T15:00:00'), at('27T03:10:00'))).toBe(true)
  expect(isNight(at('27T03:10:00'), at('27T23:00:00'))).toBe(false)
  expect(isNight(at('25T03:10:00'), at('27T01:00:00'))).toBe(true)
  expect(isNight(null, at('27T04:00:00'))).toBe(false)
})
