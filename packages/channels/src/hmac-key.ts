import { createSecretKey, type KeyObject } from 'node:crypto'

/** More than the number of secrets that a shop has, its game's keys included. */
const MAX_KEYS = 64
const keys = new Map<string, KeyObject>()

/**
 * The key object of a secret. It is cached: with a text key, Node would make a new key object at every HMAC, which
 * costs more than the HMAC itself.
 */
export function hmacKey(secret: string, encoding: 'utf8' | 'base64' | 'hex' = 'utf8'): KeyObject {
  const name = `${encoding} ${secret}`
  const cachedKey = keys.get(name)
  if (cachedKey) return cachedKey
  const key = createSecretKey(Buffer.from(secret, encoding))
  const oldest = keys.size < MAX_KEYS ? undefined : keys.keys().next().value
  if (oldest !== undefined) keys.delete(oldest)
  keys.set(name, key)
  return key
}
