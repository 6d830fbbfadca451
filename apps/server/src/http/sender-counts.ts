type Count = { current: number; ttl: number; began: number }

const MAX_SENDERS = 20_000

/**
 * How many requests each sender made in its window; beyond so many senders the one that was silent for longest is
 * forgotten. Pages that are kept count here at once, everything else through the rate limit's plugin.
 */
export class SenderCounts {
  readonly #senders = new Map<string, Count>()

  /** @returns how many there are in the window, and how long it goes on, in ms */
  hit(sender: string, windowMs: number): Readonly<Count> {
    const now = Date.now()
    const known = this.#senders.get(sender)
    const alive = known !== undefined && known.began + windowMs > now
    const count = alive
      ? { current: known.current + 1, ttl: windowMs - (now - known.began), began: known.began }
      : { current: 1, ttl: windowMs, began: now }
    // At the end: the first one is then the one that was silent for longest.
    this.#senders.delete(sender)
    this.#senders.set(sender, count)
    const oldest = this.#senders.size > MAX_SENDERS ? this.#senders.keys().next().value : undefined
    if (oldest !== undefined) this.#senders.delete(oldest)
    return count
  }
}

type Store = {
  incr(sender: string, done: (error: Error | null, count: Readonly<Count>) => void, windowMs: number): void
  child(): Store
}

/** Counts as the rate limit's plugin wants them; a route with a limit of its own has counts of its own. */
export const storeOf = (counts: SenderCounts): new () => Store =>
  class {
    incr(sender: string, done: (error: Error | null, count: Readonly<Count>) => void, windowMs: number): void {
      done(null, counts.hit(sender, windowMs))
    }
    child(): Store {
      return new (storeOf(new SenderCounts()))()
    }
  }
