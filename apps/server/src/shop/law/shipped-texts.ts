import { type Locale, locales } from '@hc/contract/locales'
import { shopTexts } from '@hc/i18n/texts'
import type { LegalKind } from './law.ts'

/** The version of the legal texts that this release ships. A changed text needs a new version. */
export const SHIPPED_VERSION = 1

/** The legal texts that this release ships, by kind and language. */
export function shippedTexts(): Record<LegalKind, Partial<Record<Locale, string>>> {
  const of = (kind: LegalKind): Partial<Record<Locale, string>> =>
    Object.fromEntries(locales.map((locale) => [locale, shopTexts(locale).withdraw.legal[kind]]))
  return { waiver: of('waiver'), withdrawal: of('withdrawal') }
}
