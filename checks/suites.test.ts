import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { suites } from '../proof/suites.ts'

/** Runs only to make new pictures. */
const BY_HAND = ['desk-pictures']

it('every part of the browser tests is in one suite of npm test, and every suite names parts that there are', () => {
  const table = /^const parts = \{$([\s\S]*?)^\}$/m.exec(readFileSync('e2e/run.ts', 'utf8'))?.[1] ?? ''
  const parts = [...table.matchAll(/^ {2}'?([\w-]+)'?:/gm)].map(([, name = '']) => name)
  expect(parts.length).toBeGreaterThan(20)
  const run = suites.flatMap(({ args: [file, ...named] }) => (file === 'e2e/run.ts' ? named : []))
  expect(run.toSorted()).toEqual(parts.filter((name) => !BY_HAND.includes(name)).toSorted())
})
