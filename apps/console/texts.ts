import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locale } from '@hc/contract/locales'
import type { Plugin } from 'vite'
import { flatten, ownTexts, readTexts, type Tree } from '../../packages/i18n/src/texts.ts'

const src = fileURLToPath(new URL('src/', import.meta.url))
const read = (file: string): string => readFileSync(file, 'utf8')

/** What loads by itself, by its name in the code: `'/orders': () => import('./pages/orders/orders.tsx')`. */
const roots = new Map(
  readdirSync(src)
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [...read(src + name).matchAll(/'([^']+)'(?:,|:) \(\) =>\s+import\('(\.[^']+)'\)/g)])
    .map(([, name = '', path = '']) => [name, join(src, path)] as const),
)
/** Parts of many pages. A page that imports one of these files also loads its part. */
const shared = [`${src}kit/list.tsx`, `${src}kit/codes.ts`]
const [entry, frame] = [`${src}entry.tsx`, `${src}signed-in.tsx`]

const isRoot = (file: string): boolean => [...roots.values()].includes(file)

/** The files of this site that a file imports. */
function importsOf(file: string): string[] {
  const imports = read(file)
    .replace(/^import type [^']*'[^']*'/gm, '')
    .matchAll(/\b(from |import\()'(\.[^']+\.tsx?)'/g)
  return [...imports].flatMap(([, how, path = '']) => {
    const next = join(dirname(file), path)
    return !next.startsWith(src) || (how === 'import(' && isRoot(next)) ? [] : [next]
  })
}

/** A file and what it imports, without what loads by itself. */
function codeOf(file: string, files = new Set<string>()): Set<string> {
  files.add(file)
  for (const next of importsOf(file)) if (!files.has(next)) codeOf(next, files)
  return files
}

const keys = flatten(ownTexts('en-US', 'desk')).map(([key]) => key)

/**
 * The keys that a file names: whole ones, all that begin as a template does (`orders.does.${action}`), and all of a
 * group (`tOf(t, 'orders.kind', kind)`).
 */
function keysOf(file: string): string[] {
  const names = [...read(file).matchAll(/['"`]([a-z]\w*(?:\.\w+)*\.?)(['"`]|\$\{)/gi)]
  const whole = new Set(names.filter(([, , end]) => end !== '${').map(([, name]) => name))
  const begins = names.filter(([, name = '', end]) => end === '${' && name.includes('.')).map(([, name = '']) => name)
  for (const [, group = ''] of read(file).matchAll(/\btOf\(\s*t,\s*'([\w.]+)'/g)) begins.push(`${group}.`)
  return keys.filter((key) => whole.has(key) || begins.some((begin) => key.startsWith(begin)))
}
const textsOf = (file: string): string[] => [...codeOf(file)].flatMap(keysOf)

/** The name of a part in its address. */
const nameOf = (file: string): string => basename(file).replace(/\.tsx?$/, '')

/** The parts that a file's code needs besides those of the frame that it stands in. */
const neededBy = (file: string): string[] => {
  const code = codeOf(file)
  return [...shared.filter((other) => other !== file && code.has(other)), file]
}

/** The keys of each part: those in its code that no part has which is loaded with or before it. */
function readParts(): ReadonlyMap<string, ReadonlySet<string>> {
  const parts = new Map<string, ReadonlySet<string>>()
  const add = (file: string, before: readonly string[]): void => {
    const others = new Set(before.flatMap((other) => [...(parts.get(nameOf(other)) ?? [])]))
    if (parts.has(nameOf(file))) throw new Error(`two parts of the desk are named ${nameOf(file)}`)
    parts.set(nameOf(file), new Set(textsOf(file).filter((key) => !others.has(key))))
  }
  add(entry, [])
  add(frame, [entry])
  for (const file of shared) add(file, [entry, frame])
  for (const [name, file] of roots)
    if (file !== frame)
      add(file, [entry, ...(name.startsWith('/') ? [frame] : []), ...neededBy(file).filter((other) => other !== file)])
  return parts
}
let parts: ReadonlyMap<string, ReadonlySet<string>> | undefined
export const keysOfParts = (): ReadonlyMap<string, ReadonlySet<string>> => (parts ??= readParts())

/** The parts that each piece needs which loads by itself, such as a page by its path. */
export const neededParts = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries([...roots].map(([name, file]) => [name, neededBy(file).map(nameOf)]))

const pick = (tree: Tree, keySet: ReadonlySet<string>, prefix = ''): Tree =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]): [string, string | Tree][] => {
      if (typeof value === 'string') return keySet.has(prefix + key) ? [[key, value]] : []
      const below = pick(value, keySet, `${prefix}${key}.`)
      return Object.keys(below).length > 0 ? [[key, below]] : []
    }),
  )

/** The desk's texts in a language, by parts. */
export function deskParts(locale: Locale): Tree {
  const texts = readTexts(locale, 'desk')
  return Object.fromEntries([...keysOfParts()].map(([part, keySet]) => [part, pick(texts, keySet)]))
}

/** Refuses a build in which the bundler sees an import that this file does not: a page would lack its texts. */
export function wholeParts(): Plugin {
  return {
    name: 'hc-whole-parts',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      for (const file of new Set([entry, ...roots.values()].flatMap((root) => [...codeOf(root)]))) {
        const imports = new Set(importsOf(file))
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(file) ?? {}
        for (const next of [...importedIds, ...dynamicallyImportedIds.filter((id) => !isRoot(id))])
          if (next.startsWith(src) && !next.endsWith('.css') && !imports.has(next))
            throw new Error(`${file} imports ${next}, in a way that texts.ts does not read`)
      }
    },
  }
}
