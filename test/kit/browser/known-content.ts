import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join, relative, resolve } from 'node:path'
import { type Locale, locales } from '@hc/contract/locales'
import { commitOr, contentOf } from '../../proof/sim/content.ts'

/**
 * What the pages of the shop and of the desk look like depends on: their sources, the server and its SQL, the texts,
 * the runbooks that are pages of the desk, these tests, and the packages. Decision 488.
 */
const root = resolve(import.meta.dirname, '../../..')

const record = join(root, 'test/e2e/passed-with.txt')

/** Languages beside English that are looked at though all have passed with this content. */
const SAMPLE = 2

/** The paths of all these files, in order. */
export function lookFiles(): string[] {
  const under = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (!entry.isDirectory())
        return entry.isFile() && path !== relative(root, record) && !path.endsWith('.d.json.ts') ? [path] : []
      return /^\.|^(?:node_modules|dist|decisions)$/.test(entry.name) ? [] : under(path)
    })
  const files = ['apps', 'packages', 'test/kit', 'test/e2e', 'scripts', 'docs'].flatMap(under)
  return [
    ...files.filter((path) => path.startsWith('test/e2e/') || !path.endsWith('.test.ts')),
    'package.json',
    'package-lock.json',
  ].toSorted()
}

/** All languages; where all have passed with this content, English and a few that the commit chooses. */
export function chooseLanguages(cachedRecord: {
  content: string
  recorded: string
  commit: string
}): readonly Locale[] {
  if (cachedRecord.content !== cachedRecord.recorded) return locales
  const place = (locale: Locale): string =>
    createHash('sha256').update(`${cachedRecord.commit} ${locale}`).digest('hex')
  const others = locales.filter((locale) => locale !== 'en-US')
  const sample = others.toSorted((a, b) => place(a).localeCompare(place(b))).slice(0, SAMPLE)
  return locales.filter((locale) => locale === 'en-US' || sample.includes(locale))
}

/** The languages of this run. `HC_LOCALES` names them, or says `all`. */
export function languagesOfRun(): readonly Locale[] {
  const names = process.env.HC_LOCALES?.split(',')
  if (names) return names.includes('all') ? locales : locales.filter((locale) => names.includes(locale))
  const content = contentOf(lookFiles())
  const recorded = existsSync(record) ? readFileSync(record, 'utf8').trim() : ''
  const selection = chooseLanguages({ content, recorded, commit: commitOr(content) })
  if (selection.length < locales.length)
    process.stdout.write(`${JSON.stringify({ content: content.slice(0, 12), languages: selection })}\n`)
  return selection
}

/** Keeps the content with which all languages passed, if nothing changed meanwhile; else there is no record. */
export function recordLook(before: string, passed: boolean): void {
  rmSync(record, { force: true })
  if (passed && lookContent() === before) writeFileSync(record, `${before}\n`)
}

/** The content of this moment. */
export const lookContent = (): string => contentOf(lookFiles())
