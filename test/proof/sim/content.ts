import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * The content on which the result of a seed or a mutant depends: the simulator's imports, the database's SQL, and
 * the packages. Decisions 415 and 487.
 */
const root = resolve(import.meta.dirname, '../../..')
const SQL = 'apps/server/sql'
/** Letters read their texts by a language's name at run time. */
const TEXTS = 'packages/i18n/texts'
const OF_LETTERS = ['mail', 'order', 'recharge', 'withdraw']
/** Mutants that run even with known content, to notice effects of the machine. */
export const SAMPLE = 12
/** Seeds that run even with known content: each commit has its own. */
export const FRESH_SEEDS = 20

/** Imports at run time; an import of types alone leaves none. */
const IMPORTS = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm

function importsOf(file: string): string[] {
  const { resolve: find } = createRequire(file)
  return [...readFileSync(file, 'utf8').matchAll(IMPORTS)].flatMap(([, imported, dynamic]) => {
    const name = imported ?? dynamic ?? ''
    if (name.startsWith('.')) return [join(dirname(file), name)]
    return name.startsWith('@hc/') ? [find(name)] : []
  })
}

/** The paths of all these files, in order. */
export function contentFiles(): string[] {
  const matches = new Set<string>()
  const add = (file: string): void => {
    if (matches.has(file)) return
    matches.add(file)
    if (/\.m?ts$|\.mjs$/.test(file)) for (const next of importsOf(file)) add(next)
  }
  add(join(root, 'test/proof/sim/mutants.ts'))
  for (const folder of ['migrations', 'functions'])
    for (const name of readdirSync(join(root, SQL, folder), { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.sql')) add(join(root, SQL, folder, name))
  for (const locale of readdirSync(join(root, TEXTS))) add(join(root, TEXTS, locale, 'shop.json'))
  for (const path of [`${SQL}/checksums.txt`, 'package-lock.json']) add(join(root, path))
  return [...matches].map((file) => relative(root, file)).toSorted()
}

const sha = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** A file; of a language's texts those that letters use. */
function readContent(path: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  if (!path.startsWith(TEXTS)) return text
  const texts = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify(OF_LETTERS.map((name) => texts[name]))
}

/** One hash of their content. */
export const contentOf = (files: readonly string[], read: (path: string) => string | Buffer = readContent): string =>
  sha(files.map((path) => `${path} ${sha(read(path))}\n`).join(''))

/** The content that a record beside this file names; '' without a record. */
export function recordedIn(name: string): string {
  const file = join(import.meta.dirname, name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

/** The checked-out commit, or the content if there is no history. */
export function commitOr(content: string): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return content
  }
}

/** `count` seeds from the first, or, with known content, a few seeds that no other commit runs. */
export function chooseSeeds(
  { first, count: many }: { first: number; count: number },
  { content, recorded, commit }: { content: string; recorded: string; commit: string },
): number[] {
  const isKnown = content === recorded
  // Beyond the first thousand, which the record covers.
  const from = isKnown ? 1_000_000 + (Number.parseInt(sha(commit).slice(0, 8), 16) % 1_000_000_000) : first
  return Array.from({ length: isKnown ? Math.min(many, FRESH_SEEDS) : many }, (_, at) => from + at)
}

/** All mutants, or, with known content, a sample that the commit chooses. */
export function chooseMutants(
  names: readonly string[],
  { content, recorded, commit }: { content: string; recorded: string; commit: string },
): string[] {
  if (content !== recorded) return [...names]
  const place = (name: string): string => sha(`${commit} ${name}`)
  const sample = new Set(names.toSorted((a, b) => place(a).localeCompare(place(b))).slice(0, SAMPLE))
  return names.filter((name) => sample.has(name))
}
