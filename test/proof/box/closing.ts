import { rmSync } from 'node:fs'
import { close, count, expect, failures, rule } from '../../kit/rules.ts'
import { remains } from './machine.ts'

/** `success`: its last words where no rule failed. */
type End = { success: string; stays: boolean }

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
  /** Runs the whole, closes what it opened, and ends the program. `stays`: the boxes run until a signal comes. */
  async function runToEnd(whole: () => Promise<void>, { success, stays }: End): Promise<never> {
    try {
      await whole()
    } catch (error) {
      count('it runs to its end', error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
    if (stays) {
      say(`${folder} stays, and what runs on it, until Ctrl-C`)
      await new Promise(() => setInterval(() => undefined, 60_000))
    }
    await stopAll()
    await rule('it leaves no process, no mount and no network', () => {
      const left = remains(folder)
      expect(left.length === 0, left.join('\n'))
      return Promise.resolve()
    })
    rmSync(folder, { recursive: true, force: true })
    say(failures() === 0 ? success : 'FAILED')
    close()
  }
  return { closing, stopAll, runToEnd }
}
