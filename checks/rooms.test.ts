import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The rooms of the server: what each module is for, which of its files others may import, and which modules it uses.
 * `apps/server/src/modules/rooms.json` is the table; ARCHITECTURE.md draws it.
 */
type Room = { for: string; exports: string[]; uses: string[] }
type Import = { from: string; to: string }

const src = 'apps/server/src/'
const rooms = JSON.parse(readFileSync(`${src}modules/rooms.json`, 'utf8')) as Record<string, Room>
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', `${src}*.ts`], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => name && !name.endsWith('.test.ts'))
const imports: Import[] = files.flatMap((name) =>
  [...readFileSync(name, 'utf8').matchAll(/(?:from |import\()'(\.{1,2}\/[^']+)'/g)].map((match) => ({
    from: name.slice(src.length),
    to: normalize(`${dirname(name)}/${match[1] ?? ''}`).slice(src.length),
  })),
)
const roomOf = (path: string): string | undefined => /^modules\/([^/]+)\//.exec(path)?.[1]
const told = ({ from, to }: Import): string => `${from} imports ${to}`

describe('a module', () => {
  it('has a row in the table of rooms, which has no other rows', () => {
    const there = [...new Set(files.flatMap((name) => roomOf(name.slice(src.length)) ?? []))]
    expect(there.sort()).toEqual(Object.keys(rooms).sort())
  })
  it('stands in the picture of ARCHITECTURE.md', () => {
    const [, picture = ''] =
      /## The rooms of the server\n+```\n([\s\S]*?)```/.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
    const words = new Set(picture.match(/[\w-]+/g) ?? [])
    const named = (room: string): boolean => words.has(room) || words.has(room.replace(/^desk/, ''))
    expect(Object.keys(rooms).filter((room) => !named(room))).toEqual([])
  })
  it('is imported only through its exported files, and only by modules that declare it', () => {
    const across = imports.filter(({ from, to }) => roomOf(from) && roomOf(to) && roomOf(from) !== roomOf(to))
    const wrong = across.filter(({ from, to }) => {
      const theirs = roomOf(to) ?? ''
      const file = to.slice(`modules/${theirs}/`.length).replace(/\.ts$/, '')
      return !rooms[theirs]?.exports.includes(file) || !rooms[roomOf(from) ?? '']?.uses.includes(theirs)
    })
    expect(wrong.map(told)).toEqual([])
    const used = new Set(across.map(({ from, to }) => `${roomOf(from)} uses ${roomOf(to)}`))
    const claimed = Object.entries(rooms).flatMap(([name, { uses }]) => uses.map((other) => `${name} uses ${other}`))
    expect(claimed.filter((one) => !used.has(one))).toEqual([])
    const outside = new Set(imports.filter(({ from, to }) => roomOf(from) !== roomOf(to)).map(({ to }) => to))
    const idle = Object.entries(rooms).flatMap(([name, room]) =>
      room.exports.map((file) => `modules/${name}/${file}.ts`).filter((path) => !outside.has(path)),
    )
    expect(idle).toEqual([])
  })
  it('uses only modules above it in the table, so that there is no cycle', () => {
    const order = Object.keys(rooms)
    const back = Object.entries(rooms).flatMap(([name, { uses }]) =>
      uses.filter((other) => order.indexOf(other) >= order.indexOf(name)).map((other) => `${name} uses ${other}`),
    )
    expect(back).toEqual([])
  })
  it('imports no pages, parties of the demo, jobs or commands', () => {
    const up = imports.filter(({ from, to }) => roomOf(from) && /^(http\/pages|parties|jobs|commands)\//.test(to))
    expect(up.map(told)).toEqual([])
  })
})

describe('the platform', () => {
  it('imports only itself and packages', () => {
    const up = imports.filter(({ from, to }) => from.startsWith('platform/') && !to.startsWith('platform/'))
    expect(up.map(told)).toEqual([])
  })
})

describe('the HTTP side', () => {
  it('imports no module, except pages, which show the brand', () => {
    const up = imports.filter(
      ({ from, to }) =>
        from.startsWith('http/') &&
        roomOf(to) !== undefined &&
        !(from.startsWith('http/pages/') && roomOf(to) === 'brand'),
    )
    expect(up.map(told)).toEqual([])
  })
})

describe('the desk’s kit', () => {
  const desk = 'apps/console/src/'
  const importsOfDesk = execFileSync('git', ['ls-files', '-co', '--exclude-standard', `${desk}*.ts`, `${desk}*.tsx`], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((name) => name && !/\.test\.tsx?$/.test(name))
    .flatMap((name) =>
      [...readFileSync(name, 'utf8').matchAll(/(?:from |import\()'(\.{1,2}\/[^']+)'/g)].map((match) => ({
        from: name.slice(desk.length),
        to: normalize(`${dirname(name)}/${match[1] ?? ''}`).slice(desk.length),
      })),
    )

  it('imports no page: pages.ts alone names their files for the others, and app.tsx alone imports it', () => {
    expect(importsOfDesk.length).toBeGreaterThan(1000)
    const up = importsOfDesk.filter(
      ({ from, to }) =>
        (to.startsWith('pages/') && !from.startsWith('pages/') && from !== 'pages.ts') ||
        (to === 'pages.ts' && from !== 'app.tsx'),
    )
    expect(up.map(told)).toEqual([])
  })
})
