import compile from 'icu-minify/compile'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Locale, locales } from '@hc/contract/locales'
import { flatten, ownTexts, readTexts, sourcesOf, type TextFile, textFiles } from './texts.ts'

/** The names in braces, and tags; the branches of plural and select are not names. */
function placeholders(text: string): string[] {
  const branch = /(?<=\b(?:zero|one|two|few|many|other)\s*|=\d+\s*)\{\s*\w+\s*\}/g
  const names = [...text.replace(branch, '').matchAll(/\{\s*(\w+)\s*(?=[,}])/g)].map((match) => match[1] ?? '')
  const tags = [...text.matchAll(/<(\w+)>/g)].map((match) => `<${match[1]}>`)
  return [...new Set([...names, ...tags])].sort()
}

/** The forms of each plural in a text: the keywords before its branches, without those for exact numbers. */
function pluralForms(text: string): string[][] {
  return [...text.matchAll(/\{\s*\w+\s*,\s*plural\s*,((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, branches = '']) =>
    [...branches.matchAll(/([a-z]+|=\d+)\s*\{[^{}]*\}/g)]
      .map(([, form = '']) => form)
      .filter((form) => !form.startsWith('=')),
  )
}
const formsOf = (locale: Locale): readonly string[] => new Intl.PluralRules(locale).resolvedOptions().pluralCategories
/**
 * The number of words. Only texts of five and more words must differ: shorter ones are sometimes equal in two
 * languages.
 */
const wordsOf = (text: string): number => text.match(/[A-Za-z’]{2,}/g)?.length ?? 0

const keysOf = (locale: Locale, file: TextFile): string[] => flatten(ownTexts(locale, file)).map(([key]) => key)

describe('catalogs', () => {
  it('exist for all nine languages', () =>
    expect(readdirSync(new URL('../texts/', import.meta.url)).sort()).toEqual([...locales].sort()))

  it('are English where a language has no text of its own, and in Hong Kong first those of Taiwan', () => {
    expect(sourcesOf('de-DE')).toEqual(['de-DE', 'en-US'])
    expect(sourcesOf('zh-HK')).toEqual(['zh-HK', 'zh-TW', 'en-US'])
    for (const locale of locales)
      for (const file of textFiles)
        expect(flatten(readTexts(locale, file)).map(([key]) => key)).toEqual(keysOf('en-US', file))
  })

  describe.each(locales.filter((locale) => locale !== 'en-US'))('%s', (locale) => {
    it.each(textFiles)('repeats no English sentence in %s.json: a text without a translation is left out', (file) => {
      const source = new Map(flatten(ownTexts('en-US', file)))
      const repeated = flatten(ownTexts(locale, file)).filter(
        ([key, text]) => wordsOf(text) >= 5 && source.get(key) === text,
      )
      expect(repeated).toEqual([])
    })

    it.each(textFiles)('repeats no text of the language that it is based on in %s.json', (file) => {
      const [, base = 'en-US'] = sourcesOf(locale)
      const below = new Map(base === 'en-US' ? [] : flatten(readTexts(base, file)))
      expect(flatten(ownTexts(locale, file)).filter(([key, text]) => below.get(key) === text)).toEqual([])
    })
  })

  describe.each(locales)('%s', (locale) =>
    it.each(textFiles)('%s has the keys and placeholders of en-US, parses, and leaves nothing empty', (file) => {
      const source = new Map(flatten(ownTexts('en-US', file)))
      for (const [key, text] of flatten(ownTexts(locale, file))) {
        const english = source.get(key) ?? ''
        expect(english, `${key} is a key of en-US`).not.toBe('')
        expect(text.trim(), key).not.toBe('')
        expect(() => compile(text), key).not.toThrow()
        expect(placeholders(text), key).toEqual(placeholders(english))
        const complete = pluralForms(english).map((forms) => forms.length === formsOf('en-US').length)
        const ownForms = formsOf(locale)
        for (const [at, forms] of pluralForms(text).entries()) {
          expect(ownForms, `${key}: the plural forms of ${locale}`).toEqual(expect.arrayContaining(forms))
          if (complete[at])
            expect([...forms].sort(), `${key}: all plural forms of ${locale}`).toEqual([...ownForms].sort())
        }
      }
    }),
  )
})
