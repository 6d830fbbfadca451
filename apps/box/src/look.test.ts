import { expect, it } from 'vitest'
import { lookAtMachine, storeLook } from './look.ts'
import type { Machine, RunOptions } from './machine.ts'

const chronyLine = 'A29FC87B,162.159.200.123,4,1764300000.1,-0.000321,0.0001,0.0002,-1,0,0.1,0.01,0.001,64.0,Normal\n'

function machineWith(answers: Record<string, string | null>, files: readonly string[] = []) {
  const calls: { command: string; options: RunOptions | undefined }[] = []
  const machine = {
    run: (command: string, _args: readonly string[], options?: RunOptions) => {
      calls.push({ command, options })
      const stdout = answers[command]
      return Promise.resolve({ code: stdout == null ? 1 : 0, stdout: stdout ?? '', stderr: '' })
    },
    files: {
      exists: (path: string) => Promise.resolve(files.includes(path)),
      list: () => Promise.resolve([]),
    },
  } as unknown as Machine
  return { machine, calls }
}
const on = { chronyc: chronyLine, 'apt-config': "ON='1'\n" }
const tool = '/usr/bin/unattended-upgrade'

it('a look says how far the clock is off and whether updates are on, and null for what nobody says', async () => {
  const look = (answers: Record<string, string | null>, files: readonly string[] = [tool]) =>
    lookAtMachine(machineWith(answers, files).machine)
  expect(await look(on)).toEqual({ clock_off_s: -0.000321, updates: 'on', restart_needed: false, disk_free: null })
  expect(await look({ ...on, df: 'Avail 1B-blocks\n 1024 4096\n' })).toMatchObject({ disk_free: 1024 })
  expect(await look(on, [tool, '/run/reboot-required'])).toMatchObject({ restart_needed: true })
  expect(await look({ ...on, chronyc: null })).toMatchObject({ clock_off_s: null })
  expect(await look({ ...on, chronyc: chronyLine.replace(',4,', ',0,') })).toMatchObject({ clock_off_s: null })
  expect(await look({ ...on, 'apt-config': "ON='0'\n" })).toMatchObject({ updates: 'off' })
  expect(await look({ ...on, 'apt-config': '' })).toMatchObject({ updates: 'off' })
  expect(await look(on, [])).toMatchObject({ updates: 'off' })
  expect(await look({ ...on, 'apt-config': null })).toMatchObject({ updates: null })
})

it('a look goes to the database, and a database that is away is no fault of the look', async () => {
  const { machine, calls } = machineWith({ runuser: '' })
  expect(await storeLook(machine, { clock_off_s: null, updates: 'on', restart_needed: false, disk_free: 1 })).toBe(true)
  expect(calls[0]?.options?.input).toContain(`"updates":"on"`)
  expect(
    await storeLook(machineWith({}).machine, { clock_off_s: 0, updates: 'on', restart_needed: false, disk_free: 1 }),
  ).toBe(false)
})
