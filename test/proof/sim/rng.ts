/** Seeded randomness: every choice of a run comes from here, so that its seed replays it. */
export type Rng = {
  /** In [0, 1). */
  next(): number
  /** 0 to n - 1. */
  int(n: number): number
  chance(p: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the keys, by weight. */
  weigh<K extends string>(weights: Partial<Record<K, number>>): K
  bytes(n: number): Uint8Array
  hex(n: number): string
  /** A stream of its own, so that what one part draws does not move another's draws. */
  fork(): Rng
}

/** sfc32 (public domain, PractRand), warmed up. */
export function seeded(seed: number): Rng {
  let [a, b, c, d] = [0x9e3779b9, seed | 0, (seed / 2 ** 32) | 0, 1]
  const draw = (): number => {
    const t = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let i = 0; i < 15; i++) draw()
  const next = (): number => draw() / 2 ** 32
  const rng: Rng = {
    next,
    int: (n) => Math.floor(next() * n),
    chance: (p) => next() < p,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('nothing to pick from')
      return list[Math.floor(next() * list.length)] as T
    },
    weigh<K extends string>(weights: Partial<Record<K, number>>): K {
      const entries = Object.entries(weights) as [K, number][]
      let at = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) if ((at -= weight) < 0) return key
      return (entries[0] as [K, number])[0]
    },
    bytes: (n) => Uint8Array.from({ length: n }, () => Math.floor(next() * 256)),
    hex: (n) => Buffer.from(rng.bytes(n)).toString('hex'),
    fork: () => seeded(draw()),
  }
  return rng
}

/** Counts by name. */
export type Tally = Map<string, number>
export const count = (tally: Tally, name: string, n = 1): void => {
  tally.set(name, (tally.get(name) ?? 0) + n)
}
export const total = (tally: Tally): number => [...tally.values()].reduce((sum, n) => sum + n, 0)
export const asObject = (tally: Tally): Record<string, number> =>
  Object.fromEntries([...tally].sort(([a], [b]) => a.localeCompare(b)))
