import { parseArgs } from 'node:util'
import { startServer } from './database.ts'
import { mutants } from './mutant-list.ts'
import { runSeeds } from './sim.ts'

/** Each deliberate bug must be noticed within the seeds; one that is not says that the simulator has a blind spot. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seeds: { type: 'string', default: '150' },
    first: { type: 'string', default: '1' },
  },
})
const wanted = values.only?.split(',') ?? mutants.map(({ name }) => name)
const chosen = mutants.filter(({ name }) => wanted.includes(name))
if (chosen.length !== wanted.length) throw new Error(`there are ${mutants.map(({ name }) => name).join(', ')}`)

const survivors: string[] = []
const caught: { name: string; seed: number; seedsRun: number; by: string[] }[] = []
const started = Date.now()
const server = await startServer()
try {
  for (const [at, mutant] of chosen.entries()) {
    let seedsRun = 0
    const before = caught.length
    const seeds = Array.from({ length: Number(values.seeds) }, (_, seed) => Number(values.first) + seed)
    await runSeeds(
      server,
      `mutant_${at}`,
      [...new Set([...(mutant.seed ? [mutant.seed] : []), ...seeds])],
      mutant,
      1,
      ({ seed, violations }) => {
        seedsRun++
        if (violations.length === 0) return true
        caught.push({ name: mutant.name, seed, seedsRun, by: violations.map(({ name }) => name) })
        return false
      },
    )
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
