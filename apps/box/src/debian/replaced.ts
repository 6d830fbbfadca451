import type { Machine } from '../machine.ts'
import { paths, processes, type Process, type Slot, unitOf } from '../paths.ts'

/** What runs on files that an update of Debian has replaced: it works with the old ones until it starts again. */

/** Programs and libraries of the system that a process has in memory and that are no longer on the disk. */
export const replacedIn = (maps: string): string[] => [
  ...new Set(
    [...maps.matchAll(/ ((?:\/usr)?\/(?:lib|lib64|bin|sbin|local)\/.*) \(deleted\)$/gm)].map(([, path]) => path ?? ''),
  ),
]

/** Of a unit that does not run, nothing. */
async function replacedOf(machine: Machine, unit: string): Promise<string[]> {
  const { stdout } = await machine.run('systemctl', ['show', '-p', 'MainPID', '--value', unit])
  const pid = Number(stdout)
  return pid > 0 ? replacedIn((await machine.files.read(`/proc/${pid}/maps`)) ?? '') : []
}

export type Replaced = { edge: string[]; processes: Process[]; database: boolean }

export async function replacedFiles(machine: Machine, slot: Slot, postgres: string): Promise<Replaced> {
  const names: Process[] = []
  for (const process of processes)
    if ((await replacedOf(machine, unitOf(process, slot))).length > 0) names.push(process)
  return {
    edge: await replacedOf(machine, 'hc-edge.service'),
    processes: names,
    database: (await replacedOf(machine, `postgresql@${postgres}-hc.service`)).length > 0,
  }
}

const byVersion = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
/** The kernel that a restart would start; null if it runs already, or if the machine has none of its own. */
export function newerKernel(running: string, installed: readonly string[]): string | null {
  const newest = installed.toSorted(byVersion).at(-1)
  return newest === undefined || byVersion(running, newest) >= 0 ? null : newest
}

export type Restart = { what: string; sinceMs: number }
/** Why the machine should start anew, and since when; null if it need not. */
export async function restartNeeded(machine: Machine): Promise<Restart | null> {
  const running = (await machine.run('uname', ['-r'])).stdout.trim()
  const kernels = (await machine.files.list('/boot')).filter((name) => name.startsWith('vmlinuz-'))
  const newer = newerKernel(
    running,
    kernels.map((name) => name.slice('vmlinuz-'.length)),
  )
  const mark = '/run/reboot-required'
  const file = newer !== null ? `/boot/vmlinuz-${newer}` : (await machine.files.exists(mark)) ? mark : null
  if (file === null) return null
  // The time of the inode: a package's file has the date of its build.
  const { stdout } = await machine.run('stat', ['-c', '%Z', file])
  return { what: newer === null ? 'an update' : `the kernel ${newer}`, sinceMs: Number(stdout) * 1000 }
}

const HOUR_MS = 3_600_000
/** A proof of this night. */
const FRESH_MS = 3 * HOUR_MS
export type Reboot = {
  needed: Restart | null
  mode: 'on' | 'off'
  /** The last proof of a backup. */
  proof: { atMs: number; equal: boolean | null } | null
  /** Lists of steps that were interrupted. */
  unfinished: number
  nowMs: number
}
/** Whether the machine starts anew by itself now, with the sentence that says why or why not; null: nothing to say. */
export function rebootVerdict({
  needed,
  mode,
  proof,
  unfinished,
  nowMs,
}: Reboot): { now: boolean; why: string } | null {
  if (needed === null) return null
  const not = (why: string) => ({ now: false, why: `a restart is needed for ${needed.what}: ${why}` })
  if (mode === 'off') return not('hc auto reboot on does it in the quiet hour')
  if (unfinished > 0) return not('a list of steps was interrupted, so it waits')
  if (proof === null || nowMs - proof.atMs > FRESH_MS || proof.equal !== true)
    return not('no backup was proved in the last three hours, so it waits')
  return {
    now: true,
    why: `restarts for ${needed.what}: the backup was proved ${Math.round((nowMs - proof.atMs) / 60_000)} minutes ago`,
  }
}

/** What `hc status` says of it. Since when, in days. */
export function debianFact(
  needed: Restart | null,
  { edge, processes: names, database }: Replaced,
  nowMs: number,
): { state: 'OK' | 'Attention'; text: string } {
  const days = needed === null ? 0 : Math.floor((nowMs - needed.sinceMs) / (24 * HOUR_MS))
  const since = days < 1 ? 'since today' : days === 1 ? 'since yesterday' : `since ${days} days`
  const parts = [
    ...(needed === null ? [] : [`restart needed for ${needed.what} ${since}`]),
    ...(edge.length + names.length === 0 ? [] : ['hc debian: what runs has replaced files']),
    ...(database ? [`the database has replaced files until its next start`] : []),
  ]
  return parts.length === 0
    ? { state: 'OK', text: 'no restart needed' }
    : { state: 'Attention', text: parts.join('; ') }
}

/** The file of `hc auto`, which has the mode. */
export const rebootMode = (values: Readonly<Record<string, string>>): 'on' | 'off' =>
  values.REBOOT === 'on' ? 'on' : 'off'
export const modeFile = paths.upgradeSettings
