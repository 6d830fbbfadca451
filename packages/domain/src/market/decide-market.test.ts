import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideMarket, type CountrySigns, signs, type Standing } from './decide-market.ts'

const open = (): boolean => false
const guarded = (): boolean => true
const declared = (country: string, strikes = 0): Standing => ({ country, source: 'declared', strikes })

describe("a player's country", () => {
  it('is the country of the connection, or else the country that the game gives', () => {
    expect(decideMarket({ ip: 'JP', game: 'DE' }, null, open)).toMatchObject({ country: 'JP', given: true })
    expect(decideMarket({ game: 'DE', phone: 'FR' }, null, open)).toMatchObject({ country: 'DE', given: true })
    expect(decideMarket({ phone: 'FR' }, null, open)).toEqual({
      country: '',
      given: false,
      confirmed: true,
      missing: [],
    })
  })
  it('is the declared one if one sign agrees, and otherwise the declaration is ignored', () => {
    expect(decideMarket({ ip: 'DE', phone: 'JP' }, declared('JP'), open)).toMatchObject({ country: 'JP', given: true })
    expect(decideMarket({ ip: 'DE' }, declared('JP'), open)).toEqual({
      country: 'DE',
      given: true,
      confirmed: false,
      missing: [...signs],
    })
  })
  it('is the one that staff granted, whatever the signs say', () => {
    const standing = { country: 'KW', source: 'staff', strikes: 0 } as const
    expect(decideMarket({ ip: 'DE' }, standing, guarded)).toMatchObject({ country: 'KW', given: true, confirmed: true })
  })
})

describe('protected prices', () => {
  it('need two signs that agree; the player’s declaration is not a sign', () => {
    expect(decideMarket({ ip: 'TR', phone: 'TR' }, null, guarded)).toMatchObject({ given: true, confirmed: true })
    expect(decideMarket({ ip: 'TR' }, declared('TR'), guarded)).toEqual({
      country: 'TR',
      given: false,
      confirmed: false,
      missing: ['game', 'phone', 'payer'],
    })
  })
  it('come back after a strike only if the payer’s country is one of the signs that agree', () => {
    const signsAgree: CountrySigns = { ip: 'TR', phone: 'TR', payer: 'DE' }
    expect(decideMarket(signsAgree, declared('TR', 1), guarded)).toMatchObject({
      given: false,
      missing: ['game', 'payer'],
    })
    expect(decideMarket({ ...signsAgree, payer: 'TR' }, declared('TR', 1), guarded)).toMatchObject({ given: true })
  })
})

it('never gives prices of a country that only the player declares', () => {
  const country = fc.constantFrom('JP', 'DE', 'TR', undefined)
  fc.assert(
    fc.property(
      country,
      country,
      country,
      country,
      country,
      fc.nat(1),
      fc.boolean(),
      (ip, game, phone, payer, choice, strikes, guard) => {
        const evidence = Object.fromEntries(
          Object.entries({ ip, game, phone, payer }).filter(([, value]) => value !== undefined),
        ) as CountrySigns
        const decision = decideMarket(evidence, choice === undefined ? null : declared(choice, strikes), () => guard)
        if (!decision.given) return
        const agree = signs.filter((sign) => evidence[sign] === decision.country).length
        expect(agree).toBeGreaterThanOrEqual(guard || (choice !== undefined && strikes > 0) ? 2 : 1)
      },
    ),
  )
})
