import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dumpPromises } from '../../kit/schema-dump.ts'
import { landedSources } from './release.ts'

export const root = resolve(import.meta.dirname, '../../..')
/** A comment on lines of its own. */
const COMMENT = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm

/** The words of a version's TypeScript: its statements are written there, and the box's. */
export function wordsOf(folder: string): Set<string> {
  const files = globSync(['apps/server/{src,seeds}/**/*.ts', 'apps/box/src/**/*.ts'], { cwd: folder }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const codeOf = (file: string): string => readFileSync(join(folder, file), 'utf8').replaceAll(COMMENT, '')
  return new Set(files.flatMap((file) => codeOf(file).match(/\w+/g) ?? []))
}

/** A long form goes on in further lines of the comment. */
const DROPS = /^-- drops: (.+(?:\n--   .+)*)$/gm

/** Lines that our migrations strike: another form of a function is meant, or a word stands for something else. */
function droppedForms(): string[] {
  const files = globSync('apps/server/sql/migrations/*.sql', { cwd: root })
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(DROPS)].map(
      ([, form = '']) => `${form.replaceAll('\n--  ', '')} `,
    ),
  )
}

/**
 * What the landed version's processes ask of the database, a line each: the functions and columns that its statements
 * name, and its migrations. What only its SQL functions name is not asked: all of them are replaced together. (A call
 * may run meanwhile, so one that gives another type keeps its old form for a release, under its old name.) A word
 * may stand for something else, so the list may have a line too many, and never one too few; a migration strikes one
 * by `-- drops: function name(arguments)`. Decision 174.
 */
export async function landedPromises(): Promise<string[]> {
  const folder = landedSources()
  const words = wordsOf(folder)
  const isNamed = (line: string): boolean => {
    const [, kind = '', names = ''] = /^(function|column|migration) ([\w.]+)/.exec(line) ?? []
    return kind === 'migration' || names.split('.').every((name) => words.has(name))
  }
  const dropped = droppedForms()
  const lines = await dumpPromises(pathToFileURL(`${folder}/apps/server/sql/`))
  return lines.filter((line) => isNamed(line) && !dropped.some((form) => line.startsWith(form)))
}
