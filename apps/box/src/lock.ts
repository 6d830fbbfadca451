import type { Machine } from './machine.ts'
import { paths } from './paths.ts'
import { StepError } from './steps.ts'

const LOCK = `${paths.run}/lock`

/** When a process began, in ticks since boot (proc(5), field 22): another process may get its number later. */
async function startOf(machine: Machine, pid: number): Promise<string | undefined> {
  const stat = await machine.files.read(`/proc/${pid}/stat`)
  return stat?.split(') ').at(-1)?.split(' ')[19]
}

/**
 * Runs `work` while no other `hc` changes the box. `what`: the words of the command, for the one who is refused.
 * @throws StepError that names the command which is at work
 */
export async function withLock<T>(machine: Machine, pid: number, what: string, work: () => Promise<T>): Promise<T> {
  const ownFile = `${LOCK}.${pid}`
  await machine.files.write(ownFile, JSON.stringify({ pid, start: await startOf(machine, pid), what }))
  try {
    for (let attempt = 1; (await machine.run('ln', [ownFile, LOCK])).code !== 0; attempt++) {
      const text = await machine.files.read(LOCK)
      if (text === undefined) continue
      const holder = JSON.parse(text) as { pid: number; start?: string; what: string }
      const start = await startOf(machine, holder.pid)
      if ((start !== undefined && start === holder.start) || attempt > 3)
        throw new StepError(`another hc is at work: ${holder.what} (process ${holder.pid})`)
      await machine.files.remove(LOCK)
    }
  } finally {
    await machine.files.remove(ownFile)
  }
  try {
    return await work()
  } finally {
    await machine.files.remove(LOCK)
  }
}
