import { createHmac } from 'node:crypto'
import type { SessionInfo } from '@hc/contract/calls'
import type { Account } from './session.ts'

export const maskEmail = (email: string | null): string => email ? email.replace(/^(.).*(@.*)$/, '$1***$2') : ''
export const maskPhone = (phone: string | null): string => phone ? `${phone.slice(0, -7)}****${phone.slice(-3)}` : ''

const TICKET_MINUTES = 10

/** The customer service's address with a ticket that says who comes: uid, end of life in ms, and their signature. */
function customerService(base: string, secret: string, uid: string, nowMs: number): string {
  const claim = `${uid}.${nowMs + TICKET_MINUTES * 60_000}`
  const signature = createHmac('sha256', secret).update(`customer-service:${claim}`).digest('base64url')
  const url = new URL(base)
  url.searchParams.set('ticket', `${claim}.${signature}`)
  return url.toString()
}

export function sessionInfo(player: Account, token: string, config: { customerServiceUrl: string; sessionSecret: string }, nowMs: number): SessionInfo {
  return {
    token, customer_service: customerService(config.customerServiceUrl, config.sessionSecret, player.uid, nowMs),
    uid: player.uid, userId: player.uid, gameAccountId: player.uid, account: player.login,
    email: maskEmail(player.email), phone: maskPhone(player.phone),
  }
}
