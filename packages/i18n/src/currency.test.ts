import { describe, expect, it } from 'vitest'
import { locales } from '@hc/contract/locales'
import { currencyForms, currencyNamer } from './currency.ts'
import { flatten, translatedTexts, textFiles } from './texts.ts'

/** A distinct replacement for every form of every language. */
const ownNames = Object.fromEntries(
  locales.map((locale) => [
    locale,
    Object.fromEntries(Object.keys(currencyForms[locale]).map((form) => [form, `⟨${form}⟩`])),
  ]),
)

describe('the name of the currency', () => {
  it.each([...locales])("%s is the brand's in every text", (locale) => {
    const named = currencyNamer(ownNames)
    for (const [key, text] of textFiles.flatMap((file) => flatten(translatedTexts(locale, file))))
      expect(named(locale, text), `${key}: ${text}`).not.toMatch(/\bHC\b|HC[^\w\s]/)
  })

  it('takes the grammatical form of the text, also with a no-break space', () => {
    const named = currencyNamer({
      'en-US': { one: 'Acorn', many: 'Acorns' },
      'de-DE': { many: 'Eicheln', dative: 'Eicheln', compound: 'Eichel-' },
    })
    expect(named('en-US', 'HC Point packs: 5 HC\u00a0Points, HC-Point balance')).toBe(
      'Acorn packs: 5 Acorns, Acorn balance',
    )
    expect(named('de-DE', 'HC-Punkte-Pakete mit HC-Punkten')).toBe('Eichel-Pakete mit Eicheln')
  })

  it('has the Korean particle that its last sound requires', () => {
    const [acorn, coin] = [
      currencyNamer({ 'ko-KR': { name: '도토리' } }),
      currencyNamer({ 'ko-KR': { name: '달란트 동전' } }),
    ]
    expect(acorn('ko-KR', 'HC 포인트는 HC 포인트로 HC 포인트를')).toBe('도토리는 도토리로 도토리를')
    expect(coin('ko-KR', 'HC 포인트는 HC 포인트로 HC 포인트를')).toBe('달란트 동전은 달란트 동전으로 달란트 동전을')
  })

  it('does not change if the brand has no name for it', () =>
    expect(currencyNamer({})('en-US', '5 HC Points')).toBe('5 HC Points'))
})
