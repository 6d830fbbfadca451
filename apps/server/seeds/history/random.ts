/** A stream of numbers that its seed alone decides, so that the demo is the same each time. */
export type Random = {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from 0 to n, without n. */
  int(n: number): number
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T
  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

/** Mulberry32: enough for a demo. */
export function seeded(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (n: number): number => Math.floor(next() * n)
  return {
    next,
    int,
    pick: <T>(list: readonly T[]): T => {
      const item = list[int(list.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    weighted: <K extends string>(weights: Readonly<Record<K, number>>): K => {
      const entries = Object.entries<number>(weights) as [K, number][]
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        rest -= weight
        if (rest < 0) return key
      }
      throw new Error('nothing to choose from')
    },
  }
}
