import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { ed25519Sign, isEd25519, privateKey } from './ed25519.ts'
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

const signed = (id: string, timestampSeconds: number, body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${id}.${timestampSeconds}.`), Buffer.from(body)])

/**
 * The same with an ed25519 key (`v1a`): the party that verifies it cannot sign.
 * @param secret `whsk_` and base64.
 */
export function signWebhookByKey(secret: string, id: string, timestampSeconds: number, body: string | Buffer): string {
  const pair = privateKey(secret)
  if (!pair) throw new Error('the key is not a private ed25519 key: it must be whsk_ and Base64')
  return `v1a,${ed25519Sign(pair.key, signed(id, timestampSeconds, body)).toString('base64')}`
}

type Headers = Record<string, string | string[] | undefined>

/** The three headers, if they are well-formed and their time is near ours; undefined otherwise. */
function pushParts(
  headers: Headers,
  nowMs: number,
  toleranceSeconds: number,
): { id: string; time: number; signatures: string[] } | undefined {
  const id = headers['webhook-id']
  const time = headers['webhook-timestamp']
  const text = headers['webhook-signature']
  if (typeof id !== 'string' || typeof time !== 'string' || typeof text !== 'string' || !/^\d{1,12}$/.test(time))
    return undefined
  if (Math.abs(nowMs / 1000 - Number(time)) > toleranceSeconds) return undefined
  return { id, time: Number(time), signatures: text.split(' ') }
}

/**
 * True if one of the space-separated signatures matches one of the secrets and the time is within `toleranceSeconds`.
 */
export function isSigned(
  secrets: readonly string[],
  headers: Headers,
  body: Buffer,
  nowMs: number,
  toleranceSeconds: number,
): boolean {
  const push = pushParts(headers, nowMs, toleranceSeconds)
  if (!push) return false
  const names = secrets.map((secret) => Buffer.from(signWebhook(secret, push.id, push.time, body)))
  return push.signatures.some((signature) => {
    const bytes = Buffer.from(signature)
    return names.some((want) => want.length === bytes.length && timingSafeEqual(want, bytes))
  })
}

/** The same for the signatures of ed25519 keys (`v1a`). */
export function isSignedByKey(
  keys: readonly KeyObject[],
  headers: Headers,
  body: Buffer,
  nowMs: number,
  toleranceSeconds: number,
): boolean {
  const push = pushParts(headers, nowMs, toleranceSeconds)
  if (!push) return false
  const message = signed(push.id, push.time, body)
  return push.signatures.some((signature) => {
    const base64 = /^v1a,([A-Za-z0-9+/]{86}==)$/.exec(signature)?.[1]
    return base64 !== undefined && keys.some((key) => isEd25519(key, message, Buffer.from(base64, 'base64')))
  })
}
