import { expect, it } from 'vitest'
import { careForDisk } from './disk.ts'
import type { Machine } from './machine.ts'

const pidFile = '/var/lib/postgresql/17/hc/postmaster.pid'
const gb = 1024 ** 3

function machineWith(files: Readonly<Record<string, string>>, { free = 20 * gb, state = 'active' } = {}) {
  const calls: string[] = []
  const machine = {
    run: (command: string, args: readonly string[]) => {
      calls.push([command, ...args].join(' '))
      const outputs: Readonly<Record<string, string>> = {
        df: `Avail 1B-blocks\n${free} ${40 * gb}\n`,
        systemctl: state,
      }
      return Promise.resolve({ code: 0, stdout: outputs[command] ?? '', stderr: '' })
    },
    files: {
      read: (path: string) => Promise.resolve(files[path]),
      exists: () => Promise.resolve(true),
      list: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
    },
  } as unknown as Machine
  return { machine, calls }
}
const running = { [pidFile]: '812\n/var/lib/postgresql/17/hc\n', '/proc/812/comm': 'postgres\n' }

it('with room and a database that runs, the look asks the disk and the shop, and starts nothing else', async () => {
  const { machine, calls } = machineWith(running)
  await careForDisk(machine, '17', () => undefined)
  expect(calls.map((call) => call.split(' ')[0])).toEqual(['df', 'df', 'runuser'])
})

it('a database that ended is started again; one that was stopped by hand stays so', async () => {
  const startsOf = async (...setting: Parameters<typeof machineWith>): Promise<number> => {
    const { machine, calls } = machineWith(...setting)
    await careForDisk(machine, '17', () => undefined)
    return calls.filter((call) => call === 'systemctl restart postgresql@17-hc.service').length
  }
  expect(await startsOf({})).toBe(1)
  // Its file is there still, and its number has gone to another program.
  expect(await startsOf({ ...running, '/proc/812/comm': 'sh\n' })).toBe(1)
  expect(await startsOf({ [pidFile]: '812\n' }, { state: 'failed' })).toBe(1)
  expect(await startsOf({}, { state: 'inactive' })).toBe(0)
  expect(await startsOf({}, { free: 1000 })).toBe(0)
  expect(await startsOf(running)).toBe(0)
})
