import { createHmac, timingSafeEqual } from 'node:crypto'
import { hmacKey } from './hmac-key.ts'

/**
 * Standard Webhooks signature (standard-webhooks specification, "Signature scheme"): base64 HMAC-SHA256
 * over `id.timestamp.body` with the decoded secret; timestamp in seconds.
 * @param secret `whsec_` and base64.
 */
export function signWebhook(secret: string, id: string, timestampSeconds: number, body: string | Buffer): string {
  const key = hmacKey(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.`).update(body).digest('base64')}`
}

type Headers = Record<string, string | string[] | undefined>

/**
 * True when one of the space-separated signatures matches one of the secrets and the time is within `toleranceSeconds`.
 */
export function isSigned(
  secrets: readonly string[],
  headers: Headers,
  body: Buffer,
  nowMs: number,
  toleranceSeconds: number,
): boolean {
  const id = headers['webhook-id']
  const time = headers['webhook-timestamp']
  const given = headers['webhook-signature']
  if (typeof id !== 'string' || typeof time !== 'string' || typeof given !== 'string' || !/^\d{1,12}$/.test(time))
    return false
  if (Math.abs(nowMs / 1000 - Number(time)) > toleranceSeconds) return false
  const wanted = secrets.map((secret) => Buffer.from(signWebhook(secret, id, Number(time), body)))
  return given.split(' ').some((one) => {
    const got = Buffer.from(one)
    return wanted.some((want) => want.length === got.length && timingSafeEqual(want, got))
  })
}
