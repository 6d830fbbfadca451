/**
 * Does some work, pauses, and does it again until it is stopped. Work that fails is told to `onError` and done again
 * after the pause. `stop` waits for the work in progress, whose failure is told to nobody then.
 */
export function repeat(
  work: (stopped: () => boolean) => Promise<void>,
  pauseMs: number,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  const turn = (): void => {
    current = work(() => stopped)
      .catch((error: unknown) => {
        if (!stopped) onError(error)
      })
      .then(() => {
        if (!stopped) timer = setTimeout(turn, pauseMs)
      })
  }
  turn()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
