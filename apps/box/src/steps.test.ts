import { describe, expect, it } from 'vitest'
import { withLock } from './lock.ts'
import type { Machine } from './machine.ts'
import { fileStep } from './kinds.ts'
import {
  commandsOf,
  planOf,
  readJournal,
  runSteps,
  type Step,
  StepError,
  type StepList,
  undoSteps,
  unfinished,
} from './steps.ts'

/** A power cut: nothing of the process goes on. */
class Cut extends Error {}

/** A machine in memory whose power fails before or after its n-th line. */
function machineOf(files: Map<string, string>, cutAt = Infinity) {
  let lines = 0
  const line = <T>(effect: () => T): Promise<T> => {
    if (++lines >= cutAt) return Promise.reject(new Cut())
    const result = effect()
    return ++lines >= cutAt ? Promise.reject(new Cut()) : Promise.resolve(result)
  }
  const commands: Record<string, (args: readonly string[]) => number> = {
    // What a service has loaded is what was in the file when it was told.
    reload: ([file = '', service = '']) => {
      const text = files.get(file)
      if (text === undefined) files.delete(service)
      else files.set(service, text)
      return 0
    },
    ln: ([from = '', to = '']) => {
      if (files.has(to)) return 1
      files.set(to, files.get(from) ?? '')
      return 0
    },
    fail: () => 1,
  }
  const machine: Machine = {
    run: (command, args) => line(() => ({ code: commands[command]?.(args) ?? 127, stdout: '', stderr: '' })),
    files: {
      read: (path) => line(() => files.get(path)),
      write: (path, content) => line(() => void files.set(path, content)),
      remove: (path) => line(() => void files.delete(path)),
      list: (folder) =>
        line(() =>
          [...files.keys()]
            .filter((path) => path.startsWith(`${folder}/`))
            .map((path) => path.slice(folder.length + 1)),
        ),
      exists: (path) => line(() => files.has(path)),
    },
    now: () => 0,
    pause: () => Promise.resolve(),
  }
  return { machine, lines: () => lines }
}

/** Numbers from a seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** A step that changes two files one after the other, and can be stopped between them. */
const pairStep = (name: string, first: string, second: string): Step => ({
  name,
  look: async ({ files }) =>
    (await files.read(first)) === name && (await files.read(second)) === name ? null : `pairs ${first} and ${second}`,
  before: async ({ files }) => JSON.stringify([(await files.read(first)) ?? null, (await files.read(second)) ?? null]),
  async do({ files }) {
    await files.write(first, name)
    await files.write(second, name)
  },
  async undo({ files }, before) {
    const texts = JSON.parse(before) as (string | null)[]
    for (const [at, path] of [first, second].entries()) {
      const text = texts[at] ?? null
      if (text === null) await files.remove(path)
      else await files.write(path, text)
    }
  },
})

function listOf(random: (below: number) => number): StepList {
  const steps = Array.from({ length: 2 + random(5) }, (_, at): Step => {
    const of = random(6)
    const path = `/etc/${of}`
    if (random(3) === 0) return pairStep(`pair ${at}`, `/a/${random(4)}`, `/b/${random(4)}`)
    return fileStep({
      name: `file ${at}`,
      path,
      content: `text ${random(3)}`,
      after: of % 2 === 0 ? [['reload', path, `/service${path}`]] : [],
    })
  })
  return { name: 'trial', atBoot: 'wait', steps }
}

const quiet = { say: () => undefined }
/** What the machine holds beside the journal. */
const worldOf = (files: Map<string, string>): Record<string, string> =>
  Object.fromEntries([...files].filter(([path]) => !path.startsWith('/var/')).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Runs `work` on machines whose power fails again and again, until it ends. */
async function throughCuts(
  files: Map<string, string>,
  random: (below: number) => number,
  cuts: number,
  work: (machine: Machine) => Promise<unknown>,
): Promise<void> {
  for (let left = cuts; ; left--) {
    const { machine } = machineOf(files, left > 0 ? 1 + random(60) : Infinity)
    try {
      await work(machine)
      return
    } catch (error) {
      if (!(error instanceof Cut)) throw error
    }
  }
}

/** A machine before the first run: some of the files are there, and what services loaded of them. */
function before(random: (below: number) => number): Map<string, string> {
  const files = new Map<string, string>()
  for (const path of ['/etc/0', '/etc/1', '/etc/2', '/a/1', '/b/2']) {
    if (random(2) === 0) continue
    files.set(path, `old ${random(3)}`)
    if (/^\/etc\/[02]$/.test(path)) files.set(`/service${path}`, files.get(path) ?? '')
  }
  return files
}

describe('a list of steps that is killed between any two lines', () => {
  it('ends, once resumed, as if nothing had happened; and undone, as before: 2,000 seeds', async () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const random = randomOf(seed)
      const list = listOf(random)
      const start = before(random)
      const whole = new Map(start)
      await runSteps(machineOf(whole).machine, list, quiet)

      const resumed = new Map(start)
      await throughCuts(resumed, random, 1 + random(4), (machine) => runSteps(machine, list, quiet))
      expect(worldOf(resumed), `seed ${seed}, resumed`).toEqual(worldOf(whole))
      const { machine } = machineOf(resumed)
      expect((await planOf(machine, list)).filter(({ change }) => change !== null).length, `seed ${seed}`).toBe(
        (await planOf(machineOf(whole).machine, list)).filter(({ change }) => change !== null).length,
      )

      const undone = new Map(start)
      const { machine: first } = machineOf(undone, 1 + random(80))
      await runSteps(first, list, quiet).catch(() => undefined)
      const journal = await readJournal(machineOf(undone).machine, 'trial')
      if (journal)
        await throughCuts(undone, random, random(4), async (next) => {
          // An undo that was killed after its last line has nothing left to do.
          if ((await readJournal(next, 'trial'))?.state !== 'undone') await undoSteps(next, list, quiet)
        })
      expect(worldOf(undone), `seed ${seed}, undone`).toEqual(worldOf(start))
    }
  })

  it('is listed for the next boot until it is resumed or undone', async () => {
    const files = new Map<string, string>()
    const list = { ...listOf(randomOf(7)), atBoot: 'undo' as const }
    await runSteps(machineOf(files, 12).machine, list, quiet).catch(() => undefined)
    const { machine } = machineOf(files)
    expect((await unfinished(machine)).map(({ list: name, atBoot }) => [name, atBoot])).toEqual([['trial', 'undo']])
    await undoSteps(machine, list, quiet)
    expect(await unfinished(machine)).toEqual([])
    await expect(undoSteps(machine, list, quiet)).rejects.toThrow('trial: there is nothing to undo')
  })
})

describe('a step', () => {
  const failing: Step = { ...fileStep({ name: 'bad', path: '/etc/9', content: 'x', after: [['fail']] }) }

  it('that fails stops the list with its name, and the journal says why', async () => {
    const { machine } = machineOf(new Map())
    await expect(runSteps(machine, { name: 'trial', atBoot: 'wait', steps: [failing] }, quiet)).rejects.toThrow(
      /^bad: fail: exit 1/,
    )
    expect((await readJournal(machine, 'trial'))?.error).toMatch(/^bad: fail/)
  })

  it('that may fail is said, and the others go on', async () => {
    const files = new Map<string, string>()
    const { machine } = machineOf(files)
    const next = fileStep({ name: 'next', path: '/etc/1', content: 'y' })
    const lines: string[] = []
    await runSteps(
      machine,
      { name: 'trial', atBoot: 'wait', steps: [{ ...failing, mayFail: true }, next] },
      { say: (text) => lines.push(text) },
    )
    expect(files.get('/etc/1')).toBe('y')
    expect(lines.join('\n')).toContain('bad: not yet: fail: exit 1')
  })

  it('that is done already is not touched, and not undone', async () => {
    const files = new Map([['/etc/1', 'y']])
    const { machine } = machineOf(files)
    const list: StepList = {
      name: 'trial',
      atBoot: 'wait',
      steps: [fileStep({ name: 'a', path: '/etc/1', content: 'y' })],
    }
    expect(await planOf(machine, list)).toEqual([{ step: 'a', change: null }])
    await runSteps(machine, list, quiet)
    await undoSteps(machine, list, quiet)
    expect(files.get('/etc/1')).toBe('y')
  })
})

describe('two hc at once', () => {
  const stat = (start: number): string => `1 (hc) S ${Array.from({ length: 18 }, () => 0).join(' ')} ${start} 0`

  it('do not change the box together: the second is refused and names the first', async () => {
    const { machine } = machineOf(
      new Map([
        ['/proc/41/stat', stat(7)],
        ['/proc/42/stat', stat(9)],
      ]),
    )
    await withLock(machine, 41, 'hc install', async () => {
      await expect(withLock(machine, 42, 'hc set', () => Promise.resolve())).rejects.toThrow(
        new StepError('another hc is at work: hc install (process 41)'),
      )
    })
    expect(await withLock(machine, 42, 'hc set', () => Promise.resolve('free'))).toBe('free')
  })

  it('do not wait for one that was killed, even if another process has its number now', async () => {
    const files = new Map([['/proc/41/stat', stat(7)]])
    await withLock(machineOf(files, 8).machine, 41, 'hc install', () => Promise.reject(new Cut())).catch(
      () => undefined,
    )
    files.set('/proc/41/stat', stat(8))
    files.set('/run/hc-portal/lock', JSON.stringify({ pid: 41, start: '7', what: 'hc install' }))
    expect(await withLock(machineOf(files).machine, 43, 'hc set', () => Promise.resolve('free'))).toBe('free')
  })
})

it('a list that was interrupted is named by what a person types', () => {
  expect(commandsOf('install')).toEqual({ on: 'hc install', back: 'hc install --undo' })
  expect(commandsOf('move')).toEqual({ on: 'hc move out', back: 'hc move --undo' })
})
