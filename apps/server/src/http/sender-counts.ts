type Count = { current: number; ttl: number; began: number }

const MAX_SENDERS = 20_000

/**
 * Counts each sender's requests in its window. Beyond MAX_SENDERS, the sender that was silent for longest is forgotten.
 * Kept pages count here directly, all other requests through the rate limit's plugin.
 */
export class SenderCounts {
  readonly #senders = new Map<string, Count>()

  /** @returns the sender's requests in the window, and the ms until its end */
  hit(sender: string, windowMs: number): Readonly<Count> {
    const now = Date.now()
    const current = this.#senders.get(sender)
    const alive = current !== undefined && current.began + windowMs > now
    const count = alive
      ? { current: current.current + 1, ttl: windowMs - (now - current.began), began: current.began }
      : { current: 1, ttl: windowMs, began: now }
    // Moved to the end, so that the first entry is the sender that was silent for longest.
    this.#senders.delete(sender)
    this.#senders.set(sender, count)
    const oldest = this.#senders.size > MAX_SENDERS ? this.#senders.keys().next().value : undefined
    if (oldest !== undefined) this.#senders.delete(oldest)
    return count
  }
}

type Store = {
  incr(sender: string, callback: (error: Error | null, count: Readonly<Count>) => void, windowMs: number): void
  child(): Store
}

/** The store of the rate limit's plugin. A route with its own limit gets its own counts. */
export const storeOf = (counts: SenderCounts): new () => Store =>
  class {
    incr(sender: string, callback: (error: Error | null, count: Readonly<Count>) => void, windowMs: number): void {
      callback(null, counts.hit(sender, windowMs))
    }
    child(): Store {
      return new (storeOf(new SenderCounts()))()
    }
  }
