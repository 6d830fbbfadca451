import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pageTexts, readDifferences } from '../../scripts/release/assemble.ts'
import { billOfMaterials, licenceOf, noticeText } from '../../scripts/release/bill.ts'
import {
  areaNames,
  hashAreas,
  readChange,
  readChanges,
  silentAreas,
  silentBranch,
} from '../../scripts/release/changes.ts'
import { compareVersions, readReleases, type Release, withRelease } from '../../scripts/release/list.ts'
import { upgradePath } from '../../scripts/release/pages.ts'

const root = new URL('../..', import.meta.url).pathname
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const [last, ...former] = readReleases()

describe('a change of the product', () => {
  it('is named by a file of changes, if the product differs from the last release', () => {
    expect(last).toBeDefined()
    if (last) expect(silentAreas(last.areas, hashAreas(), readChanges())).toEqual([])
  })

  it('has a file of its own on the branch that makes it, as far as this clone knows the history', (context) => {
    const branch = silentBranch()
    if ('why' in branch) context.skip(branch.why)
    else expect(branch.silent).toEqual([])
  })

  it('is described with its kind, the areas it changes, and a text', () => {
    const change = '---\nkind: fixed\narea: shop, desk\nmust: npm run hc -- doctor\n---\nA text\nof two lines.\n'
    expect(readChange('a.md', change)).toEqual({
      name: 'a',
      kind: 'fixed',
      areas: ['shop', 'desk'],
      must: 'npm run hc -- doctor',
      text: 'A text of two lines.',
    })
    expect(() => readChange('a.md', change.replace('fixed', 'new'))).toThrow('kind is one of')
    expect(() => readChange('a.md', change.replace('shop, ', 'shop, cellar, '))).toThrow('area is one or several of')
    expect(() => readChange('a.md', change.replace('must', 'mvst'))).toThrow('no such field: mvst')
    expect(() => readChange('a.md', change.replace('npm run hc -- doctor', 'none'))).toThrow('leave must out')
    expect(() => readChange('a.md', change.replace('A text\nof two lines.', ''))).toThrow('no text')
  })
})

describe('in a clone of its own, a branch', () => {
  let folder = ''
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const silent = (): unknown => silentBranch(folder)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hc-branch-'))
    write('package-lock.json', '{"packages":{}}')
    write('apps/console/src/a.ts', 'a')
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-qm', 'one')
    git('checkout', '-qb', 'work')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('that changes the product without a word fails, committed or not, and a test is no product', () => {
    expect(silent()).toEqual({ silent: [] })
    write('apps/console/src/a.test.ts', 'b')
    write('docs/a.md', 'b')
    expect(silent()).toEqual({ silent: [] })
    write('apps/console/src/b.ts', 'b')
    expect(silent()).toEqual({ silent: ['desk'] })
    write('changes/else.md', '---\nkind: fixed\narea: shop\n---\nText')
    git('add', '.')
    git('commit', '-qm', 'two')
    expect(silent()).toEqual({ silent: ['desk'] })
    write('changes/b.md', '---\nkind: internal\narea: desk\n---\nText')
    expect(silent()).toEqual({ silent: [] })
  })

  it('with another file of an area differs from its release, whatever git knows', () => {
    const before = hashAreas(folder)
    write('apps/console/dist/x.js', 'built')
    write('apps/console/src/a.test.ts', 'b')
    expect(hashAreas(folder)).toEqual(before)
    write('apps/console/src/b.ts', 'b')
    rmSync(join(folder, '.git'), { recursive: true })
    expect(silentAreas(before, hashAreas(folder), [])).toEqual(['desk'])
    expect(silent()).toEqual({ why: 'this folder has no git history' })
  })
})

describe('the list of releases', () => {
  it('begins with the version that every manifest, the lock file and the chart have', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> }
    const places = Object.keys(lock.packages).filter((place) => !place.includes('node_modules/'))
    expect(places.length).toBeGreaterThan(workspaces.length)
    const versions = places.flatMap((place) => [
      lock.packages[place]?.version,
      (JSON.parse(read(join(place, 'package.json'))) as { version: string }).version,
    ])
    const chart = [...read('deploy/helm/hc-portal/Chart.yaml').matchAll(/^(?:version|appVersion): (.+)$/gm)]
    expect([...new Set([...versions, ...chart.map(([, version]) => version)])]).toEqual([last?.version])
  })

  it('has each version once, the newest first, with days that do not go back', () => {
    const list = readReleases()
    for (const [at, { version, day, from }] of list.entries()) {
      const older = list[at + 1]
      if (older) expect([compareVersions(version, older.version), day >= older.day]).toEqual([1, true])
      if (from !== null) expect(compareVersions(from, version)).toBe(-1)
    }
  })

  it('makes CHANGELOG.md and the pages of upgrades as they stand', () => {
    // The formatter has the last word on tables.
    const plain = (text: string): string =>
      text
        .replaceAll(/ *\| */g, '|')
        .replaceAll(/-{3,}/g, '---')
        .replaceAll(/\s+/g, ' ')
    for (const [name, text] of pageTexts()) expect(plain(read(name)), name).toBe(plain(text))
  })

  it('names what may differ beside it, and nothing else', () => {
    const file = JSON.parse(read('differences.json')) as { version: string; from: string | null }
    expect({ version: file.version, from: file.from }).toEqual({
      version: last?.version,
      from: former[0]?.version ?? null,
    })
    for (const entry of [...readDifferences('differences.json'), ...readDifferences()])
      expect(Object.keys(entry).toSorted()).toEqual(['call', 'field', 'why'])
  })

  const areas = hashAreas()
  const add = (list: Release[], version: string, day: string, must: string | null = null): Release[] =>
    withRelease(root, list, {
      version,
      day,
      areas,
      changes: [{ name: 'x', kind: 'security', areas: [...areaNames], must, text: 'x' }],
    })

  it('ends the repairs of a minor version six months after the next one', () => {
    const list = add(add(add([], '1.0.0', '2026-12-01'), '1.0.1', '2026-12-20'), '1.1.0', '2027-08-31')
    expect(list.map(({ version, supported_until }) => [version, supported_until])).toEqual([
      ['1.1.0', null],
      ['1.0.1', '2028-02-29'],
      ['1.0.0', '2028-02-29'],
    ])
    expect(list[0]).toMatchObject({ from: '1.0.0', security: true, breaking: false })
  })

  it('leads from each version to each over those that must be on the way, with all that must be done', () => {
    const list = add(
      add(add([], '1.0.0-rc.1', '2026-12-01'), '1.0.0', '2026-12-02', 'one'),
      '2.0.0',
      '2027-01-01',
      'two',
    )
    expect(upgradePath(list, '1.0.0-rc.1', '2.0.0')).toEqual({
      stones: ['1.0.0'],
      must: ['one', 'two'],
      isClosed: false,
    })
    expect(upgradePath(list, '1.0.0', '2.0.0')).toEqual({ stones: [], must: ['two'], isClosed: false })
  })
})

describe('what a release contains of others', () => {
  /** Free to use in every way, with the notice that NOTICE and the packages' folders give. */
  const permissive =
    /^(0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|ISC|MIT|MIT-0|OFL-1\.1|Python-2\.0|Unlicense|Zlib)$/
  /** Copyleft, each with the reason why it may be there. */
  const named: readonly [RegExp, string][] = [
    [/^@img\/sharp(-libvips)?-/, 'libvips is loaded as a library of its own, unchanged, and can be replaced'],
    [/^lightningcss/, 'builds the pages and is no part of them; MPL asks for its own files alone, which are unchanged'],
  ]

  it('has a licence, and none that binds the shop, but those that are named with a reason', () => {
    const parts = billOfMaterials().components
    expect(parts.filter((part) => licenceOf(part) === '').map(({ name }) => name)).toEqual([])
    const words = (text: string): string[] =>
      text
        .split(/\(|\)| AND /)
        .map((word) => word.trim())
        .filter(Boolean)
    expect(
      parts
        .filter(
          (part) =>
            !words(licenceOf(part)).every((word) => word.split(' OR ').some((choice) => permissive.test(choice))),
        )
        .filter(({ name }) => !named.some(([pattern]) => pattern.test(name)))
        .map((part) => `${part.name} ${licenceOf(part)}`),
    ).toEqual([])
    for (const [pattern] of named) expect(parts.some(({ name }) => pattern.test(name))).toBe(true)
  })

  it('is in the bill of materials with Node and the fonts, and NOTICE lists all of it', () => {
    const names = billOfMaterials().components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['nodejs', 'Baloo 2', 'Simple Icons', '@fontsource/cinzel']))
    expect(read('NOTICE') === noticeText(), 'NOTICE is older than the packages: npm run fix').toBe(true)
  })
})
