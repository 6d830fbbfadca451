import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { citedIn, readmeWithIndex, readPages, repositoryFiles, writtenReadme } from './decisions.ts'

/** A rule of the product is decided in one entry of docs/decisions; code and documents cite its number. */
const WORDS = 165

const root = new URL('../..', import.meta.url).pathname
const pages = readPages()
const entries = pages.flatMap((page) => page.entries)

/** The places that have a key which another place has too. */
function repeated(places: [key: string, place: string][]): string[] {
  const all = new Map<string, string[]>()
  for (const [key, place] of places) all.set(key, [...(all.get(key) ?? []), place])
  return [...all].filter(([, titles]) => titles.length > 1).map(([key, titles]) => `${key}: ${titles.join(' | ')}`)
}

describe('docs/decisions', () => {
  it('has a page for each subject, which says what it covers before its entries', () => {
    const bare = pages.filter(({ file, title, entries: ownEntries }) => {
      const [head = ''] = readFileSync(`${root}docs/decisions/${file}`, 'utf8').split(/^## /m)
      return title === '' || ownEntries.length === 0 || head.trim().split('\n\n').length < 2
    })
    expect(bare.map(({ file }) => file)).toEqual([])
  })

  it('has entries with a rule as their heading, the numbers that they answer for, and a reason', () => {
    const wrong = entries.filter(
      ({ title, numbers, words }) => title === '' || /^\d+\. /.test(title) || numbers.length === 0 || words === 0,
    )
    expect(wrong.map(({ page, title }) => `${page}: ${title}`)).toEqual([])
  })

  it('has each number at one entry, in its line of numbers alone', () => {
    const places = entries.flatMap(({ numbers, page, title }) =>
      numbers.map((number): [string, string] => [String(number), `${page}: ${title}`]),
    )
    expect(repeated(places)).toEqual([])
    expect(places.length).toBe(pages.reduce((sum, { anchors }) => sum + anchors, 0))
  })

  it('has each heading once', () =>
    expect(repeated(entries.map(({ title, page }) => [title.toLowerCase(), page]))).toEqual([]))

  it(`has at most ${WORDS} words in an entry`, () => {
    const long = entries.filter(({ words }) => words > WORDS)
    expect(long.map(({ page, title, words }) => `${page}: ${title}: ${words}`)).toEqual([])
  })

  it('speaks of what holds today: what an entry said once is in git', () => {
    const past = /_(Changes|Changed by|Replaces|Replaced by) \d|\b(until|before) decision \d/i
    expect(entries.filter(({ text }) => past.test(text)).map(({ page, title }) => `${page}: ${title}`)).toEqual([])
  })

  it('has the index that follows from its pages: npm run fix writes it', () =>
    expect(writtenReadme()).toBe(readmeWithIndex()))
})

it('every decision that code or a document cites has an entry', () => {
  const existing = new Set(entries.flatMap(({ numbers }) => numbers))
  const unknown = repositoryFiles
    .filter((name) => /\.(ts|tsx|mjs|css|sql|sh|ya?ml|md|json)$/.test(name) && name !== 'package-lock.json')
    .flatMap((name) =>
      citedIn(readFileSync(root + name, 'utf8'))
        .filter((number) => !existing.has(number))
        .map((number) => `${name}: ${number}`),
    )
  expect(unknown).toEqual([])
})
