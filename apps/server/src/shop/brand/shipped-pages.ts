import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Brand } from './brand.ts'
import { type LegalPage, legalPages } from './brand-schema.ts'

/** The folder with the brands that this release ships. */
const SHIPPED = new URL('../../../../../brands/', import.meta.url)

const textOf = (dir: string, locale: string, page: string): string | null => {
  const path = join(dir, 'legal', locale, `${page}.html`)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/** The legal pages of a brand, in its fallback language, that are word by word those of a brand that ships. */
export function shippedPages({ dir, fallback, sample }: Pick<Brand, 'dir' | 'fallback' | 'sample'>): LegalPage[] {
  if (sample) return [...legalPages]
  const folders = existsSync(SHIPPED) ? readdirSync(SHIPPED) : []
  const shipped = new Set(
    folders.flatMap((name) => legalPages.map((page) => textOf(join(SHIPPED.pathname, name), fallback, page))),
  )
  return legalPages.filter((page) => shipped.has(textOf(dir, fallback, page)))
}
