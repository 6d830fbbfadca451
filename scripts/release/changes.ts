import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readLock, root } from './lock.ts'

/** What changed since the last release: a file a change, in `changes`, and the areas of the product that differ. */

export const kinds = ['added', 'changed', 'fixed', 'security', 'internal'] as const
export type Kind = (typeof kinds)[number]

/** Parts of the product, by the folders and files whose change somebody may notice. */
export const areas = {
  shop: ['apps/portal', 'packages/ui'],
  desk: ['apps/console'],
  server: ['apps/server', 'packages/channels', 'packages/contract', 'packages/domain'],
  texts: ['packages/i18n'],
  docs: ['apps/docs', 'packages/markdown'],
  box: ['apps/box'],
  deploy: ['deploy'],
  commands: ['scripts'],
  kits: ['integrations'],
  brands: ['brands'],
  packages: ['package-lock.json'],
} as const satisfies Record<string, readonly string[]>
export type Area = keyof typeof areas
export const areaNames = Object.keys(areas) as Area[]

/** `must`: what an operator has to do, a command or a sentence. */
export type Change = { name: string; kind: Kind; areas: Area[]; must: string | null; text: string }

/** @throws where a file is not what `changes/README.md` says */
export function readChange(name: string, content: string): Change {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(content) ?? []
  const fields = new Map(
    head.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2).trim()] as const
    }),
  )
  const kind = kinds.find((word) => word === fields.get('kind'))
  const named = fields.get('area')?.split(', ') ?? []
  const knownAreas = areaNames.filter((area) => named.includes(area))
  const text = body.trim().replaceAll(/\s*\n\s*/g, ' ')
  const stray = [...fields.keys()].filter((field) => !['kind', 'area', 'must'].includes(field))
  if (kind === undefined) throw new Error(`changes/${name}: kind is one of ${kinds.join(', ')}`)
  if (knownAreas.length === 0 || knownAreas.length !== named.length)
    throw new Error(`changes/${name}: area is one or several of ${areaNames.join(', ')}`)
  if (text === '') throw new Error(`changes/${name}: no text`)
  if (stray.length > 0) throw new Error(`changes/${name}: no such field: ${stray.join(', ')}`)
  // It would stand in the list of what an operator has to do.
  if (fields.get('must')?.toLowerCase() === 'none')
    throw new Error(`changes/${name}: leave must out where nothing is to be done`)
  return { name: name.replace(/\.md$/, ''), kind, areas: knownAreas, must: fields.get('must') ?? null, text }
}

/** The changes of a folder, in the order of their names: `changes`, or `changes/VERSION` of a release. */
export function readChanges(folder = join(root, 'changes')): Change[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => readChange(name, readFileSync(join(folder, name), 'utf8')))
}

/** Files that no operator, player or engineer of a game gets. */
const NOT_PRODUCT =
  /(^|\/)(node_modules|dist|testing|\.cache)(\/|$)|^scripts\/release(\/|$)|^deploy\/secrets(\/|$)|\.test\.tsx?$|\.d\.json\.ts$|\.log$/

function* filesOf(base: string, path: string): Generator<string> {
  if (NOT_PRODUCT.test(path) || !existsSync(join(base, path))) return
  if (statSync(join(base, path)).isFile()) yield path
  else for (const name of readdirSync(join(base, path)).sort()) yield* filesOf(base, `${path}/${name}`)
}

/** A file without what a release itself writes into it. */
function contentOf(base: string, path: string): Buffer | string {
  if (path === 'package-lock.json')
    return Object.entries(readLock(base))
      .filter(([place, { link, dev }]) => place.includes('node_modules/') && !link && !dev)
      .map(([place, { version }]) => `${place} ${version}`)
      .join('\n')
  const content = readFileSync(join(base, path))
  return /(^|\/)(package\.json|Chart\.yaml)$/.test(path)
    ? content.toString('utf8').replaceAll(/^ *"?(?:version|appVersion|@hc\/[\w-]+)"?: .*$/gm, '')
    : content
}

export type AreaHashes = Record<Area, string>

/** A hash of each area's content in a folder, committed or not. It needs no history. */
export function hashAreas(base = root): AreaHashes {
  const hashOf = (area: Area): string => {
    const hash = createHash('sha256')
    for (const path of areas[area].flatMap((folder) => [...filesOf(base, folder)]))
      hash.update(`${path}\n`).update(contentOf(base, path))
    return hash.digest('hex').slice(0, 16)
  }
  return Object.fromEntries(areaNames.map((area) => [area, hashOf(area)])) as AreaHashes
}

/** The area of a file; undefined if nobody outside notices its change. */
export const areaOf = (path: string): Area | undefined =>
  NOT_PRODUCT.test(path)
    ? undefined
    : areaNames.find((area) => areas[area].some((folder) => path === folder || path.startsWith(`${folder}/`)))

/** Areas that differ from the last release and that no change names. */
export function silentAreas(released: AreaHashes, now: AreaHashes, changes: readonly Change[]): Area[] {
  const spoken = new Set(changes.flatMap(({ areas: named }) => named))
  return areaNames.filter((area) => released[area] !== now[area] && !spoken.has(area))
}

/**
 * The areas that a branch changed without a word: its files since it left `main`, and none in `changes` that names
 * their area. `why` says why nothing can be said: a clone without that history, or `main` itself.
 */
export function silentBranch(base = root): { silent: Area[] } | { why: string } {
  const git = (...args: string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd: base, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  const head = git('rev-parse', 'HEAD')
  if (head === undefined) return { why: 'this folder has no git history' }
  const start = ['origin/main', 'main'].map((name) => git('merge-base', name, 'HEAD')).find((commit) => commit)
  if (start === undefined) return { why: 'this clone does not know where its branch left main' }
  const files = [git('diff', '--name-only', start), git('ls-files', '-o', '--exclude-standard')]
    .flatMap((list) => list?.split('\n') ?? [])
    .filter(Boolean)
  // A release uses up the changes of its branch.
  if (files.includes('releases.json')) return { silent: [] }
  const words = readChanges(join(base, 'changes')).filter(({ name }) => files.includes(`changes/${name}.md`))
  const spoken = new Set(words.flatMap(({ areas: named }) => named))
  const changed = new Set(files.flatMap((path) => areaOf(path) ?? []))
  return { silent: areaNames.filter((area) => changed.has(area) && !spoken.has(area)) }
}
