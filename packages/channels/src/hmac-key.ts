import { createSecretKey, type KeyObject } from 'node:crypto'

/** More than a shop has secrets, the keys of its game included. */
const MAX_KEYS = 64
const keys = new Map<string, KeyObject>()

/**
 * The key object of a secret. It is made once and kept: Node makes a new one from text at every HMAC otherwise, which
 * costs more than the HMAC itself.
 */
export function hmacKey(secret: string, encoding: 'utf8' | 'base64' | 'hex' = 'utf8'): KeyObject {
  const name = `${encoding} ${secret}`
  const known = keys.get(name)
  if (known) return known
  const key = createSecretKey(Buffer.from(secret, encoding))
  const oldest = keys.size < MAX_KEYS ? undefined : keys.keys().next().value
  if (oldest !== undefined) keys.delete(oldest)
  keys.set(name, key)
  return key
}
