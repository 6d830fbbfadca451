import { utf8 } from './http.ts'

const parsed = new WeakMap<Buffer, unknown>()

/**
 * The JSON of a body. A second call for the same bytes returns the same value, which must not be changed.
 * @throws SyntaxError if the body is not JSON
 */
export function parsedBody(raw: Buffer): unknown {
  if (parsed.has(raw)) return parsed.get(raw)
  const value: unknown = JSON.parse(utf8.decode(raw))
  parsed.set(raw, value)
  return value
}
