import { pathToFileURL } from 'node:url'
import { statSync } from 'node:fs'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Tree = { readonly [key: string]: string | Tree }

const compileTree = (tree: Tree): Record<string, unknown> =>
  Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileTree(value)]))

/** Turns a catalog into its compiled texts: the browser gets neither an ICU parser nor TypeScript's comments. */
export function catalogs(): Plugin {
  return {
    name: 'hc-catalogs',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? ''
      if (!/[\\/]packages[\\/]i18n[\\/]src[\\/]locales[\\/].+\.ts$/.test(file)) return null
      // The time in the address makes Node read an edited file again in development.
      const url = `${pathToFileURL(file).href}?t=${statSync(file).mtimeMs}`
      const module = (await import(url)) as { default: Tree }
      return { code: `export default ${JSON.stringify(compileTree(module.default))}`, map: null }
    },
  }
}
