import { restartNeeded } from './debian/replaced.ts'
import { diskOf } from './disk.ts'
import type { Machine } from './machine.ts'

/** What the checklist wants to know of the machine; null: nobody says. The shop reads it as `desk.machine_look`. */
export type MachineLook = {
  clock_off_s: number | null
  updates: 'on' | 'off' | null
  restart_needed: boolean
  disk_free: number | null
}

/** Seconds that the clock is off, as chrony measures it; null: no time server was heard. */
async function clockOff(machine: Machine): Promise<number | null> {
  const { code, stdout } = await machine.run('chronyc', ['-c', 'tracking'])
  const [, , stratum, , off] = stdout.split(',')
  const seconds = Number(off)
  const isSynchronised = code === 0 && !/Not synchronised/.test(stdout) && stratum !== '0'
  return isSynchronised && off !== undefined && Number.isFinite(seconds) ? seconds : null
}

/** Whether Debian's security updates are installed by themselves. */
async function updatesOf(machine: Machine): Promise<MachineLook['updates']> {
  const { code, stdout } = await machine.run('apt-config', ['shell', 'ON', 'APT::Periodic::Unattended-Upgrade'])
  if (code !== 0) return null
  const days = /^ON='(.*)'$/m.exec(stdout)?.[1]
  const isInstalled = await machine.files.exists('/usr/bin/unattended-upgrade')
  return isInstalled && days !== undefined && !['', '0', 'never'].includes(days) ? 'on' : 'off'
}

export const lookAtMachine = async (machine: Machine): Promise<MachineLook> => ({
  clock_off_s: await clockOff(machine),
  updates: await updatesOf(machine),
  restart_needed: (await restartNeeded(machine)) !== null,
  disk_free: (await diskOf(machine))?.free ?? null,
})

/** Gives the look to the shop. A database that does not answer makes the look old, which is a state of its own. */
export async function storeLook(machine: Machine, look: MachineLook): Promise<boolean> {
  const json = JSON.stringify(look).replaceAll("'", "''")
  const { code } = await machine.run(
    'runuser',
    ['-u', 'postgres', '--', 'psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', '-d', 'hc_portal'],
    { input: `select desk.note_look('${json}'::jsonb);\n`, timeoutMs: 20_000 },
  )
  return code === 0
}
