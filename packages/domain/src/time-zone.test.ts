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

it('a zone by the words of any language is none, and by its name it is the same clock', () => {
  const names = timeZones()
  for (const locale of ['en-US', 'zh-CN', 'zh-HK', 'zh-TW', 'th-TH', 'ko-KR', 'ja-JP', 'vi-VN', 'de-DE'])
    for (const zone of names.filter((_, at) => at % 9 === 0)) {
      for (const timeZoneName of ['long', 'short', 'longGeneric', 'shortOffset'] as const) {
        const words = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName })
          .formatToParts(0)
          .find(({ type }) => type === 'timeZoneName')?.value
        if (words !== 'UTC') expect([words, timeZone(words ?? '')]).toEqual([words, undefined])
      }
      const clock = (timeZone: string): string =>
        new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full', timeStyle: 'long' }).format(1_795_000_000_000)
      expect([zone, clock(timeZone(zone.toLowerCase()) ?? '')]).toEqual([zone, clock(zone)])
    }
})
