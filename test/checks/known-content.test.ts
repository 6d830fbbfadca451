import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { locales } from '@hc/contract/locales'
import { describe, expect, it } from 'vitest'
import { chooseMutants, chooseSeeds, contentFiles, contentOf, FRESH_SEEDS, SAMPLE } from '../proof/sim/content.ts'
import { chooseLanguages, lookFiles } from '../kit/browser/known-content.ts'
import { mutants } from '../proof/sim/mutant-list.ts'

const names = mutants.map(({ name }) => name)
const files = contentFiles()
const content = contentOf(files)
const chosenAt = (commit: string): string[] => chooseMutants(names, { content, recorded: content, commit })

/** What Node loads for the simulator, from this repository. */
function loaded(): string[] {
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context) } })
    await import('./test/proof/sim/sim.ts')
    process.stdout.write(JSON.stringify(seen))`
  const loadedFiles = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  ) as string[]
  const here = new URL('../..', import.meta.url).href
  return loadedFiles
    .filter((url) => url.startsWith(here) && !url.includes('/node_modules/'))
    .map((url) => url.slice(here.length))
}

describe('the mutants that run', () => {
  it('are all, unless a record says that this content caught all of them', () => {
    for (const recorded of ['', contentOf(files, () => 'other')])
      expect(chooseMutants(names, { content, recorded, commit: 'one' })).toEqual(names)
  })

  it('are a sample chosen by the commit if the content is recorded: each mutant is in the sample of some commit', () => {
    expect(chosenAt('one')).toHaveLength(SAMPLE)
    expect(chosenAt('one')).toEqual(chosenAt('one'))
    const commits = Array.from({ length: 100 }, (_, at) => chosenAt(`commit ${at}`))
    expect(new Set(commits.flat()).size).toBe(names.length)
  })

  it('find the text that they change in the function as it is now', () => {
    const functions = files
      .filter((path) => path.startsWith('apps/server/sql/functions/'))
      .flatMap((path) => readFileSync(path, 'utf8').split('create or replace function '))
    const lostPatches = mutants.flatMap(({ name, patches = [] }) =>
      patches.flatMap((patch) =>
        'sql' in patch || functions.some((text) => text.startsWith(`${patch.fn}(`) && text.includes(patch.find))
          ? []
          : [`${name}: ${patch.find}`],
      ),
    )
    expect(lostPatches).toEqual([])
  })
})

describe('the seeds that run', () => {
  const all = { first: 1, count: 100 }
  const seedsKnown = (commit: string): number[] => chooseSeeds(all, { content, recorded: content, commit })

  it('are all requested seeds, unless a record says that this content passed many', () => {
    const seeds = Array.from({ length: 100 }, (_, at) => at + 1)
    for (const recorded of ['', contentOf(files, () => 'other')])
      expect(chooseSeeds(all, { content, recorded, commit: 'one' })).toEqual(seeds)
  })

  it('differ for each commit if it is recorded, and are never those of the record', () => {
    expect(seedsKnown('one')).toHaveLength(FRESH_SEEDS)
    expect(seedsKnown('one')).toEqual(seedsKnown('one'))
    const commits = Array.from({ length: 100 }, (_, at) => seedsKnown(`commit ${at}`)).flat()
    expect(new Set(commits).size).toBe(commits.length)
    expect(Math.min(...commits)).toBeGreaterThan(10_000)
  })
})

describe('the content that seeds and mutants depend on', () => {
  it('has every file that the simulator loads, all SQL, the mutants themselves and the packages', () => {
    expect(loaded().filter((path) => !files.includes(path))).toEqual([])
    expect(files).toEqual(
      expect.arrayContaining([
        'apps/server/sql/functions/money/settle.sql',
        'apps/server/sql/migrations/0032_markets.sql',
        'apps/server/src/shop/order/create-order.ts',
        'packages/channels/src/stripe/stripe.ts',
        'test/proof/sim/mutants-money.ts',
        'package-lock.json',
      ]),
    )
  })

  it('changes with any byte of these files, and not with a page, a test or a record', () => {
    for (const changed of files) {
      const read = (path: string): string => readFileSync(path, 'utf8') + (path === changed ? ' ' : '')
      expect(contentOf(['package-lock.json', changed], read)).not.toBe(contentOf(['package-lock.json', changed]))
    }
    expect(files.filter((path) => /^apps\/(?:portal|console)\/|\.test\.ts$|\.txt$/.test(path))).toEqual([
      'apps/server/sql/checksums.txt',
    ])
  })
})

describe('the languages that are looked at', () => {
  const languagesOf = (commit: string): readonly string[] => chooseLanguages({ content, recorded: content, commit })

  it('are all, unless a record says that this content passed in all', () => {
    for (const recorded of ['', contentOf(files, () => 'other')])
      expect(chooseLanguages({ content, recorded, commit: 'one' })).toEqual(locales)
  })

  it('are English and a sample chosen by the commit if it is recorded: each is in the sample of some commit', () => {
    expect(languagesOf('one')).toHaveLength(3)
    expect(languagesOf('one')).toEqual(languagesOf('one'))
    const commits = Array.from({ length: 100 }, (_, at) => languagesOf(`commit ${at}`))
    expect(commits.every((commit) => commit.includes('en-US'))).toBe(true)
    expect(new Set(commits.flat())).toEqual(new Set(locales))
  })

  it('depend on the pages, the server, its SQL, the texts, the runbooks, the tests of pages and the packages', () => {
    expect(lookFiles()).toEqual(
      expect.arrayContaining([
        'apps/console/build.ts',
        'apps/server/sql/functions/money/settle.sql',
        'apps/server/src/main.ts',
        'docs/runbooks/failed-refund.md',
        'test/e2e/shop/pages.test.ts',
        'packages/i18n/texts/de-DE/shop.json',
        'package-lock.json',
      ]),
    )
    expect(lookFiles().filter((path) => /^(?!test\/e2e).*\.test\.ts$|node_modules|passed-with/.test(path))).toEqual([])
  })
})
