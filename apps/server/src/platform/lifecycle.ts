/** The start and the end of a process. */
export type Lifecycle = {
  /** Aborted once a stop is requested. Nothing more starts then. */
  readonly signal: AbortSignal
  /**
   * Adds a part to stop; the last one added stops first. @throws once a stop is requested; the new part is stopped with
   * the others
   */
  add(stop: () => Promise<void>): void
  run(start: () => Promise<void>): Promise<void>
  /** Ends the process. A second call changes nothing. */
  stop(code: number): void
}

/** The longest time for a stop. After it the process exits, whatever is still running. */
const STOP_MS = 20_000

/**
 * A stop first waits until the start has finished its present step: it then removes nothing that the start uses, and
 * leaves nothing running that the start began. Next the workers finish their round and requests in hand are answered.
 * The database closes last.
 */
export function createLifecycle(): Lifecycle {
  const stops: (() => Promise<void>)[] = []
  const leaving = new AbortController()
  let startup = Promise.resolve()
  let ending: Promise<void> | undefined

  let nothingLeft = (): void => undefined
  /**
   * Waits for a part, but not for one that waits for something which no longer exists: Node says `beforeExit` when
   * nothing is left that could settle it. Otherwise the process would end there, with 13, and leave the other parts
   * running.
   */
  async function settled(part: Promise<unknown>): Promise<void> {
    const idle = new Promise<void>((resolve) => {
      nothingLeft = resolve
    })
    const ended = part.catch((error: unknown) => {
      process.stderr.write(`while stopping: ${String(error)}\n`)
    })
    await Promise.race([ended, idle])
  }
  async function end(code: number): Promise<void> {
    process.on('beforeExit', () => nothingLeft())
    setTimeout(() => process.exit(code || 1), STOP_MS).unref()
    leaving.abort()
    await settled(startup.catch(() => undefined))
    for (const stop of stops) await settled(stop())
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
      startup = start()
      // A start that a stop interrupts has not failed.
      try {
        await startup
      } catch (error) {
        if (!leaving.signal.aborted) throw error
      }
    },
  }
}
