/**
 * Repeats some work with a pause in between until it is stopped. A failure goes to `onError`, and the work runs again
 * after the pause. `stop` waits for the work in progress and ignores its failure.
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
