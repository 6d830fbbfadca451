import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { platform } from 'node:os'
import { promisify } from 'node:util'
import { errorCode } from './error-code.ts'

/** True if a process has this number, whichever process it is. After a machine's start the numbers repeat. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

const psField = async (pid: number, field: string): Promise<string | null> =>
  await promisify(execFile)('ps', ['-ww', '-o', `${field}=`, '-p', String(pid)], { timeout: 2_000 }).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  )

/** What a process was started with, its arguments parted by one space; null if it is gone, a zombie, or not told. */
export async function commandOf(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null
  if (platform() !== 'linux') return await psField(pid, 'command')
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return line.replaceAll('\0', ' ').trim() || null
}

/** The folder in which a process works; null where the system does not tell. */
export const folderOf = async (pid: number): Promise<string | null> =>
  await readlink(`/proc/${pid}/cwd`).catch(() => null)

/**
 * When a process began, in a form that no other process of this number has, before or after a restart of the machine;
 * null if it is gone or not told. Linux counts from the machine's start, so the number of that start belongs to it
 * (proc_pid_stat(5), field 22).
 */
export async function beginOf(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null
  if (platform() !== 'linux') return await psField(pid, 'lstart')
  const [stat, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
  ])
  // The name in brackets may hold spaces and brackets; the fields after it do not.
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return ticks ? `${boot.trim()} ${ticks}` : null
}
