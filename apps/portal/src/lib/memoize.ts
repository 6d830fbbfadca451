type Cache = { create: () => { get(key: string): unknown; set(key: string, value: unknown): void } }

/** What use-intl needs of @formatjs/fast-memoize, a tenth of its size: one made thing for each set of arguments. */
export function memoize(
  make: (...args: unknown[]) => unknown,
  { cache }: { cache: Cache },
): (...args: unknown[]) => unknown {
  const made = cache.create()
  return (...args) => {
    const key = JSON.stringify(args)
    let value = made.get(key)
    if (value === undefined) made.set(key, (value = make(...args)))
    return value
  }
}
export const strategies = {}
