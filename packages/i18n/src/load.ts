/// <reference types="vite/client" />
import type { Locale } from '@hc/contract/locales'
import type { Messages, Namespace } from './messages.ts'

declare const __CATALOG_VERSION__: string

type Texts = Messages[Namespace]

/**
 * The server, and the portal in development, import a language whole. The built portal fetches its parts as JSON: its
 * first page contains its texts, so that they are neither code nor a request, and the entry contains no list of files.
 */
const modules =
  import.meta.env.SSR || import.meta.env.DEV
    ? import.meta.glob<Messages>('../texts/*/shop.json', { import: 'default' })
    : null
const loaded = new Map<string, Texts>()
let folder: string | undefined

/** A part of a language's texts, which the build put beside the scripts of its site. */
export async function fetchPart<Part>(locale: Locale, part: string): Promise<Part> {
  const answer = await fetch(`${folder ?? `/assets/i18n-${__CATALOG_VERSION__}`}/${locale}/${part}.json`)
  if (!answer.ok) throw new Error(`no catalog ${locale}/${part}`)
  return (await answer.json()) as Part
}

async function load(locale: Locale, namespace: Namespace): Promise<Texts> {
  if (!modules) return await fetchPart(locale, namespace)
  const whole = modules[`../texts/${locale}/shop.json`]
  if (!whole) throw new Error(`no catalog ${locale}`)
  return (await whole())[namespace]
}

async function loadNamespace(locale: Locale, namespace: Namespace): Promise<Texts> {
  const key = `${locale}/${namespace}`
  const cachedTexts = loaded.get(key)
  if (cachedTexts) return cachedTexts
  const texts = await load(locale, namespace)
  loaded.set(key, texts)
  return texts
}

/** Loads the texts of some namespaces in one language; each is fetched once. */
export async function loadMessages(locale: Locale, names: readonly Namespace[]): Promise<Partial<Messages>> {
  const entries = await Promise.all(
    names.map(async (namespace) => [namespace, await loadNamespace(locale, namespace)] as const),
  )
  return Object.fromEntries(entries)
}

/** Stores texts that came with the page, and the address of the others, if they are not beside the scripts. */
export function givenMessages(locale: Locale, messages: Partial<Messages>, others?: string): void {
  folder = others
  for (const [namespace, texts] of Object.entries(messages)) loaded.set(`${locale}/${namespace}`, texts)
}
