import { type Locale, locales } from '@hc/contract/locales'
import { catalogOf } from '../message/frame.ts'
import type { LegalKind } from './law.ts'

/** The version of the legal texts that this release ships. A changed text needs a new version. */
export const SHIPPED_VERSION = 1

/** The legal texts that this release ships, by kind and language. */
export async function shippedTexts(): Promise<Record<LegalKind, Partial<Record<Locale, string>>>> {
  const texts = await Promise.all(
    locales.map(async (locale) => [locale, (await catalogOf(locale, 'withdraw')).legal] as const),
  )
  const of = (kind: LegalKind): Partial<Record<Locale, string>> =>
    Object.fromEntries(texts.map(([locale, legal]) => [locale, legal[kind]]))
  return { waiver: of('waiver'), withdrawal: of('withdrawal') }
}
