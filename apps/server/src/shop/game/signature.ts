import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { isEd25519 } from '@hc/channels/ed25519'
import { hmacKey } from '@hc/channels/hmac-key'

/** The largest difference between a request's time and ours (contract, section 7). */
export const TOLERANCE_MS = 300_000

export type Signable = {
  method: string
  /** Path and query as on the request line. */ url: string
  timestamp: string
  body: Buffer | string
}

const head = ({ method, url, timestamp }: Signable): string => `${method}\n${url}\n${timestamp}\n`

/** HMAC-SHA256 over `METHOD\nPATH?QUERY\nTIMESTAMP\nBODY`. */
export const signRequest = (secret: string, request: Signable): Buffer =>
  createHmac('sha256', hmacKey(secret)).update(head(request)).update(request.body).digest()

/** The bytes that an ed25519 key signs, the same as for HMAC. */
export const requestBytes = (request: Signable): Buffer =>
  Buffer.concat([Buffer.from(head(request)), Buffer.from(request.body)])

/** A verification key: a shared secret, or the public half of the game's key. */
export type GameKey = { secret: string } | { publicKey: KeyObject }
export type GivenSignature = { keyId: string; timestamp: string; scheme: 'hmac' | 'ed25519'; bytes: Buffer }

/** A key verifies only signatures of its own kind, so that nobody can use a public key as an HMAC secret. */
export function isSignature(key: GameKey, request: Signable, { scheme, bytes }: GivenSignature): boolean {
  if ('publicKey' in key) return scheme === 'ed25519' && isEd25519(key.publicKey, requestBytes(request), bytes)
  return scheme === 'hmac' && timingSafeEqual(signRequest(key.secret, request), bytes)
}

/** The three headers, if they are well-formed and their time is close to ours; otherwise undefined. */
export function givenSignature(
  headers: Record<string, string | string[] | undefined>,
  nowMs: number,
): GivenSignature | undefined {
  const keyId = headers['x-hc-key']
  const timestamp = headers['x-hc-timestamp']
  const signature = headers['x-hc-signature']
  if (typeof keyId !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') return undefined
  if (!/^[\w.-]{1,64}$/.test(keyId) || !/^\d{13}$/.test(timestamp)) return undefined
  if (Math.abs(nowMs - Number(timestamp)) > TOLERANCE_MS) return undefined
  const [, ed25519, hex] = /^(?:(ed25519)=(?=[0-9a-f]{128}$)|(?=[0-9a-f]{64}$))([0-9a-f]+)$/i.exec(signature) ?? []
  if (hex === undefined) return undefined
  return { keyId, timestamp, scheme: ed25519 ? 'ed25519' : 'hmac', bytes: Buffer.from(hex, 'hex') }
}
