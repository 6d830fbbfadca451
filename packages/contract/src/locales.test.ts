import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultLocale, locales, matchLocale, negotiateLocale } from './locales.ts'

const supported = fc.constantFrom(...locales)
/** What a tag may carry behind the language (RFC 5646): extensions, private use. */
const behind = fc.constantFrom('', '-u-ca-buddhist', '-u-ca-roc-nu-latn', '-x-private', '-t-en', '-u-hc-h23-x-a-b')
const spelling = fc.constantFrom<(tag: string) => string>(
  (tag) => tag,
  (tag) => tag.toLowerCase(),
  (tag) => tag.toUpperCase(),
  (tag) => tag.replaceAll('-', '_'),
)

it('a language is found by every tag that browsers and systems have for it', () =>
  fc.assert(
    fc.property(supported, behind, spelling, (locale, more, spelt) => {
      const { language } = new Intl.Locale(locale)
      for (const tag of [
        locale,
        new Intl.Locale(locale).maximize().toString(),
        new Intl.Locale(locale).minimize().toString(),
        ...(language === 'zh' ? [] : [language, `${language}-AQ`]),
      ])
        expect([tag, more, matchLocale(spelt(tag + more))]).toEqual([tag, more, locale])
    }),
  ))

it('each first wish of a browser is followed, however it weighs the others', () => {
  fc.assert(
    fc.property(
      supported,
      fc.array(supported),
      behind,
      fc.constantFrom(';q=', '; Q=', ' ; q = '),
      (first, others, more, sign) => {
        const header = [
          first + more,
          ...others.map((other, at) => `${other}${sign}${(0.9 - at / 100).toFixed(2)}`),
          '*;q=0.1',
        ]
        expect(negotiateLocale(header.join(', '))).toBe(first)
        expect(negotiateLocale([...header.slice(1), `${first};q=0.95`].join(','))).toBe(first)
      },
    ),
  )
  for (const none of [undefined, '', '*', 'fr-FR', 'xx', ';;;', 'q=1', 'de-DE;q=0'])
    expect([none, negotiateLocale(none)]).toEqual([none, defaultLocale])
})
