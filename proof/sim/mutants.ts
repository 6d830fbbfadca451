import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startServer } from './database.ts'
import { mutants } from './mutant-list.ts'
import { runSeeds } from './sim.ts'

/**
 * Each deliberate bug must be noticed within the seeds; one that is not says that the simulator has a blind spot.
 * `catching.txt` has the seed that noticed each one last, and that seed is tried first; `--record` writes the file.
 * Where it notices nothing any more, the others are tried as if there were none.
 */
const { values } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    only: { type: 'string' },
    seeds: { type: 'string', default: '150' },
    first: { type: 'string', default: '1' },
  },
})
const wanted = values.only?.split(',') ?? mutants.map(({ name }) => name)
const chosen = mutants.filter(({ name }) => wanted.includes(name))
if (chosen.length !== wanted.length) throw new Error(`there are ${mutants.map(({ name }) => name).join(', ')}`)

const file = new URL('catching.txt', import.meta.url)
const catching = new Map(
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([name = '', seed]) => [name, Number(seed)]),
)

function record(): void {
  for (const { name, seed } of caught) catching.set(name, seed)
  const there = new Set(mutants.map(({ name }) => name))
  const lines = [...catching].filter(([name]) => there.has(name)).map(([name, seed]) => `${name} ${seed}\n`)
  writeFileSync(file, lines.toSorted().join(''))
}

const survivors: string[] = []
const caught: { name: string; seed: number; seedsRun: number; by: string[] }[] = []
const started = Date.now()
const server = await startServer()
try {
  for (const [at, mutant] of chosen.entries()) {
    let seedsRun = 0
    const before = caught.length
    const known = catching.get(mutant.name)
    const seeds = Array.from({ length: Number(values.seeds) }, (_, seed) => Number(values.first) + seed)
    await runSeeds(
      server,
      `mutant_${at}`,
      [...new Set([...(known ? [known] : []), ...seeds])],
      mutant,
      1,
      ({ seed, violations }) => {
        seedsRun++
        if (violations.length === 0) return true
        caught.push({ name: mutant.name, seed, seedsRun, by: violations.map(({ name }) => name) })
        return false
      },
    )
    // After each one: a run that is broken off has kept what it found.
    if (values.record) record()
    if (caught.length === before) {
      survivors.push(mutant.name)
      process.stderr.write(`mutant ${mutant.name} survived ${seedsRun} seeds\n`)
    }
  }
} finally {
  await server.stop()
}
process.stdout.write(
  `${JSON.stringify({ run: 'mutants', mutants: chosen.length, seconds: Math.round((Date.now() - started) / 100) / 10, caught, survivors })}\n`,
)
process.stdout.write(`${caught.length} passed, ${survivors.length} failed\n`)
process.exitCode = survivors.length === 0 ? 0 : 1
