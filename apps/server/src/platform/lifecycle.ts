/** How a process begins and ends. */
export type Lifecycle = {
  /** Aborted once a stop was asked for: nothing more is started then. */
  readonly signal: AbortSignal
  /**
   * What was started last is stopped first. @throws once a stop was asked for; the new part is stopped with the others
   */
  add(stop: () => Promise<void>): void
  run(start: () => Promise<void>): Promise<void>
  /** Ends the process. A second call changes nothing. */
  stop(code: number): void
}

/** Beyond it the process ends whatever is still under way. */
const STOP_MS = 20_000

/**
 * A stop waits until the start has finished its present step, so that nothing is removed from under it and nothing that
 * it starts is left running. Then workers finish their round, requests in hand are answered, and the database closes
 * last.
 */
export function createLifecycle(): Lifecycle {
  const stops: (() => Promise<void>)[] = []
  const leaving = new AbortController()
  let begun = Promise.resolve()
  let ending: Promise<void> | undefined

  async function end(code: number): Promise<void> {
    setTimeout(() => process.exit(code || 1), STOP_MS).unref()
    leaving.abort()
    await begun.catch(() => undefined)
    for (const stop of stops)
      await stop().catch((error: unknown) => {
        process.stderr.write(`while stopping: ${String(error)}\n`)
      })
    process.exit(code)
  }
  return {
    signal: leaving.signal,
    add(stop) {
      stops.unshift(stop)
      leaving.signal.throwIfAborted()
    },
    stop(code) {
      ending ??= end(code)
    },
    async run(start) {
      begun = start()
      // A stop in the middle of the start is no failure of it.
      try {
        await begun
      } catch (error) {
        if (!leaving.signal.aborted) throw error
      }
    },
  }
}
