import type { Machine } from './machine.ts'
import { paths } from './paths.ts'
import { StepError } from './steps.ts'

const BOX = `${paths.run}/lock`
const POLL_MS = 500

/** When a process began, in ticks since boot (proc(5), field 22): another process may get its number later. */
async function startOf(machine: Machine, pid: number): Promise<string | undefined> {
  const stat = await machine.files.read(`/proc/${pid}/stat`)
  return stat?.split(') ').at(-1)?.split(' ')[19]
}

type LockOptions = {
  /** The lock of something else than the whole box. */
  file?: string
  /** How long it waits for the one that is at work. */
  waitMs?: number
}

/**
 * Runs `work` while no other `hc` changes the box. `what`: the words of the command, for the one who is refused.
 * @throws StepError that names the command which is at work
 */
export async function withLock<T>(
  machine: Machine,
  pid: number,
  what: string,
  work: () => Promise<T>,
  { file: lock = BOX, waitMs = 0 }: LockOptions = {},
): Promise<T> {
  const ownFile = `${lock}.${pid}`
  const end = machine.now() + waitMs
  await machine.files.write(ownFile, JSON.stringify({ pid, start: await startOf(machine, pid), what }))
  try {
    for (let attempt = 1; (await machine.run('ln', [ownFile, lock])).code !== 0; attempt++) {
      const text = await machine.files.read(lock)
      if (text === undefined) continue
      const holder = JSON.parse(text) as { pid: number; start?: string; what: string }
      const start = await startOf(machine, holder.pid)
      const isAtWork = start !== undefined && start === holder.start
      if (isAtWork && machine.now() < end) {
        await machine.pause(POLL_MS)
        attempt = 0
        continue
      }
      if (isAtWork || attempt > 3) throw new StepError(`another hc is at work: ${holder.what} (process ${holder.pid})`)
      await machine.files.remove(lock)
    }
  } finally {
    await machine.files.remove(ownFile)
  }
  try {
    return await work()
  } finally {
    await machine.files.remove(lock)
  }
}
