const parsed = new WeakMap<Buffer, unknown>()

/**
 * What a body says as JSON. Whoever asks again about the same bytes gets the same value: it must not be changed.
 * @throws SyntaxError where it is no JSON
 */
export function parsedBody(raw: Buffer): unknown {
  if (parsed.has(raw)) return parsed.get(raw)
  const value: unknown = JSON.parse(raw.toString('utf8'))
  parsed.set(raw, value)
  return value
}
