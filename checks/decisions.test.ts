import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'

/** docs/decisions has one file per subject, and an index. Code cites decisions by number. All three agree. */
const root = new URL('..', import.meta.url).pathname
const folder = 'docs/decisions/'
const read = (path: string): string => readFileSync(root + path, 'utf8')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name && existsSync(root + name))
const numbersIn = (text: string): number[] => [...text.matchAll(/\d+/g)].map(([number]) => Number(number))

type Decision = { number: number; title: string; file: string; changes: number[]; status: string; words: number }

/** A line in italics below the heading says what the decision changes, and what changes it. */
function decisionsOf(file: string): Decision[] {
  return read(file)
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...body] = part.split('\n')
      const [, number = '', title = ''] = /^(\d+)\. (.+)$/.exec(heading) ?? []
      const relations = body.find((line) => /^_(Changes|Changed by|Replaces|Replaced by) \d/.test(line)) ?? ''
      const changes = /(?:Changes|Replaces) ([^.]+)\./.exec(relations)?.[1] ?? ''
      const status = /(?:Changed|Replaced) by [^.]+/.exec(relations)?.[0].toLowerCase() ?? 'in force'
      const words = body
        .filter((line) => line !== relations)
        .join(' ')
        .split(/\s+/)
        .filter(Boolean).length
      return { number: Number(number), title, file: basename(file), changes: numbersIn(changes), status, words }
    })
}

const subjects = files.filter((name) => name.startsWith(folder) && name.endsWith('.md') && !name.endsWith('/README.md'))
const decisions = subjects.flatMap(decisionsOf).toSorted((one, other) => one.number - other.number)

it('each decision has one number, a title and an entry of the index, with its file and status', () => {
  const row = /^\| (\d+) +\| \[(.+)\]\((\S+?)#\S+\) +\| `(\S+)` +\| (.+?) +\|$/gm
  const index = [...read(`${folder}README.md`).matchAll(row)].map(([, number, title, link, file, status]) => ({
    number: Number(number),
    title,
    link,
    file,
    status,
  }))
  const wanted = decisions.map(({ number, title, file, status }) => ({ number, title, link: file, file, status }))
  expect(index).toEqual(wanted)
  expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length)
})

it('a decision that changes an older one is named by it, and the other way round', () => {
  const said = decisions.flatMap(({ number, changes }) => changes.map((older) => `${older} by ${number}`))
  const heard = decisions.flatMap(({ number, status }) => numbersIn(status).map((newer) => `${number} by ${newer}`))
  expect(heard.toSorted()).toEqual(said.toSorted())
})

it('a decision fits into about 120 words', () => {
  expect(decisions.filter(({ words }) => words > 130).map(({ number, words }) => `${number}: ${words}`)).toEqual([])
})

it('every decision that code or a document cites exists', () => {
  const known = new Set(decisions.map(({ number }) => number))
  const cited = files
    .filter((name) => /\.(ts|tsx|mjs|css|sql|sh|ya?ml|md)$/.test(name))
    .flatMap((name) =>
      [...read(name).matchAll(/\bdecisions? (\d+(?:(?:, | and )\d+)*)/gi)].flatMap(([, numbers = '']) =>
        numbersIn(numbers).map((number) => ({ name, number })),
      ),
    )
  expect(cited.filter(({ number }) => !known.has(number))).toEqual([])
})
