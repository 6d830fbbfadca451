import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf, wordsThatDiffer } from './nouns.ts'

/**
 * The rooms of the server, in three wings: what each is for, which of its files others may import, and which rooms it
 * uses. `apps/server/src/rooms.json` is the table; ARCHITECTURE.md draws it.
 */
type Room = { for: string; exports: string[]; uses: string[] }
type Import = { from: string; to: string }

const src = 'apps/server/src/'
const rooms = JSON.parse(readFileSync(`${src}rooms.json`, 'utf8')) as Record<string, Room>
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', `${src}*.ts`], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => name && !name.endsWith('.test.ts'))
const imports: Import[] = files.flatMap((name) =>
  [...readFileSync(name, 'utf8').matchAll(/(?:from |import\()'(\.{1,2}\/[^']+)'/g)].map((match) => ({
    from: name.slice(src.length),
    to: normalize(`${dirname(name)}/${match[1] ?? ''}`).slice(src.length),
  })),
)
const roomOf = (path: string): string | undefined => /^((?:shop|desk|care)\/[^/]+)\//.exec(path)?.[1]
const arrow = ({ from, to }: Import): string => `${from} imports ${to}`

describe('a room', () => {
  it('has a row in the table of rooms, which has no other rows', () => {
    const rows = [...new Set(files.flatMap((name) => roomOf(name.slice(src.length)) ?? []))]
    expect(rows.sort()).toEqual(Object.keys(rooms).sort())
  })
  it('stands in the picture of ARCHITECTURE.md', () => {
    const [, picture = ''] =
      /## The rooms of the server\n+```\n([\s\S]*?)```/.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
    const words = new Set(picture.match(/[\w-]+/g) ?? [])
    expect(Object.keys(rooms).filter((room) => !words.has(room.slice(room.indexOf('/') + 1)))).toEqual([])
  })
  it('is imported only through its exported files, and only by rooms that declare it', () => {
    const across = imports.filter(({ from, to }) => roomOf(from) && roomOf(to) && roomOf(from) !== roomOf(to))
    const wrong = across.filter(({ from, to }) => {
      const otherRoom = roomOf(to) ?? ''
      const file = to.slice(`${otherRoom}/`.length).replace(/\.ts$/, '')
      return !rooms[otherRoom]?.exports.includes(file) || !rooms[roomOf(from) ?? '']?.uses.includes(otherRoom)
    })
    expect(wrong.map(arrow)).toEqual([])
    const used = new Set(across.map(({ from, to }) => `${roomOf(from)} uses ${roomOf(to)}`))
    const claimed = Object.entries(rooms).flatMap(([name, { uses }]) => uses.map((other) => `${name} uses ${other}`))
    expect(claimed.filter((claim) => !used.has(claim))).toEqual([])
    const outside = new Set(imports.filter(({ from, to }) => roomOf(from) !== roomOf(to)).map(({ to }) => to))
    const idle = Object.entries(rooms).flatMap(([name, room]) =>
      room.exports.map((file) => `${name}/${file}.ts`).filter((path) => !outside.has(path)),
    )
    expect(idle).toEqual([])
  })
  it('uses only rooms above it in the table, so that there is no cycle', () => {
    const order = Object.keys(rooms)
    const back = Object.entries(rooms).flatMap(([name, { uses }]) =>
      uses.filter((other) => order.indexOf(other) >= order.indexOf(name)).map((other) => `${name} uses ${other}`),
    )
    expect(back).toEqual([])
  })
  it('of the shop uses no other wing, and one that cares for it none of the desk', () => {
    const wing = (room: string): string => room.slice(0, room.indexOf('/'))
    const up = Object.entries(rooms).flatMap(([name, { uses }]) =>
      uses
        .filter((other) =>
          wing(name) === 'shop' ? wing(other) !== 'shop' : wing(name) === 'care' && wing(other) === 'desk',
        )
        .map((other) => `${name} uses ${other}`),
    )
    expect(up).toEqual([])
  })
  it('imports no pages, parties of the demo, jobs or commands', () => {
    const up = imports.filter(({ from, to }) => roomOf(from) && /^(http\/pages|parties|jobs|commands)\//.test(to))
    expect(up.map(arrow)).toEqual([])
  })
})

describe('the platform', () =>
  it('imports only itself and packages', () => {
    const up = imports.filter(({ from, to }) => from.startsWith('platform/') && !to.startsWith('platform/'))
    expect(up.map(arrow)).toEqual([])
  }))

describe('the HTTP side', () =>
  it('imports no room, except pages, which show the brand', () => {
    const up = imports.filter(
      ({ from, to }) =>
        from.startsWith('http/') &&
        roomOf(to) !== undefined &&
        !(from.startsWith('http/pages/') && roomOf(to) === 'shop/brand'),
    )
    expect(up.map(arrow)).toEqual([])
  }))

describe('the first word of a call', () => {
  const callsOf = (folder: string): { call: string; file: string }[] =>
    execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { encoding: 'utf8' })
      .split('\n')
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && existsSync(name))
      .flatMap((file) =>
        [
          ...readFileSync(file, 'utf8').matchAll(
            /(?:^ {2}|register\(\s*)'([a-z]+\/[A-Za-z]+)'(?:: (?:deskCall|reads|changes|call)\(|,)/gm,
          ),
        ].map(([, call = '']) => ({ call, file: file.slice(folder.length) })),
      )
  const layers = {
    'the desk’s contract': { calls: callsOf('packages/contract/src/desk/'), wing: 'desk', many: 200 },
    'the desk’s routes': { calls: callsOf('apps/server/src/desk/'), wing: 'desk', many: 200 },
    'the shop’s contract': { calls: callsOf('packages/contract/src/player/'), wing: 'shop', many: 30 },
    'the shop’s routes': { calls: callsOf('apps/server/src/shop/'), wing: 'shop', many: 20 },
  } as const

  it.each(Object.entries(layers))('names its folder in %s', (_layer, { calls, wing, many }) => {
    expect(calls.length).toBeGreaterThan(many)
    const elsewhere = calls.filter(
      ({ call, file }) => file.split('/')[0]?.replace(/\.ts$/, '') !== folderOf(wing, call),
    )
    expect(elsewhere).toEqual([])
  })
  it('names the folders of the desk’s rooms and pages, and there are no others', () => {
    const nouns = new Set(layers['the desk’s contract'].calls.map(({ call }) => folderOf('desk', call)))
    const folders = (root: string): string[] => {
      const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard', root], { encoding: 'utf8' }).split(
        '\n',
      )
      return [...new Set(names.filter(existsSync).map((name) => name.slice(root.length).split('/')[0] ?? ''))]
    }
    const rooms = folders('apps/server/src/desk/')
    expect(rooms.toSorted()).toEqual([...nouns, 'kit'].toSorted())
    const sql = folders('apps/server/sql/functions/desk/').map((name) => name.replace(/\.sql$/, ''))
    expect(sql.filter((name) => !rooms.includes(name))).toEqual([])
    const texts = JSON.parse(readFileSync('packages/i18n/texts/en-US/desk.json', 'utf8')) as Record<string, unknown>
    const kebab = (group: string): string => group.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const groups = Object.keys(texts).filter((group) => typeof texts[group] === 'object')
    // The frame, the words that rows share, and the words of codes belong to no noun.
    expect(groups.filter((group) => !nouns.has(kebab(group))).toSorted()).toEqual([
      'beside',
      'codes',
      'error',
      'failed',
      'field',
      'help',
      'keys',
      'kit',
      'list',
      'menu',
      'newer',
      'notFound',
      'own',
      'palette',
      'role',
      'row',
      'shell',
      'time',
      'words',
    ])
    // The guides of /help and the list of /settings have no call.
    expect(folders('apps/console/src/pages/').filter((name) => !nouns.has(name))).toEqual(['help', 'settings'])
  })
  it('that differs from its folder is a word of a call', () => {
    const words = (wing: 'desk' | 'shop'): Set<string> =>
      new Set(
        Object.values(layers)
          .filter((layer) => layer.wing === wing)
          .flatMap(({ calls }) => calls.flatMap(({ call }) => [call, call.slice(0, call.indexOf('/'))])),
      )
    for (const wing of ['desk', 'shop'] as const)
      expect(wordsThatDiffer(wing).filter((word) => !words(wing).has(word))).toEqual([])
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

  it('imports no page: pages.ts alone names their files for the others, and signed-in.tsx alone imports it', () => {
    expect(importsOfDesk.length).toBeGreaterThan(1000)
    const up = importsOfDesk.filter(
      ({ from, to }) =>
        (to.startsWith('pages/') && !from.startsWith('pages/') && from !== 'pages.ts') ||
        (to === 'pages.ts' && from !== 'signed-in.tsx'),
    )
    expect(up.map(arrow)).toEqual([])
  })
})

describe('a kind of campaign', () => {
  it('is named by its own files, its engine, its rows and its words alone: everything else goes through the list', () => {
    const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'packages'], {
      encoding: 'utf8',
    })
    const product = names
      .split('\n')
      .filter((name) => /\.(tsx?|sql)$/.test(name) && !/\.test\.tsx?$|\/(migrations|seeds|texts|locales)\//.test(name))
      .filter((name) => name !== 'apps/server/sql/schema.sql' && existsSync(name))
    const naming = product.filter((name) =>
      /(?<!useTranslations\()'rebate'|campaigns\/rebate/.test(readFileSync(name, 'utf8')),
    )
    expect(naming.filter((name) => !/\/campaigns\/kinds\//.test(name)).toSorted()).toEqual([
      // The card in the shop window.
      'apps/portal/src/features/recharge/next-gift.tsx',
      'apps/portal/src/features/recharge/rebate-card.tsx',
      'apps/portal/src/routes.ts',
      // A row of the table by its kind, and how it is written.
      'apps/server/sql/functions/desk/revisions.sql',
      // The engine, its books, and what a player got of it.
      'apps/server/sql/functions/goods/campaigns.sql',
      'apps/server/src/care/doctor/invariants.ts',
      'apps/server/src/desk/players/players.ts',
      // The list, the draft's schema, and the codes of reasons and rows.
      'packages/contract/src/desk-codes.ts',
      'packages/contract/src/desk/campaigns.ts',
      'packages/contract/src/desk/kinds.ts',
      'packages/contract/src/desk/players.ts',
    ])
  })
})
