import { expect, it } from 'vitest'
import { timeZone, timeZones } from './time-zone.ts'

it('a zone has its present name, whatever a browser calls it, and nothing else is a zone', () => {
  for (const [typed, present] of [
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['Asia/Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['asia/tokyo', 'Asia/Tokyo'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['UTC', 'UTC'],
  ] as const)
    expect([typed, timeZone(typed)]).toEqual([typed, present])
  for (const text of ['', 'JST', '+09:00', 'Mars/Olympus', 'Europe/', 'Europe/Berlin; select 1'])
    expect([text, timeZone(text)]).toEqual([text, undefined])
})

it('each name that browsers offer is one that a database without former names knows', () => {
  const former =
    /Saigon|Calcutta|Katmandu|Rangoon|Kiev|Faeroe|Asmera|Godthab|Enderbury|Truk|Ponape|America\/Indianapolis/
  const names = timeZones()
  expect(names.length).toBeGreaterThan(300)
  expect(names.filter((name) => former.test(name) || timeZone(name) !== name)).toEqual([])
})
