import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * SECURITY.md and docs/specification-evidence.md say of each line where it lives and which test shows it: a path in
 * backticks, and after it titles of that file in “ ”. Neither may go away unnoticed.
 */
const root = new URL('../..', import.meta.url).pathname
const plain = (text: string): string => text.replaceAll('\\', '')
const texts = new Map<string, string>()
const textOf = (path: string): string => {
  if (!texts.has(path)) texts.set(path, plain(readFileSync(root + path, 'utf8')))
  return texts.get(path) ?? ''
}

function broken(document: string): string[] {
  const wrong: string[] = []
  for (const row of readFileSync(root + document, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))) {
    let file = ''
    for (const [, path, title] of row.matchAll(/`([\w./{}-]+\/[\w.-]+|[A-Z]+\.md|package\.json)`|“([^”]+)”/g)) {
      if (path !== undefined) {
        file = path
        if (!existsSync(root + path)) wrong.push(`no file ${path}`)
      } else if (title !== undefined && (!file || !existsSync(root + file) || !textOf(file).includes(plain(title))))
        wrong.push(`${file || 'no file'} has no “${title}”`)
    }
  }
  return wrong
}

describe.each(['SECURITY.md', 'docs/specification-evidence.md'])('%s', (document) => {
  it('names only files and tests that exist', () => expect(broken(document)).toEqual([]))
  it('shows each row by a test or says that there is none', () => {
    const rows = readFileSync(root + document, 'utf8')
      .split('\n')
      .filter((line) => /^\| (\d+|[SC]\d) /.test(line))
    const unproved = rows.filter((row) => !/“[^”]|by hand|not built/.test(row.split('|').at(-2) ?? ''))
    expect(unproved.map((row) => row.slice(0, 80))).toEqual([])
  })
})

/** The present texts of SQL: a function stands in one file, which may move. */
const functions = 'apps/server/sql/functions/'
const documents = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^(docs\/.*|[A-Z]+)\.md$/.test(name),
)

describe.each(documents)('%s', (document) =>
  it('names SQL functions in the files that have them', () => {
    const text = readFileSync(root + document, 'utf8').replaceAll(/\s+/g, ' ')
    const wrong = [...text.matchAll(/((?:`\w+`(?:, | and )?)+) in `(apps\/server\/sql\/functions\/[^`]*)`/g)].flatMap(
      ([, names = '', file = '']) => {
        if (!existsSync(root + file)) return [`no file ${file}`]
        return [...names.matchAll(/`(\w+)`/g)]
          .filter(([, name = '']) => !textOf(file).includes(`create or replace function ${name}(`))
          .map(([, name = '']) => `${file} has no function ${name}`)
      },
    )
    const missing = [...text.matchAll(/`(apps\/server\/(?:sql|migrations)\/[\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(root + path))
    expect([...wrong, ...missing]).toEqual([])
  }),
)

it('each SQL function has one text', () => {
  const files = readdirSync(root + functions, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.sql'),
  )
  const names = files.flatMap((file) =>
    [...textOf(functions + file).matchAll(/^create or replace function (\w+)\(\s*([^)]*)\)/gm)].map(
      ([, name, args]) => `${name}(${args})`,
    ),
  )
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
