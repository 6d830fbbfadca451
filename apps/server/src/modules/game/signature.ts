import { createHmac, timingSafeEqual } from 'node:crypto'
import { hmacKey } from '@hc/channels/hmac-key'

/** How far a request's time may be from ours (contract, section 7). */
export const TOLERANCE_MS = 300_000

export type Signable = {
  method: string
  /** Path and query as on the request line. */ url: string
  timestamp: string
  body: Buffer | string
}

/** HMAC-SHA256 over `METHOD\nPATH?QUERY\nTIMESTAMP\nBODY`. */
export const signRequest = (secret: string, { method, url, timestamp, body }: Signable): Buffer =>
  createHmac('sha256', hmacKey(secret)).update(`${method}\n${url}\n${timestamp}\n`).update(body).digest()

export const isSignature = (secret: string, request: Signable, hex: string): boolean =>
  timingSafeEqual(signRequest(secret, request), Buffer.from(hex, 'hex'))

export type GivenSignature = { keyId: string; timestamp: string; hex: string }

/** The three headers, where they have their form and their time is near ours; undefined otherwise. */
export function givenSignature(
  headers: Record<string, string | string[] | undefined>,
  nowMs: number,
): GivenSignature | undefined {
  const keyId = headers['x-hc-key']
  const timestamp = headers['x-hc-timestamp']
  const hex = headers['x-hc-signature']
  if (typeof keyId !== 'string' || typeof timestamp !== 'string' || typeof hex !== 'string') return undefined
  if (!/^[\w.-]{1,64}$/.test(keyId) || !/^\d{13}$/.test(timestamp) || !/^[0-9a-f]{64}$/i.test(hex)) return undefined
  return Math.abs(nowMs - Number(timestamp)) <= TOLERANCE_MS ? { keyId, timestamp, hex } : undefined
}
