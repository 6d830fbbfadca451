import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { flatten, ownTexts } from '@hc/i18n/texts'
import { deskPaths } from '@hc/contract/desk/pages'
import { keysOfParts, neededParts } from '../../apps/console/texts.ts'

const src = new URL('../../apps/console/src/', import.meta.url)
const parts = keysOfParts()

/** Texts of letters, and of a preview's note: the server writes them. */
const ofLetters = /^(?:(?:approvals|reports\.saved)\.mail|revisions\.note)\./

it('every page of the desk has a part, and the shared ones that its code names', () => {
  const needed = neededParts()
  expect(deskPaths.filter((path) => !needed[path]?.every((part) => parts.has(part)))).toEqual([])
  expect([needed['/'], needed['/orders/:no']]).toEqual([['today'], ['list', 'codes', 'order']])
})

it('every text of the desk is loaded with some page, or is one of a letter', () => {
  const loaded = new Set([...parts.values()].flatMap((keys) => [...keys]))
  const keys = flatten(ownTexts('en-US', 'desk')).map(([key]) => key)
  expect(keys.filter((key) => !loaded.has(key) && !ofLetters.test(key))).toEqual([])
})

it('a key in the desk’s code is whole, or begins with its group: so its page’s part has the text', () => {
  const composed = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const code = readFileSync(new URL(name, src), 'utf8')
      const doubtful =
        /\bt(?:\.\w+)?\(\s*`(?!\w+\.)|\btOf\((?!\s*t: )(?!\s*t,\s*(?:'[\w.]+'|`\w+\.))|`(?!\w+\.)[^`\n]*` as '\w+\.|useTranslations\('desk\.|['"`]\w+\.['"`] \+/g
      return [...code.matchAll(doubtful)].map(([text]) => `${name}: ${text}`)
    })
  expect(composed).toEqual([])
})

it('a page has every text of a group that its code names for the server’s codes', () => {
  const inGroup = (group: string) =>
    flatten(ownTexts('en-US', 'desk')).flatMap(([key]) => (key.startsWith(group) ? [key] : []))
  const lacksIn = (part: string, group: string) => inGroup(group).filter((key) => !parts.get(part)?.has(key))
  expect(inGroup('orders.kind.').length).toBeGreaterThan(5)
  expect([lacksIn('order', 'orders.kind.'), lacksIn('codes', 'codes.act.'), lacksIn('alerts', 'alerts.says.')]).toEqual(
    [[], [], []],
  )
})

it('the sign-in loads its own texts: none of the menu, of the codes or of a page', () => {
  const groups = new Set([...(parts.get('entry') ?? [])].map((key) => key.split('.')[0]))
  expect(
    [...groups].filter((group) => ['menu', 'palette', 'codes', 'orders', 'today', 'roles'].includes(group ?? '')),
  ).toEqual([])
})
