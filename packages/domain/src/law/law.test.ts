import { describe, expect, it } from 'vitest'
import { euCountries } from './eu.ts'
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

  it('reads back from a row as it was written, and takes nothing that is no rule', () => {
    for (const { rules } of lawPacks) expect(rulesOf(JSON.parse(JSON.stringify(rules)))).toEqual(rules)
    for (const wrong of [null, 14, {}, { withdrawal: 14 }, { withdrawal: { days: 0 } }, { withdrawal: { days: 1.5 } }])
      expect(rulesOf(wrong)).toEqual({})
  })

  it('covers the 27 states of the Union and the three others of the Economic Area', () => {
    expect(euCountries).toHaveLength(30)
    expect(new Set(euCountries).size).toBe(30)
  })
})
