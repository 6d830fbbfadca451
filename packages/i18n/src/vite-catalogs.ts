import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { locales } from '@hc/contract/locales'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { readTexts, sourcesOf, type TextFile, textPath, type Tree } from './texts.ts'

const compileTree = (tree: Tree): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileTree(value)]),
  )

/** The version in the address of all catalogs of a build: it changes with any text, so they may be cached for ever. */
export function catalogVersion(): string {
  const hash = createHash('sha256')
  for (const locale of locales) hash.update(locale).update(readFileSync(textPath(locale, 'shop')))
  return hash.digest('base64url').slice(0, 10)
}

/** Writes the portal's compiled texts as JSON beside its scripts: a file for each language and namespace. */
export function catalogFiles(): Plugin {
  return {
    name: 'hc-catalog-files',
    apply: 'build',
    generateBundle() {
      for (const locale of locales)
        for (const [namespace, tree] of Object.entries(compileTree(readTexts(locale, 'shop'))))
          this.emitFile({
            type: 'asset',
            fileName: `assets/i18n-${catalogVersion()}/${locale}/${namespace}.json`,
            source: JSON.stringify(tree),
          })
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
