import type { Log } from './log.ts'
import type { Bus } from './bus.ts'
import type { Query } from './db.ts'

export const topics = ['catalog', 'content', 'law', 'market'] as const
export type Topic = (typeof topics)[number]

/** Keeps a process's copies of tables in memory up to date. */
export type Changes = {
  /** Reads now, and again whenever the version of the topic changes. @throws if the first reading fails */
  follow(topic: Topic, read: () => Promise<void>): Promise<void>
  /** Asks for the versions now. Once it resolves, earlier changes are in memory, unless a reading failed. */
  look(): Promise<void>
  stop(): Promise<void>
}

/**
 * The time between two questions for the versions: the greatest age of what a process shows if the bus is silent.
 * Decision 175.
 */
const ASK_MS = 2_000

/**
 * Every writer raises the version of its topic (content_version) in its own transaction. The versions are asked for
 * every two seconds, at every hint of the bus, and at each new connection of the bus. A failed reading is retried at
 * the next question.
 */
export function createChanges(q: Query, bus: Bus, log: Log, failed: (topic: Topic | 'version') => void): Changes {
  const followed = new Map<Topic, { read: () => Promise<void>; version: number | null }>()
  const failing = new Set<string>()
  let stopped = false
  let current: Promise<void> | undefined
  let again = false

  const versions = async (): Promise<Map<string, number>> =>
    new Map(
      (
        await q<{ topic: string; version: number }>({
          name: 'content-versions',
          text: 'select topic, version from content_version',
        })
      ).map(({ topic, version }) => [topic, version]),
    )

  async function attempt<T>(topic: Topic | 'version', work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work()
      if (failing.delete(topic)) log.info({ topic }, 'the changed data could be read again')
      return result
    } catch (error) {
      if (stopped) return undefined
      failed(topic)
      // One line for each outage, however often the reading is tried.
      if (!failing.has(topic))
        log.warn(
          { topic, err: error },
          'the changed data could not be read: players see the old data; the reading is retried',
        )
      failing.add(topic)
      return undefined
    }
  }
  async function round(): Promise<void> {
    const now = await attempt('version', versions)
    if (now === undefined) return
    for (const [topic, topicState] of followed) {
      const version = now.get(topic) ?? 0
      if (version !== topicState.version && !stopped)
        await attempt(topic, async () => {
          await topicState.read()
          topicState.version = version
        })
    }
  }
  /** Runs one round at a time. Calls during a round cause one more round after it. */
  function look(): void {
    if (stopped) return
    if (current) {
      again = true
      return
    }
    current = round().finally(() => {
      current = undefined
      if (again) {
        again = false
        look()
      }
    })
  }
  const timer = setInterval(look, ASK_MS)
  timer.unref()
  bus.onConnect(look)
  return {
    async follow(topic, read) {
      // The version is read first, so a change during the reading causes another one.
      const version = (await versions()).get(topic) ?? 0
      await read()
      followed.set(topic, { read, version })
      bus.on(topic, look)
    },
    async look() {
      const before = current
      look()
      await before
      await current
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await current
    },
  }
}
