import { readFile, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { chooseSeeds, commitOr, contentFiles, contentOf, recordedIn } from './content.ts'
import { makeDatabase, type Server, startServer } from './database.ts'
import { type Mutant, mutants } from './mutant-list.ts'
import { asObject, count, type Tally } from './rng.ts'
import { describe, type Result, runSeed } from './run-seed.ts'
import { installHttp } from './scheduler.ts'
import { openLane } from './slots.ts'
import { codes } from './world-gateways.ts'

const whats = ['orders', 'captures', 'refunds', 'disputes'] as const

/** Runs seeds in `lanes` databases side by side; `onResult` says whether to go on. */
export async function runSeeds(
  server: Server,
  name: string,
  seeds: readonly number[],
  mutant: Mutant | undefined,
  lanes: number,
  onResult: (result: Result) => boolean,
): Promise<void> {
  await installHttp()
  const todo = [...seeds]
  let going = true
  await Promise.all(
    Array.from({ length: lanes }, async (_, at) => {
      const database = `${name}_${at}`
      await makeDatabase(server, database, mutant?.patches ?? [])
      const lane = await openLane(server.database(database))
      try {
        for (let seed = todo.shift(); going && seed !== undefined; seed = todo.shift()) {
          if (!onResult(await runSeed(lane, seed, mutant))) going = false
        }
      } finally {
        await lane.close()
        await server.admin.query(`drop database ${database} with (force)`)
      }
    }),
  )
}

/**
 * `passed-with.txt` has the content that the seeds of `--record` passed with. `--known`: with that content a few seeds
 * run that no other commit has run, with any other all of `--seeds`.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '300' },
      first: { type: 'string', default: '1' },
      lanes: { type: 'string', default: '2' },
      mutant: { type: 'string' },
      known: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const mutant = mutants.find(({ name }) => name === values.mutant)
  if (values.mutant && !mutant)
    throw new Error(`no mutant ${values.mutant}; there are ${mutants.map(({ name }) => name).join(', ')}`)
  const content = contentOf(contentFiles())
  const recordFile = new URL('passed-with.txt', import.meta.url)
  // An interrupted run must not leave a record that all passed.
  if (values.record) await rm(recordFile, { force: true })
  const selection = chooseSeeds(
    { first: Number(values.first), count: Number(values.seeds) },
    // Another server than the packages' own is no part of the content.
    {
      content,
      recorded: values.known && !process.env.DATABASE_URL ? recordedIn('passed-with.txt') : '',
      commit: commitOr(content),
    },
  )
  // Seeds that failed once run first.
  const failedBefore = (await readFile(new URL('seeds.txt', import.meta.url), 'utf8'))
    .split('\n')
    .map((line) => Number.parseInt(line, 10))
    .filter((seed) => seed > 0)
  const seeds = [...new Set([...(values.seeds === '1' ? [] : failedBefore), ...selection])]
  const figures: Tally = new Map()
  const faults: Tally = new Map()
  const channels: Tally = new Map()
  const failed: number[] = []
  let checks = 0
  const started = Date.now()
  const server = await startServer()
  try {
    await runSeeds(server, 'sim', seeds, mutant, Math.min(Number(values.lanes), seeds.length), (result) => {
      for (const [name, n] of result.figures) count(figures, name, n)
      for (const [name, n] of result.faults) count(faults, name, n)
      for (const [name, n] of result.channels) count(channels, name, n)
      checks += result.checks
      if (values.json) process.stdout.write(`${JSON.stringify(describe(result))}\n`)
      if (result.violations.length > 0) {
        failed.push(result.seed)
        process.stderr.write(
          `seed ${result.seed} failed (again: node test/proof/sim/sim.ts --seeds 1 --first ${result.seed}):\n${result.violations.map(({ name, rows }) => `  ${name}: ${JSON.stringify(rows).slice(0, 1200)}\n`).join('')}`,
        )
      }
      return true
    })
  } finally {
    await server.stop()
  }
  // A channel without events proves nothing, which a handful of seeds may leave.
  const idle =
    seeds.length < 100
      ? []
      : [
          ...codes.flatMap((code) =>
            whats.filter((what) => !channels.get(`${code} ${what}`)).map((what) => `${code} ${what}`),
          ),
          ...[...['password', 'code', 'token'].map((how) => `let in by ${how}`), 'months closed'].filter(
            (what) => !figures.get(what),
          ),
        ]
  if (idle.length > 0) process.stderr.write(`not exercised: ${idle.join(', ')}\n`)
  if (values.record && failed.length + idle.length === 0 && contentOf(contentFiles()) === content)
    await writeFile(recordFile, `${content}\n`)
  const byChannel = Object.fromEntries(
    codes.map((code) => [code, Object.fromEntries(whats.map((what) => [what, channels.get(`${code} ${what}`) ?? 0]))]),
  )
  process.stdout.write(
    `${JSON.stringify({
      run: 'sim',
      seeds: seeds.length,
      ...(selection[0] === Number(values.first) ? {} : { from: selection[0], knownByContent: content.slice(0, 12) }),
      ...(mutant ? { mutant: mutant.name } : {}),
      seconds: Math.round((Date.now() - started) / 100) / 10,
      ...asObject(figures),
      checks,
      byChannel,
      faultsByKind: asObject(faults),
      violations: failed.length,
      notExercised: idle.length,
      failedSeeds: failed.sort((a, b) => a - b),
    })}\n${seeds.length - failed.length} passed, ${failed.length + idle.length} failed\n`,
  )
  return failed.length + idle.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await main()
