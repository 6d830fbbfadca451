import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Brand } from './brand.ts'
import { ACCESSIBILITY, type LegalPage, legalPages } from './brand-schema.ts'

/** The folder with the brands that this release ships. */
const SHIPPED = new URL('../../../../../brands/', import.meta.url)

const textOf = (dir: string, locale: string, page: string): string | null => {
  const path = join(dir, 'legal', locale, `${page}.html`)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

function shippedTexts(fallback: string, pages: readonly string[]): ReadonlySet<string | null> {
  const folders = existsSync(SHIPPED) ? readdirSync(SHIPPED) : []
  return new Set(folders.flatMap((name) => pages.map((page) => textOf(join(SHIPPED.pathname, name), fallback, page))))
}

/** The legal pages of a brand, in its fallback language, that are word by word those of a brand that ships. */
export function shippedPages({ dir, fallback, sample }: Pick<Brand, 'dir' | 'fallback' | 'sample'>): LegalPage[] {
  if (sample) return [...legalPages]
  const shipped = shippedTexts(fallback, legalPages)
  return legalPages.filter((page) => shipped.has(textOf(dir, fallback, page)))
}

/** True if a brand has a statement about accessibility that is not word by word that of a brand that ships. */
export function hasStatement({ dir, fallback, sample }: Pick<Brand, 'dir' | 'fallback' | 'sample'>): boolean {
  const text = textOf(dir, fallback, ACCESSIBILITY)
  return text !== null && !sample && !shippedTexts(fallback, [ACCESSIBILITY]).has(text)
}
