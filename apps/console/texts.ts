import { fileURLToPath } from 'node:url'
import type { Locale } from '@hc/contract/locales'
import { build, type Plugin } from 'vite'
import { flatten, ownTexts, readTexts, type Tree } from '../../packages/i18n/src/texts.ts'
import { type Area, areaOf, areas } from './areas.ts'

const src = fileURLToPath(new URL('src/', import.meta.url))
const keys = flatten(ownTexts('en-US', 'desk')).map(([key]) => key)

const pick = (tree: Tree, area: Area, prefix = ''): Tree =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): [string, string | Tree][] => {
      const key = prefix + name
      if (typeof value === 'string') return areaOf(key) === area ? [[name, value]] : []
      const below = pick(value, area, `${key}.`)
      return Object.keys(below).length > 0 ? [[name, below]] : []
    }),
  )

/** The desk's texts in a language, by areas. */
export function deskParts(locale: Locale): Tree {
  const texts = readTexts(locale, 'desk')
  return Object.fromEntries(areas.map((area) => [area, pick(texts, area)]))
}

type Node = { type: string; [name: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Everything in a syntax tree but the names of rights, some of which are keys, too. */
function* nodesOf(node: Node): Generator<Node> {
  const { key, value: named } = node
  if (node.type === 'Property' && nameOf(key) === 'permission' && isNode(named) && named.type === 'Literal') return
  yield node
  for (const value of Object.values(node))
    for (const below of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(below)) yield* nodesOf(below)
}

/** A text of the code: a whole one, or the beginning of a template. */
function textOf(node: Node): { text: string; whole: boolean } | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return { text: node.value, whole: true }
  if (node.type !== 'TemplateLiteral') return null
  const [first] = node.quasis as { value: { cooked: string } }[]
  return { text: first?.value.cooked ?? '', whole: (node.expressions as unknown[]).length === 0 }
}

/** The keys that a module names: whole ones, and all of the groups with which its templates begin. */
function* keysIn(nodes: readonly Node[]): Generator<string> {
  for (const node of nodes) {
    const [group] =
      node.type === 'CallExpression' && nameOf(node.callee) === 'tOf' ? (node.arguments as Node[]).slice(1) : []
    const begins = group && textOf(group)
    if (begins?.whole) yield* keys.filter((key) => key.startsWith(`${begins.text}.`))
    const piece = textOf(node)
    if (!piece || piece.text === '') continue
    if (piece.whole) yield* keys.filter((key) => key === piece.text)
    else if (piece.text.includes('.')) yield* keys.filter((key) => key.startsWith(piece.text))
  }
}
const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? (node.name as string) : '')

/** Modules that load by themselves, with the areas of their texts: `lazyPart(() => import('./home.tsx'), 'home')`. */
function* partsIn(nodes: readonly Node[]): Generator<{ from: string; loads: Area[] }> {
  for (const node of nodes) {
    if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'lazyPart') continue
    const [load, ...rest] = node.arguments as Node[]
    const imports = load && [...nodesOf(load)].find(({ type }) => type === 'ImportExpression')
    if (!imports) continue
    const names = rest.map((argument) => textOf(argument)?.text)
    yield {
      from: textOf(imports.source as Node)?.text ?? '',
      loads: areas.filter((area) => names.includes(area)),
    }
  }
}

export type Reading = {
  /** Keys that the code names. */
  named: Set<string>
  /** Pages and other parts that name a text of an area that they do not load: `orders.tsx: prices.title (catalog)`. */
  lacks: string[]
  parts: Map<string, readonly Area[]>
}

type Read = { keys: readonly string[]; parts: ReadonlyMap<string, readonly Area[]>; next: readonly string[] }

/** Each part with the modules that it brings, and what they name. `core` is always there. */
function readingOf(modules: ReadonlyMap<string, Read>, entry: string): Reading {
  const reading: Reading = { named: new Set(), lacks: [], parts: new Map() }
  const walk = (part: string, loads: readonly Area[]): void => {
    reading.parts.set(part, loads)
    const queue = [part]
    const visited = new Set(queue)
    const later = new Map<string, readonly Area[]>()
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const module = modules.get(id)
      for (const key of module?.keys ?? []) {
        reading.named.add(key)
        const area = areaOf(key)
        if (!loads.includes(area))
          reading.lacks.push(`${part.slice(src.length)}: ${key} of ${area}, in ${id.slice(src.length)}`)
      }
      for (const [other, its] of module?.parts ?? []) later.set(other, its)
      for (const next of module?.next ?? [])
        if (!visited.has(next) && !module?.parts.has(next)) {
          visited.add(next)
          queue.push(next)
        }
    }
    for (const [other, its] of later) if (!reading.parts.has(other)) walk(other, [...new Set([...loads, ...its])])
  }
  walk(entry, ['core'])
  reading.lacks = [...new Set(reading.lacks)].sort()
  return reading
}

/** Reads what each part of the desk names, from the bundler's own graph. `take` gets it when the graph is whole. */
function reader(take: (reading: Reading) => void): Plugin {
  return {
    name: 'hc-areas',
    async buildEnd(error) {
      if (error) return
      const modules = new Map<string, Read>()
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id)
        if (!id.startsWith(src) || !/\.tsx?$/.test(id) || typeof info?.code !== 'string') continue
        const nodes = [...nodesOf(this.parse(info.code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node)]
        const parts = new Map<string, readonly Area[]>()
        for (const { from, loads } of partsIn(nodes)) {
          const resolved = await this.resolve(from, id)
          if (resolved) parts.set(resolved.id, loads)
        }
        modules.set(id, {
          keys: [...new Set(keysIn(nodes))],
          parts,
          next: [...info.importedIds, ...info.dynamicallyImportedIds],
        })
      }
      take(readingOf(modules, `${src}entry.ts`))
    },
  }
}

/** Refuses a build in which a page names a text of an area that it does not load: it would show the key. */
export const wholeAreas = (): Plugin => ({
  ...reader(({ lacks }) => {
    if (lacks.length > 0) throw new Error(`texts of areas that are not loaded:\n${lacks.join('\n')}`)
  }),
  apply: 'build',
})

/** The same of the present sources, without a build. */
export async function readAreas(): Promise<Reading> {
  let answer: Reading | undefined
  await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: `${src}entry.ts`,
        external: (id, importer) => importer !== undefined && !/^\.{0,2}\//.test(id),
      },
    },
    plugins: [
      {
        name: 'hc-no-styles',
        enforce: 'pre',
        load: (id) => (id.endsWith('.css') ? { code: '', moduleType: 'js' } : null),
      },
      reader((reading) => {
        answer = reading
      }),
    ],
  })
  if (!answer) throw new Error('the desk was not read')
  return answer
}
