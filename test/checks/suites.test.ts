import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { suites } from '../proof/suites.ts'

it('every file of the browser tests is in one suite of npm test, and every suite names files that there are', () => {
  const files = globSync('test/e2e/**/*.test.ts')
  expect(files.length).toBeGreaterThan(20)
  const inSuites = suites.flatMap(({ args }) => args.filter((arg) => arg.startsWith('test/e2e/')))
  expect(inSuites.toSorted()).toEqual(files.toSorted())
})
