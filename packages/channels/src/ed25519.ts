import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The prefix of a raw key in its DER form (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The bytes of `PREFIX_` and Base64; undefined if the text has not exactly that form. */
function bytesOf(prefix: string, text: string): Buffer | undefined {
  if (!text.startsWith(prefix)) return undefined
  const base64 = text.slice(prefix.length)
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64').replace(/=+$/, '') === base64.replace(/=+$/, '') ? bytes : undefined
}

/** A public key from its 32 bytes. */
export const ed25519Public = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI, bytes]), format: 'der', type: 'spki' })

/**
 * The 32 bytes of a public key in the form of Standard Webhooks, `whpk_` and Base64; undefined if the text is not one.
 */
export function publicBytes(text: string): Buffer | undefined {
  const bytes = bytesOf('whpk_', text)
  return bytes?.length === 32 ? bytes : undefined
}

export const publicText = (bytes: Buffer): string => `whpk_${bytes.toString('base64')}`

const keys = new Map<string, { key: KeyObject; publicText: string } | undefined>()

/**
 * A private key in the form of Standard Webhooks: `whsk_` and the Base64 of 32 bytes, or of 64 bytes that end with the
 * public key. Undefined if the text is neither.
 */
export function privateKey(text: string): { key: KeyObject; publicText: string } | undefined {
  if (keys.has(text)) return keys.get(text)
  const bytes = bytesOf('whsk_', text)
  if (bytes?.length !== 32 && bytes?.length !== 64) return undefined
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' })
  const rawKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length)
  const pair =
    bytes.length === 32 || rawKey.equals(bytes.subarray(32)) ? { key, publicText: publicText(rawKey) } : undefined
  keys.set(text, pair)
  return pair
}

export const ed25519Sign = (key: KeyObject, message: Buffer): Buffer => sign(null, message, key)
export const isEd25519 = (key: KeyObject, message: Buffer, signature: Buffer): boolean =>
  signature.length === 64 && verify(null, message, key, signature)
