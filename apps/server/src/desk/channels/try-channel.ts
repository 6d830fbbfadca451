import type { Channel } from '@hc/channels/channel'
import { NoAnswer } from '@hc/channels/http'
import { Refused } from '@hc/channels/channel'

const HOUR_MS = 3_600_000
export type Tried = { state: 'answers' | 'refuses' | 'silent' | 'none' | 'asked'; ms: number; detail: string }

/** The start of an error text; a gateway's answer may be long. */
const detailOf = (error: Error): string => error.message.replace(/\s+/g, ' ').slice(0, 200)

/**
 * Asks a gateway for one line of its own books. An answer shows that it is up and accepts our key, and changes
 * nothing. A channel without such a list cannot be tried.
 */
export async function tryChannel(channel: Channel, now: () => number): Promise<Tried> {
  if (!channel.books) return { state: 'none', ms: 0, detail: '' }
  const start = performance.now()
  const took = (): number => Math.round(performance.now() - start)
  try {
    await channel.books({ cursor: null, sinceMs: now() - HOUR_MS }, 1)
    return { state: 'answers', ms: took(), detail: '' }
  } catch (error) {
    if (error instanceof Refused) return { state: 'refuses', ms: took(), detail: detailOf(error) }
    if (!(error instanceof NoAnswer)) throw error
    const refuses = error.status === 401 || error.status === 403
    return { state: refuses ? 'refuses' : 'silent', ms: took(), detail: detailOf(error) }
  }
}
