import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Suite, suites } from './suites.ts'

/**
 * `npm test`: every suite, two at a time, those that mostly wait beside them and then a third, and one closing line
 * with the sum. `npm test -- api fuzz` runs the named suites, `npm test -- test/e2e/shop/buy` files.
 * `npm test -- --record` runs everything whatever is known, looks at every width in every theme, and keeps with which
 * content all mutants, 300 seeds and all languages passed. Each suite ends with a line "N passed, N failed" of its own.
 */
const node = process.execPath
/** What the browser tests need of the system: Chromium's libraries, and fonts of the nine languages. */
function installSystem(): void {
  const has = (command: string, args: string[]): string => {
    try {
      return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    } catch {
      return ''
    }
  }
  const missing = [
    ...(has('fc-list', [':lang=ja']).trim() && has('fc-list', [':lang=ko']).trim()
      ? []
      : ['fonts-noto-cjk', 'fontconfig']),
    ...(has('fc-list', [':lang=th']).trim() ? [] : ['fonts-thai-tlwg']),
    ...(/libnss3\.so/.test(has('/sbin/ldconfig', ['-p'])) ? [] : ['libnss3', 'libnspr4']),
  ]
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    process.stderr.write(
      `Not installed and not installable here: ${missing.join(', ')}; pages may show boxes for some letters.\n`,
    )
    return
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: 120_000 })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
      timeout: 240_000,
    })
  } catch (error) {
    process.stderr.write(`Debian packages could not be installed: ${String(error)}\n`)
  }
}

/**
 * The lines that say what failed, for a reader who is shown the end of a long log: at most 60, each at most 300
 * characters.
 */
function complaints(output: string): string[] {
  const lines = output.split('\n').map((line) => line.trim().slice(0, 300))
  const verdictLines = lines.filter((line) =>
    /^(?:FAIL(?:ED)?\b|\d+:\d+ +error|Unused|Unlisted|mutant |not ok\b|×|✗|failed:|VIOLATION|AssertionError|\w*Error:|[-+] Expected|[-+] Received|❯ \S+:\d+:\d+)/.test(
      line,
    ),
  )
  return [...new Set(verdictLines)].slice(0, 60)
}

/** Ends a suite with all that it started. One that has just gone by itself is no failure of the others. */
function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    /* There is no such group any more. */
  }
}

/** `cpuSeconds`: of the suite with all that it started and waited for; 0 where the system does not tell. */
type Result = {
  suite: Suite
  passed: number
  failed: number
  /** Why it was not run here, if so. */
  skipped: string | null
  seconds: number
  cpuSeconds: number
  output: string
}
const children = new Set<ChildProcess>()

/** Processor time of all children that have ended, in seconds: fields 16 and 17 of `stat` (proc(5)), in 10 ms. */
function endedCpuSeconds(): number {
  if (!existsSync('/proc/self/stat')) return 0
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}
let cpuSecondsBefore = endedCpuSeconds()

function run(suite: Suite): Promise<Result> {
  return new Promise((resolve) => {
    const startMs = Date.now()
    // Its own group, so that a suite over its time ends with everything it started.
    const child = spawn(node, suite.args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    children.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-400_000)
      })
    const limit = setTimeout(() => {
      output += `\n${suite.name}: over ${suite.minutes} minutes\n`
      end(child, 'SIGTERM')
      setTimeout(() => {
        if (child.exitCode === null) end(child, 'SIGKILL')
      }, 8_000).unref()
    }, suite.minutes * 60_000)
    child.on('close', (code) => {
      clearTimeout(limit)
      children.delete(child)
      const cpuSeconds = Math.round(endedCpuSeconds() - cpuSecondsBefore)
      cpuSecondsBefore = endedCpuSeconds()
      const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
      const passed = Number(last?.[1] ?? 0)
      // A suite that dies, or runs nothing, has failed, whatever it counted.
      const skipped = /^skipped: (.+)$/m.exec(output)?.[1] ?? null
      const isWell = code === 0 && (passed > 0 || skipped !== null)
      const failed = Math.max(Number(last?.[2] ?? 0), isWell ? 0 : 1)
      resolve({
        suite,
        passed,
        failed,
        skipped,
        seconds: Math.round((Date.now() - startMs) / 1000),
        cpuSeconds,
        output,
      })
    })
  })
}

process.on('SIGINT', () => {
  for (const child of children) end(child, 'SIGTERM')
})

/** Suites as `--record` runs them: their record needs all seeds, all mutants, and all looks in one run. */
function recording(all: readonly Suite[]): Suite[] {
  const looks = ['test/e2e/shop/pages.test.ts', 'test/e2e/desk/languages.test.ts']
  const whole = ({ name, args, ...rest }: Suite): Suite => {
    // Documents name the records, which are away while they are made anew.
    if (name === 'check') return { name, args, ...rest, alone: true }
    if (name === 'mutants') return { name, args: [...args, '--record'], ...rest }
    if (name === 'simulator') return { name, args: ['test/proof/sim/sim.ts', '--seeds', '300', '--record'], ...rest }
    return { name, args: args.filter((arg) => !looks.includes(arg)), ...rest }
  }
  const [first, ...others] = all.map(whole)
  const look: Suite = {
    name: 'looks',
    args: ['test/proof/vitest.ts', '--project', 'browser', ...looks, '--record'],
    minutes: 60,
  }
  return [...(first ? [first] : []), look, ...others]
}

const allSuites = process.argv.includes('--record') ? recording(suites) : [...suites]
if (process.argv.includes('--record')) process.env.HC_LOOKS = 'all'
const suiteNames = process.argv.slice(2).filter((word) => word !== '--all' && word !== '--record')
// The other suites run all that they have in any case.
if (process.argv.includes('--all')) suites.find(({ name }) => name === 'mutants')?.args.push('--all')
// Paths are files of vitest.
const files = suiteNames.filter((name) => name.includes('/'))
if (files.length > 0) {
  allSuites.splice(0, allSuites.length, { name: 'files', args: ['test/proof/vitest.ts', ...files], minutes: 60 })
  suiteNames.splice(0, suiteNames.length)
}
const names = allSuites.map(({ name }) => name)
const unknown = suiteNames.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no suite ${unknown.join(', ')}. Suites: ${names.join(', ')}\n`)
  process.exit(1)
}
const selection = allSuites.filter((suite) => suiteNames.length === 0 || suiteNames.includes(suite.name))
if (selection.some(({ args }) => args.some((arg) => /^(?:browser$|test\/e2e\/)/.test(arg)))) {
  installSystem()
  // Two suites that unpack it at once would find it half there.
  await sparticuz.executablePath()
}
const results: Result[] = []

function show({ suite, passed, failed, skipped, seconds, cpuSeconds, output }: Result): void {
  const ok = failed === 0
  if (skipped !== null) {
    process.stdout.write(`skipped ${suite.name}: ${skipped}\n`)
    return
  }
  process.stdout.write(
    `${ok ? 'ok    ' : 'FAILED'} ${suite.name}: ${passed} passed, ${failed} failed (${seconds} s, ${cpuSeconds} s of processor)\n`,
  )
  if (!ok) process.stdout.write(`${complaints(output).join('\n')}\n`)
  process.stdout.write(
    `${
      ok
        ? output
            .split('\n')
            .filter((line) => line.startsWith('{'))
            .slice(-3)
            .join('\n')
        : output.slice(-20_000)
    }\n`,
  )
}

async function lane(queue: Suite[]): Promise<void> {
  for (let suite = queue.shift(); suite; suite = queue.shift()) {
    const result = await run(suite)
    results.push(result)
    show(result)
  }
}
await lane(selection.filter((suite) => suite.alone))
const heavy = selection.filter((suite) => !suite.alone && !suite.waits)
// A lane whose waiting suites are done helps the others, which wait a good part of their time too. Decision 416.
const third = async (): Promise<void> => {
  await lane(selection.filter((suite) => suite.waits))
  await lane(heavy)
}
await Promise.all([lane(heavy), lane(heavy), third()])

/**
 * What failed beside other suites runs again with the machine to itself: its failure may be the crowd's. Both results
 * are printed, and the second one counts. A suite names in a line `again: …` the arguments that run what failed.
 * Decision 227.
 */
const AGAIN_AT_MOST = 24
async function runAgain(first: Result): Promise<void> {
  const again = /^again: (.+)$/m.exec(first.output)?.[1]?.split(' ')
  const args = again ? [...first.suite.args.slice(0, 1), ...again] : first.suite.args
  process.stdout.write(`Again, alone: ${first.suite.name} (${args.slice(1).join(' ')})\n`)
  const second = await run({ ...first.suite, args })
  show(second)
  results[results.indexOf(first)] = {
    ...second,
    passed: again ? first.passed + Math.max(0, first.failed - second.failed) : second.passed,
  }
}
for (const first of results.filter(({ failed }) => failed > 0)) {
  const ended = first.seconds < first.suite.minutes * 60
  if (!first.suite.once && ended && first.failed <= AGAIN_AT_MOST) await runAgain(first)
}
// Once more at the end, where a log that was cut short still shows it.
for (const { suite, output } of results.filter((result) => result.failed > 0))
  process.stdout.write(`${suite.name}: ${complaints(output).slice(0, 20).join(' | ')}\n`)
const sum = (pick: (result: Result) => number): number => results.reduce((total, result) => total + pick(result), 0)
for (const { suite, skipped } of results)
  if (skipped !== null) process.stdout.write(`skipped ${suite.name}: ${skipped}\n`)
process.stdout.write(`${sum((r) => r.passed)} passed, ${sum((r) => r.failed)} failed\n`)
process.exit(sum((r) => r.failed) === 0 && results.length > 0 ? 0 : 1)
