import compile from 'icu-minify/compile'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Locale, locales } from '@hc/contract/locales'
import { untranslated } from './desk/untranslated.ts'
import { namespaces } from './messages.ts'

type Tree = { readonly [key: string]: string | Tree }
const here = new URL('./locales/', import.meta.url)
const present = readdirSync(here)

function flatten(tree: Tree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  )
}

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
const everything = [...namespaces, 'desk']
/** A language's desk texts are the parts of its file, with English for keys that wait for translation. */
const waits = (namespace: string, key: string): boolean =>
  namespace === 'desk' && untranslated.some((one: string) => key === one || key.startsWith(`${one}.`))
const sourceOf = (locale: string, namespace: string): string =>
  [
    `${locale}/${namespace}.ts`,
    ...readdirSync(new URL(`${locale}/`, here), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.startsWith(`${namespace}/`))
      .map((name) => `${locale}/${name}`),
  ]
    .map((name) => readFileSync(new URL(name, here), 'utf8'))
    .join('\n')

/** The texts after a line `// untranslated`, which `npm run new -- text` writes (decision 241). */
const markedIn = (catalog: string): string[] =>
  [...catalog.matchAll(/\/\/ untranslated\n\s*[\w$']+:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g)].map(
    ([, single, double = '']) => (single ?? double).replace(/\\(['"\\])/g, '$1').replaceAll(/\\u00A0/gi, '\u00A0'),
  )
/**
 * The number of words. Only texts of five and more words must differ: shorter ones are sometimes equal in two
 * languages.
 */
const wordsOf = (text: string): number => text.match(/[A-Za-z’]{2,}/g)?.length ?? 0

const load = async (locale: string, namespace: string) =>
  flatten(((await import(new URL(`${locale}/${namespace}.ts`, here).href)) as { default: Tree }).default)

describe('catalogs', () => {
  it('exist for all nine languages', () => expect([...present].sort()).toEqual([...locales].sort()))

  it.each(locales.filter((locale) => locale !== 'en-US'))(
    '%s marks each English text that waits for its translation, and no other',
    async (locale) => {
      const wrong = await Promise.all(
        everything.map(async (namespace) => {
          const source = new Map(await load('en-US', namespace))
          const marked = markedIn(sourceOf(locale, namespace))
          const english = (await load(locale, namespace)).filter(
            ([key, text]) => source.get(key) === text && !waits(namespace, key),
          )
          const unmarked = english.filter(([, text]) => wordsOf(text) >= 5 && !marked.includes(text))
          const translated = marked.filter((text) => !english.some(([, other]) => other === text))
          return [
            ...unmarked.map(([key]) => `${namespace}.${key} is English, without the line "// untranslated"`),
            ...translated.map((text) => `${namespace}: "${text}" is not English any more: delete "// untranslated"`),
          ]
        }),
      )
      expect(wrong.flat()).toEqual([])
    },
  )

  it('use English for a text of the desk only if the list of untranslated texts names it', async () => {
    const keys = (await load('en-US', 'desk')).map(([key]) => key)
    const named = (one: string): boolean => keys.some((key) => key === one || key.startsWith(`${one}.`))
    expect(untranslated.filter((one) => !named(one))).toEqual([])
    expect(new Set(untranslated).size).toBe(untranslated.length)
  })

  describe.each(locales)('%s', (locale) => {
    it.each(everything)(
      '%s has the keys and placeholders of en-US, parses, and leaves nothing empty',
      async (namespace) => {
        const source = new Map(await load('en-US', namespace))
        const texts = await load(locale, namespace)
        expect(texts.map(([key]) => key).sort()).toEqual([...source.keys()].sort())
        for (const [key, text] of texts) {
          expect(text.trim(), key).not.toBe('')
          expect(() => compile(text), key).not.toThrow()
          expect(placeholders(text), key).toEqual(placeholders(source.get(key) ?? ''))
          const asked = pluralForms(source.get(key) ?? '').map((forms) => forms.length === formsOf('en-US').length)
          const own = waits(namespace, key) ? formsOf('en-US') : formsOf(locale)
          for (const [at, forms] of pluralForms(text).entries()) {
            expect(own, `${key}: the plural forms of ${locale}`).toEqual(expect.arrayContaining(forms))
            if (asked[at]) expect([...forms].sort(), `${key}: all plural forms of ${locale}`).toEqual([...own].sort())
          }
        }
      },
    )
  })
})
