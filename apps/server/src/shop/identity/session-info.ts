import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SessionInfo } from '@hc/contract/calls'
import type { Account } from './session.ts'

/** The masked email address that clients see: `m***@example.com`; '' for none. */
export const maskEmail = (email: string | null): string => (email ? email.replace(/^(.).*(@.*)$/, '$1***$2') : '')
/** The masked phone number that clients see, without four digits before the last three; '' for none. */
export const maskPhone = (phone: string | null): string => (phone ? `${phone.slice(0, -7)}****${phone.slice(-3)}` : '')

const TICKET_MINUTES = 10

type Ticket = { uid: string; issuedMs: number; expiresMs: number }

const signatureOf = (secret: string, claim: string): Buffer =>
  createHmac('sha256', secret).update(`customer-service:${claim}`).digest()

/** The customer service's URL with a ticket that identifies the player: uid, expiry in ms, and their signature. */
function customerService(base: string, secret: string, uid: string, nowMs: number): string {
  const claim = `${Buffer.from(uid).toString('base64url')}.${nowMs + TICKET_MINUTES * 60_000}`
  const url = new URL(base)
  url.searchParams.set('ticket', `${claim}.${signatureOf(secret, claim).toString('base64url')}`)
  return url.toString()
}

/**
 * The content of a customer-service ticket, if its signature is exactly ours and it has not expired. The caller must
 * make sure that it is used only once.
 */
export function readServiceTicket(ticket: string, secrets: readonly string[], nowMs: number): Ticket | undefined {
  const [, claim = '', uid = '', expires = '', signature = ''] =
    /^(([\w-]+)\.(\d{13}))\.([\w-]{43})$/.exec(ticket) ?? []
  if (!claim || Number(expires) <= nowMs) return undefined
  // The texts are compared and not the bytes, because base64url has four ways to write the same 32 bytes.
  const isOurs = (secret: string): boolean =>
    timingSafeEqual(Buffer.from(signatureOf(secret, claim).toString('base64url')), Buffer.from(signature))
  if (!secrets.some(isOurs)) return undefined
  const expiresMs = Number(expires)
  return { uid: Buffer.from(uid, 'base64url').toString(), issuedMs: expiresMs - TICKET_MINUTES * 60_000, expiresMs }
}

/** A session as sign-in and `user/uinfo` return it, with a new ticket for customer service, valid for 10 minutes. */
export function sessionInfo(
  player: Account,
  token: string,
  config: { customerServiceUrl: string; sessionSecrets: readonly string[] },
  nowMs: number,
): SessionInfo {
  return {
    token,
    customer_service: customerService(config.customerServiceUrl, config.sessionSecrets[0] ?? '', player.uid, nowMs),
    uid: player.uid,
    userId: player.uid,
    gameAccountId: player.uid,
    account: player.login,
    email: maskEmail(player.email),
    phone: maskPhone(player.phone),
  }
}
