import compile from 'icu-minify/compile'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { locales } from '@hc/contract/locales'
import { englishAlone, namespaces } from './messages.ts'

type Tree = { readonly [key: string]: string | Tree }
const here = new URL('./locales/', import.meta.url)
const present = readdirSync(here)

function flatten(tree: Tree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  )
}

/** Names in braces and tags; the branches of plural and select are not names. */
function placeholders(text: string): string[] {
  const names = [...text.matchAll(/\{\s*(\w+)\s*(?=[,}])/g)].map((match) => match[1] ?? '')
  const tags = [...text.matchAll(/<(\w+)>/g)].map((match) => `<${match[1]}>`)
  return [...new Set([...names, ...tags])].sort()
}

/** The texts below a line `// untranslated`, which `npm run new -- text` writes (decision 241). */
const markedIn = (catalog: string): string[] =>
  [...catalog.matchAll(/\/\/ untranslated\n\s*[\w$']+:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g)].map(
    ([, single, double = '']) => (single ?? double).replace(/\\(['"\\])/g, '$1').replaceAll(/\\u00A0/gi, '\u00A0'),
  )
/** Words of five and more are nobody's own: shorter texts are the same in two languages now and then. */
const wordsOf = (text: string): number => text.match(/[A-Za-z’]{2,}/g)?.length ?? 0

const load = async (locale: string, namespace: string) =>
  flatten(((await import(new URL(`${locale}/${namespace}.ts`, here).href)) as { default: Tree }).default)

describe('catalogs', () => {
  it('exist for all nine languages', () => expect([...present].sort()).toEqual([...locales].sort()))

  it.each(locales.filter((locale) => locale !== 'en-US'))(
    '%s marks each English text that waits for its translation, and no other',
    async (locale) => {
      const wrong = await Promise.all(
        namespaces.map(async (namespace) => {
          const source = new Map(await load('en-US', namespace))
          const marked = markedIn(readFileSync(new URL(`${locale}/${namespace}.ts`, here), 'utf8'))
          const english = (await load(locale, namespace)).filter(([key, text]) => source.get(key) === text)
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

  it.each([...englishAlone])('%s is there in English alone, parses, and leaves nothing empty', async (namespace) => {
    for (const [key, text] of await load('en-US', namespace)) {
      expect(text.trim(), key).not.toBe('')
      expect(() => compile(text), key).not.toThrow()
    }
    expect(present.filter((locale) => existsSync(new URL(`${locale}/${namespace}.ts`, here)))).toEqual(['en-US'])
  })

  describe.each(locales)('%s', (locale) => {
    it.each([...namespaces])(
      '%s has the keys and placeholders of en-US, parses, and leaves nothing empty',
      async (namespace) => {
        const source = new Map(await load('en-US', namespace))
        const texts = await load(locale, namespace)
        expect(texts.map(([key]) => key).sort()).toEqual([...source.keys()].sort())
        for (const [key, text] of texts) {
          expect(text.trim(), key).not.toBe('')
          expect(() => compile(text), key).not.toThrow()
          expect(placeholders(text), key).toEqual(placeholders(source.get(key) ?? ''))
        }
      },
    )
  })
})
