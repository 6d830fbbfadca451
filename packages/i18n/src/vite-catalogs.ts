import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type Locale, locales } from '@hc/contract/locales'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { readTexts, sourcesOf, type TextFile, textPath, type Tree } from './texts.ts'

const compileTree = (tree: Tree): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileTree(value)]),
  )

/** The texts of a language in the parts that the browser fetches. */
type PartsOf = (locale: Locale) => Tree

/** The portal's parts are its namespaces. */
export const shopParts: PartsOf = (locale) => readTexts(locale, 'shop')

/** The version in the address of all catalogs of a build: it changes with any text, so they may be cached for ever. */
export function catalogVersion(partsOf: PartsOf): string {
  const hash = createHash('sha256')
  for (const locale of locales) hash.update(JSON.stringify([locale, partsOf(locale)]))
  return hash.digest('base64url').slice(0, 10)
}

/** Writes a site's compiled texts as JSON beside its scripts: a file for each language and part. */
export function catalogFiles(partsOf: PartsOf): Plugin {
  return {
    name: 'hc-catalog-files',
    apply: 'build',
    generateBundle() {
      const folder = `assets/i18n-${catalogVersion(partsOf)}`
      for (const locale of locales)
        for (const [part, tree] of Object.entries(compileTree(partsOf(locale))))
          this.emitFile({ type: 'asset', fileName: `${folder}/${locale}/${part}.json`, source: JSON.stringify(tree) })
    },
  }
}

/** Replaces a language's file by its whole texts, compiled: the browser gets no ICU parser. */
export function catalogs(): Plugin {
  return {
    name: 'hc-catalogs',
    enforce: 'pre',
    // Objects compress better than texts of JSON in scripts: 4 % of the desk's texts.
    config: () => ({ json: { namedExports: false, stringify: false } }),
    load(id) {
      const [, name, file] =
        /[\\/]i18n[\\/]texts[\\/]([^\\/]+)[\\/](shop|desk)\.json$/.exec(id.split('?')[0] ?? '') ?? []
      const locale = locales.find((candidate) => candidate === name)
      if (!locale) return null
      // The languages that it is completed from are read again, too, when they are edited in development.
      for (const source of sourcesOf(locale)) this.addWatchFile(fileURLToPath(textPath(source, file as TextFile)))
      return { code: JSON.stringify(compileTree(readTexts(locale, file as TextFile))), map: null }
    },
  }
}
