import type { Log } from './log.ts'
import type { Bus } from './bus.ts'
import type { Query } from './db.ts'

export type Topic = 'catalog' | 'content' | 'law'

/** Keeps what a process has in memory as new as the tables that it is read from. */
export type Changes = {
  /**
   * Reads now, and again whenever the tables of the topic have another version. @throws where the first reading fails
   */
  follow(topic: Topic, read: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** How old what a process shows can be where it hears of no change. Decision 175. */
const ASK_MS = 2_000

/**
 * Every writer moves the version of its topic (content_version), in its own transaction. It is asked for every two
 * seconds, at every hint of the bus, and whenever
 * the bus is connected anew. A reading that fails is tried again at the next question.
 */
export function createChanges(q: Query, bus: Bus, log: Log, failed: (topic: Topic | 'version') => void): Changes {
  const followed = new Map<Topic, { read: () => Promise<void>; version: number | null }>()
  const broken = new Set<string>()
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
      if (broken.delete(topic)) log.info({ topic }, 'what changed is read again')
      return result
    } catch (error) {
      if (stopped) return undefined
      failed(topic)
      // One line until it works again, however often it is tried.
      if (!broken.has(topic))
        log.warn(
          { topic, err: error },
          'what changed could not be read: players are shown what was there before; it is tried again',
        )
      broken.add(topic)
      return undefined
    }
  }
  async function round(): Promise<void> {
    const now = await attempt('version', versions)
    if (now === undefined) return
    for (const [topic, one] of followed) {
      const version = now.get(topic) ?? 0
      if (version !== one.version && !stopped)
        await attempt(topic, async () => {
          await one.read()
          one.version = version
        })
    }
  }
  /** One round at a time; what is asked meanwhile is asked once more after it. */
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
      // The version first: what changes during the reading is read once more.
      const version = (await versions()).get(topic) ?? 0
      await read()
      followed.set(topic, { read, version })
      bus.on(topic, look)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await current
    },
  }
}
