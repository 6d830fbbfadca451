/** An object whose fields are not checked yet. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The fields of a value, which may be no object at all. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

/** Whether a value is in a list. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.some((item) => item === value)

/** The keys of a record whose type names all of them. */
export const keysOf = <K extends string>(record: { readonly [Key in K]?: unknown }): K[] =>
  Object.keys(record).filter((key): key is K => Object.hasOwn(record, key))

/** A record with these keys; `valueOf` gives each value. */
export function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  // The entries of exactly these keys.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>
}
