import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chooseMutants, commitOr, contentFiles, contentOf, recordedIn } from './content.ts'
import { startServer } from './database.ts'
import { mutants } from './mutant-list.ts'
import { runSeeds } from './sim.ts'

/**
 * Each deliberate bug must be noticed within the seeds; one that is not says that the simulator has a blind spot.
 * `catching.txt` has the seed that noticed each bug last. That seed is tried first, twice, because lock waits differ a
 * little between runs of a seed. If it no longer notices the bug, all other seeds are tried.
 *
 * `caught-with.txt` has the content that all of them were caught with. With that content a sample runs, with any other
 * all do; `--all` runs all in any case, and `--only` the named ones. `--record` runs all and writes both files.
 */
const { values } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    only: { type: 'string' },
    seeds: { type: 'string', default: '150' },
    first: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '2' },
  },
})
const names = mutants.map(({ name }) => name)
const file = new URL('catching.txt', import.meta.url)
const contentFile = new URL('caught-with.txt', import.meta.url)
const content = contentOf(contentFiles())

function choose(): readonly string[] {
  if (values.only !== undefined) return values.only.split(',')
  // Another server than the packages' own is no part of the content.
  if (values.all || values.record || process.env.DATABASE_URL) return names
  return chooseMutants(names, { content, recorded: recordedIn('caught-with.txt'), commit: commitOr(content) })
}

const wantedNames = choose()
const selection = mutants.filter(({ name }) => wantedNames.includes(name))
if (selection.length !== wantedNames.length) throw new Error(`there are ${names.join(', ')}`)
const whole = values.only === undefined

const catching = new Map(
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([name = '', seed]) => [name, Number(seed)]),
)

function record(): void {
  for (const { name, seed } of catches) catching.set(name, seed)
  const lines = [...catching].filter(([name]) => names.includes(name)).map(([name, seed]) => `${name} ${seed}\n`)
  writeFileSync(file, lines.toSorted().join(''))
}

const survivors: string[] = []
const catches: { name: string; seed: number; seedsRun: number; by: string[] }[] = []
const started = Date.now()
// An interrupted run must not leave a record that all were caught.
if (values.record && whole) rmSync(contentFile, { force: true })
const server = await startServer()

async function tryOne(mutant: (typeof mutants)[number]): Promise<void> {
  let seedsRun = 0
  let isCaught = false
  const firstSeed = catching.get(mutant.name)
  const seeds = Array.from({ length: Number(values.seeds) }, (_, seed) => Number(values.first) + seed)
  await runSeeds(
    server,
    `mutant_${mutants.indexOf(mutant)}`,
    firstSeed ? [firstSeed, firstSeed, ...seeds.filter((seed) => seed !== firstSeed)] : seeds,
    mutant,
    1,
    ({ seed, violations }) => {
      seedsRun++
      if (violations.length === 0) return true
      isCaught = true
      catches.push({ name: mutant.name, seed, seedsRun, by: [...new Set(violations.map(({ name }) => name))] })
      return false
    },
  )
  // After each one, so that an interrupted run keeps its results.
  if (values.record) record()
  if (isCaught) return
  survivors.push(mutant.name)
  process.stderr.write(`mutant ${mutant.name} survived ${seedsRun} seeds\n`)
}

try {
  await server.migrated()
  const queue = [...selection]
  await Promise.all(
    Array.from({ length: Number(values.lanes) }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await tryOne(next)
    }),
  )
} finally {
  await server.stop()
}
if (values.record && whole && survivors.length === 0 && contentOf(contentFiles()) === content)
  writeFileSync(contentFile, `${content}\n`)
const knownByContent = whole ? names.length - selection.length : 0
process.stdout.write(
  `${JSON.stringify({
    suite: 'mutants',
    run: selection.length,
    knownByContent,
    content: content.slice(0, 12),
    ...(knownByContent > 0 ? { sample: wantedNames } : {}),
    seconds: Math.round((Date.now() - started) / 100) / 10,
    caught: catches,
    survivors,
  })}\n`,
)
process.stdout.write(`${catches.length} passed, ${survivors.length} failed\n`)
process.exitCode = survivors.length === 0 ? 0 : 1
