/// <reference types="vite/client" />
import type { Locale } from '@hc/contract/locales'
import { fetchPart } from './load.ts'
import type { DeskMessages } from './messages.ts'
import { over, type Tree } from './tree.ts'

type Texts = Tree<unknown>

/** The desk in development imports a language whole. The built desk fetches the parts that its pages need. */
const modules = import.meta.env.DEV ? import.meta.glob<Texts>('../texts/*/desk.json', { import: 'default' }) : null
const loaded = new Map<string, Promise<Texts>>()

async function load(locale: Locale, part: string): Promise<Texts> {
  return modules ? ((await modules[`../texts/${locale}/desk.json`]?.()) ?? {}) : await fetchPart(locale, part)
}

function loadPart(locale: Locale, part: string): Promise<Texts> {
  const key = `${locale}/${part}`
  const texts = loaded.get(key) ?? load(locale, part)
  loaded.set(key, texts)
  // A part that did not arrive is fetched again when somebody asks for it.
  texts.catch(() => loaded.delete(key))
  return texts
}

/** The texts of some parts in a language, which need not be the one on the screen; each part is fetched once. */
export async function loadDesk(locale: Locale, parts: readonly string[]): Promise<DeskMessages> {
  const all = await Promise.all(parts.map((part) => loadPart(locale, part)))
  return all.reduce<Texts>(over, {}) as unknown as DeskMessages
}
