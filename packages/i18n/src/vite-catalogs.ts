import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Tree = { readonly [key: string]: string | Tree }

const compileTree = (tree: Tree): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileTree(value)]),
  )

const folder = fileURLToPath(new URL('./locales/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()

/** The version in the address of all catalogs of a build: it changes with any text, so they may be cached for ever. */
export function catalogVersion(): string {
  const hash = createHash('sha256')
  for (const name of files) hash.update(name).update(readFileSync(folder + name))
  return hash.digest('base64url').slice(0, 10)
}

/**
 * Writes the compiled catalogs as JSON beside the portal's scripts; a language without a file gets the English texts.
 * The desk's texts are not included.
 */
export function catalogFiles(locales: readonly string[], source: string): Plugin {
  return {
    name: 'hc-catalog-files',
    apply: 'build',
    async generateBundle() {
      const namespaces = files
        .filter((name) => name.startsWith(`${source}/`) && name !== `${source}/desk.ts`)
        .map((name) => name.slice(source.length + 1, -3))
      for (const locale of locales) {
        for (const namespace of namespaces) {
          const own = `${locale}/${namespace}.ts`
          const file = folder + (files.includes(own) ? own : `${source}/${namespace}.ts`)
          const tree = await treeOf(pathToFileURL(file).href)
          this.emitFile({
            type: 'asset',
            fileName: `assets/i18n-${catalogVersion()}/${locale}/${namespace}.json`,
            source: JSON.stringify(compileTree(tree)),
          })
        }
      }
    },
  }
}

/** The texts of a catalog's file. */
const treeOf = async (url: string): Promise<Tree> => ((await import(url)) as { default: Tree }).default

/** Replaces a catalog by its compiled texts: the browser gets neither an ICU parser nor TypeScript's comments. */
export function catalogs(): Plugin {
  return {
    name: 'hc-catalogs',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? ''
      if (!/[\\/]packages[\\/]i18n[\\/]src[\\/]locales[\\/].+\.ts$/.test(file)) return null
      // The time in the address makes Node read an edited file again in development.
      const url = `${pathToFileURL(file).href}?t=${statSync(file).mtimeMs}`
      return { code: `export default ${JSON.stringify(compileTree(await treeOf(url)))}`, map: null }
    },
  }
}
