import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locales } from '@hc/contract/locales'

/** The generator of `npm run new`, in a copy of the working tree: what it makes passes the checks (decision 240). */
const root = new URL('../..', import.meta.url).pathname
/** ms. Far more than it takes anywhere: nothing here depends on how quick the machine is. */
const timeout = 900_000
const copy = mkdtempSync(join(tmpdir(), 'hc-new-'))
const filesOf = (folder: string): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter((name) => name && existsSync(join(folder, name)))
const read = (path: string): string => readFileSync(join(copy, path), 'utf8')

type Ended = { status: number | null; output: string; errors: string }
const node = (...args: string[]): Ended => run(process.execPath, ...args)
function run(command: string, ...args: string[]): Ended {
  const outcome = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status: outcome.status, output: outcome.stdout, errors: outcome.stderr }
}
const make = (...args: string[]): Ended => node('test/checks/new.ts', ...args)

/** Packages are linked; the workspace's own packages are the copy's. */
function linkPackages(): void {
  const packages = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(packages))
    if (name === '@hc')
      cpSync(join(packages, name), join(copy, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
    else if (!name.startsWith('.') || name === '.bin')
      symlinkSync(join(packages, name), join(copy, 'node_modules', name))
  // Packages of one workspace alone, of which another has another version.
  for (const folder of globSync('{apps,packages}/*/node_modules', { cwd: root })) {
    mkdirSync(join(copy, folder))
    for (const name of readdirSync(join(root, folder))) symlinkSync(join(root, folder, name), join(copy, folder, name))
  }
}

beforeAll(() => {
  for (const name of filesOf(root)) {
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    cpSync(join(root, name), join(copy, name))
  }
  linkPackages()
  writeFileSync(join(copy, 'checks.config.ts'), 'export default { test: { testTimeout: 60_000 } }\n')
  execFileSync('git', ['init', '-q'], { cwd: copy })
  execFileSync('git', ['add', '-A'], { cwd: copy })
}, timeout)
afterAll(() => rmSync(copy, { recursive: true, force: true }), timeout)

const kinds: [line: string, ...args: string[]][] = [
  ['apps/server/src/shop/order/order-note.http.test.ts', 'endpoint', 'order/note'],
  ['apps/server/src/shop/gift/gift.routes.ts', 'endpoint', 'gift/send'],
  ['packages/i18n/GLOSSARY.md', 'text', 'order.note.title', 'A note for "{role}", which the game’s staff may read'],
  ['packages/i18n/texts/en-US/shop.json', 'text', 'recharge.channel.note'],
  ['apps/server/sql/migrations/0', 'migration', 'order_note'],
  ['apps/portal/src/routes/main.account.notes.tsx', 'page', 'account/notes'],
  ['apps/server/src/http/pages/seo.ts', 'page', 'offers'],
  ['packages/channels/src/zenpay/zenpay.ts', 'channel', 'zenpay'],
]

describe('npm run new', { timeout }, () => {
  it.each(kinds)('names the files that are left to do, %s among them: %s %s', (file, ...args) => {
    const { status, output, errors } = make(...args)
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    expect(output).toMatch(/\nLeft to do:\n 1\. /)
    expect(output.slice(output.indexOf('Left to do'))).toContain(file)
  })

  it.each(kinds)('overwrites nothing the second time: %s %s %s', (_file, ...args) => {
    const before = filesOf(copy).map((name) => [name, read(name)])
    const { status, output, errors } = make(...args)
    expect({ status, output }).toEqual({ status: 1, output: '' })
    expect(errors).toMatch(/ already\b.*\n$/)
    expect(filesOf(copy).map((name) => [name, read(name)])).toEqual(before)
  })

  it.each([
    ['endpoint', 'Order note', 'is no path of a call'],
    ['endpoint', 'order/check', 'exists already'],
    ['text', 'shop.title', 'there is no namespace "shop"'],
    ['text', 'order', 'is no key'],
    ['text', 'order.detail', 'exists already'],
    ['text', 'order.detail.title.more', 'title is a text already'],
    ['migration', 'order-note', 'is no name of a migration'],
    ['page', '../home', 'is no name of a page'],
    ['page', 'home', 'is a page already'],
    ['channel', 'Zenpay', 'is no code of a channel'],
    ['channel', 'refund', 'is a word that'],
    ['table', 'note', 'KIND is'],
  ])('refuses %s %s and says why', (kind, name, why) => {
    const { status, output, errors } = make(kind, name)
    expect({ status, output }).toEqual({ status: 1, output: '' })
    expect(errors).toContain(why)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })

  it('refuses a text with the name of the currency, which each language inflects in its own way', () =>
    expect(make('text', 'order.note.points', 'HC Points').errors).toContain('names the currency'))

  it('adds a text to English alone, which the other languages show until they have their own', () => {
    for (const locale of locales)
      expect([locale, read(`packages/i18n/texts/${locale}/shop.json`).includes('A note for')]).toEqual([
        locale,
        locale === 'en-US',
      ])
  })

  it('makes what the types, the format and the tests of catalogs and documents accept', () => {
    const format = node('node_modules/oxfmt/bin/oxfmt', '--check', '.')
    const types = run(join(copy, 'node_modules/.bin/tsc'), '-p', '.')
    const tests = node(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'checks.config.ts',
      'packages/i18n',
      'packages/contract',
      'packages/channels/src/zenpay',
      'apps/portal/src/routes',
      'checks/decisions',
      'checks/documents',
      'checks/evidence',
      'checks/tidy.test',
    )
    for (const { status, output, errors } of [format, types, tests]) expect(status, output + errors).toBe(0)
  })
})
