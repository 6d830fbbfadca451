/// <reference types="vite/client" />
import { defaultLocale, type Locale } from '@hc/contract/locales'
import type { Messages, Namespace } from './messages.ts'

/** One small chunk for each language and namespace; the build compiles the ICU texts in them. */
const modules = import.meta.glob<Messages[Namespace]>('./locales/*/*.ts', { import: 'default' })
const loaded = new Map<string, Messages[Namespace]>()

const path = (locale: Locale, namespace: Namespace): string => {
  const own = `./locales/${locale}/${namespace}.ts`
  return own in modules ? own : `./locales/${defaultLocale}/${namespace}.ts`
}

async function one(locale: Locale, namespace: Namespace): Promise<Messages[Namespace]> {
  const file = path(locale, namespace)
  const known = loaded.get(file)
  if (known) return known
  const load = modules[file]
  if (!load) throw new Error(`no catalog ${file}`)
  const texts = await load()
  loaded.set(file, texts)
  return texts
}

/** The texts of some namespaces in one language; each file is fetched once. */
export async function loadMessages(locale: Locale, wanted: readonly Namespace[]): Promise<Partial<Messages>> {
  const entries = await Promise.all(wanted.map(async (namespace) => [namespace, await one(locale, namespace)] as const))
  return Object.fromEntries(entries) as Partial<Messages>
}

/** The catalogs' source files, for the server's preload links. */
export const catalogFile = (locale: Locale, namespace: Namespace): string =>
  path(locale, namespace).replace('./', 'packages/i18n/src/')
