import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chooseMutants, contentFiles, contentOf, SAMPLE } from '../proof/sim/content.ts'
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
    await import('./proof/sim/sim.ts')
    process.stdout.write(JSON.stringify(seen))`
  const seen = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  ) as string[]
  const here = new URL('..', import.meta.url).href
  return seen
    .filter((url) => url.startsWith(here) && !url.includes('/node_modules/'))
    .map((url) => url.slice(here.length))
}

describe('the mutants that run', () => {
  it('are all, where the content is not the one that all were caught with', () => {
    for (const recorded of ['', contentOf(files, () => 'other')])
      expect(chooseMutants(names, { content, recorded, commit: 'one' })).toEqual(names)
  })

  it('are a sample that the commit chooses, where the content is recorded: each is in the sample of some commit', () => {
    expect(chosenAt('one')).toHaveLength(SAMPLE)
    expect(chosenAt('one')).toEqual(chosenAt('one'))
    const commits = Array.from({ length: 100 }, (_, at) => chosenAt(`commit ${at}`))
    expect(new Set(commits.flat()).size).toBe(names.length)
  })
})

describe('the content that mutants depend on', () => {
  it('has every file that the simulator loads, all SQL, the mutants themselves and the packages', () => {
    expect(loaded().filter((path) => !files.includes(path))).toEqual([])
    expect(files).toEqual(
      expect.arrayContaining([
        'apps/server/sql/functions/settle.sql',
        'apps/server/sql/migrations/0032_markets.sql',
        'apps/server/src/modules/order/create-order.ts',
        'packages/channels/src/stripe/stripe.ts',
        'proof/sim/mutants-money.ts',
        'package-lock.json',
      ]),
    )
  })

  it('changes with any byte of them, and not with a page, a test or the record of what was caught', () => {
    for (const changed of files) {
      const read = (path: string): string => readFileSync(path, 'utf8') + (path === changed ? ' ' : '')
      expect(contentOf(['package-lock.json', changed], read)).not.toBe(contentOf(['package-lock.json', changed]))
    }
    expect(files.filter((path) => /^apps\/(?:portal|console)\/|\.test\.ts$|\.txt$/.test(path))).toEqual([
      'apps/server/sql/before-baseline.txt',
      'apps/server/sql/checksums.txt',
    ])
  })
})
