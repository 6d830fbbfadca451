import compile from 'icu-minify/compile'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { locales } from '@hc/contract/locales'
import { namespaces } from './messages.ts'

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

const load = async (locale: string, namespace: string) =>
  flatten(((await import(new URL(`${locale}/${namespace}.ts`, here).href)) as { default: Tree }).default)

describe('catalogs', () => {
  it('exist for all nine languages', () => expect([...present].sort()).toEqual([...locales].sort()))

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
