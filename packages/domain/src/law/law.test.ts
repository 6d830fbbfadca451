import { describe, expect, it } from 'vitest'
import { eeaCountries, eeaPacks, euCountries, euPacks } from './eu.ts'
import { gbPacks } from './gb.ts'
import { rulesOf } from './pack.ts'
import { lawPacks } from './packs.ts'

describe('a pack of law', () => {
  it('says its country, its day and its source, and there is one for a country and version', () => {
    for (const pack of lawPacks) {
      expect(pack.country).toMatch(/^[A-Z]{2}$/)
      expect(pack.validFrom).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(pack.source.length).toBeGreaterThan(20)
    }
    expect(new Set(lawPacks.map(({ country, version }) => `${country} ${version}`)).size).toBe(lawPacks.length)
  })

  it('reads back from a row as it was written, and rejects anything that is not a rule', () => {
    for (const { rules } of lawPacks) expect(rulesOf(JSON.parse(JSON.stringify(rules)))).toEqual(rules)
    for (const wrong of [null, 14, {}, { withdrawal: 14 }, { withdrawal: { days: 0 } }, { withdrawal: { days: 1.5 } }])
      expect(rulesOf(wrong)).toEqual({})
  })

  it('covers the 27 states of the Union, the three others of the Economic Area, and the United Kingdom', () => {
    expect([euCountries.length, eeaCountries.length]).toEqual([27, 3])
    expect(new Set(lawPacks.map(({ country }) => country)).size).toBe(31)
  })

  it('names the act and day that bind its country: the Union’s button is not yet law in the other three', () => {
    for (const { source, validFrom } of euPacks)
      expect([validFrom, source]).toEqual(['2026-06-19', expect.stringContaining('2023/2673')])
    for (const { source, note, validFrom } of eeaPacks) {
      expect([validFrom, source]).toEqual(['2014-02-01', expect.stringContaining('EEA Agreement')])
      expect(source).not.toContain('2023/2673')
      expect(note).toContain('was not found by')
    }
    for (const { country, rules, source, validFrom } of gbPacks)
      expect([country, validFrom, rules.withdrawal?.days, source]).toEqual([
        'GB',
        '2014-06-13',
        14,
        expect.stringContaining('S.I. 2013/3134'),
      ])
  })
})
