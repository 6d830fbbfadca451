/** A hint through the bus, or this time, ends what a process has read. Decision 20. */
const BRIEF_MS = 800
const ENTRIES_MAX = 20_000

/** What a process has read of the database, for 800 ms; a full cache begins anew. */
export type BriefCache<Key, Value> = {
  /** Undefined: never read, too old, or dropped. */
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  drop(key: Key): void
  dropWhere(isGone: (value: Value) => boolean): void
}

export function createBriefCache<Key, Value>(): BriefCache<Key, Value> {
  const entries = new Map<Key, { value: Value; until: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      return entry && entry.until > performance.now() ? entry.value : undefined
    },
    set(key, value) {
      if (entries.size >= ENTRIES_MAX) entries.clear()
      entries.set(key, { value, until: performance.now() + BRIEF_MS })
    },
    drop(key) {
      entries.delete(key)
    },
    dropWhere(isGone) {
      for (const [key, { value }] of entries) if (isGone(value)) entries.delete(key)
    },
  }
}
