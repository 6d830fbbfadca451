import type { Lifecycle } from './lifecycle.ts'
import type { Log } from './log.ts'

/** Runs work in the background. A process that stops waits for it to finish. */
export function asides(log: Log, add: Lifecycle['add']): (work: Promise<unknown>) => void {
  const open = new Set<Promise<unknown>>()
  add(async () => {
    await Promise.all(open)
  })
  return (work) => {
    const task: Promise<unknown> = work
      .catch((error: unknown) => log.warn({ err: error }, 'background work failed'))
      .finally(() => open.delete(task))
    open.add(task)
  }
}
