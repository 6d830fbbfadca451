import { rmSync } from 'node:fs'

/**
 * What a program of the proof opened is closed once, last first, however it ends: at its end, or by a signal, which may
 * come twice, from the terminal and from npm. `folder` goes with a signal.
 */
export function openClosing(say: (text: string) => void, folder: string) {
  const closing: (() => Promise<unknown> | void)[] = []
  let all: Promise<void> | undefined
  async function closeEach(): Promise<void> {
    for (let end = closing.pop(); end; end = closing.pop())
      try {
        await end()
      } catch (error) {
        say(`while cleaning up: ${String(error)}`)
      }
  }
  const stopAll = (): Promise<void> => (all ??= closeEach())
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isEnding) return
      isEnding = true
      say(`${signal}: it cleans up`)
      void stopAll()
        .then(() => rmSync(folder, { recursive: true, force: true }))
        .finally(() => process.exit(130))
    })
  return { closing, stopAll }
}
