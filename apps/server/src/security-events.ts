import { type ErrorKey, errors } from '@hc/contract/errors'

/** The events for monitoring: attacks, and money that does not match its order. */
export const securityEvents = [
  'sign_in_failed',
  'throttled',
  'bad_token',
  'bad_game_signature',
  'bad_webhook_signature',
  'bad_log_signature',
  'amount_mismatch',
  'surplus_payment',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

const wrongSecret: ReadonlySet<ErrorKey> = new Set([
  'InvalidPassword',
  'AuthFail',
  'GameAccountNotFound',
  'EmailAccountNotFound',
  'MobileAccountNotFound',
  'canNoEmailLogin',
  'InvalidMobileCode',
  'InvalidEmailCode',
])
const signsIn = /^\/api\/user\/(login|tmpWebTokenLogin|(email|phone)\/psw\/reset|data\/delete)$/

/** The event of a refused request; undefined if it is none. Decision 146. */
export function eventOf(path: string, status: number, key: ErrorKey): SecurityEvent | undefined {
  if (status === errors.TooManyRequests.http || key === 'AuthCodeSendTooFrequently') return 'throttled'
  if (key === 'InvalidToken') return 'bad_token'
  if (key === 'Unauthorized')
    return path.startsWith('/game/')
      ? 'bad_game_signature'
      : path.startsWith('/api/pay/')
        ? 'bad_webhook_signature'
        : 'bad_log_signature'
  return wrongSecret.has(key) && signsIn.test(path) ? 'sign_in_failed' : undefined
}

/** The event of each outcome of a capture that does not match its order. */
export const captureEvents: Readonly<Record<string, SecurityEvent | undefined>> = {
  mismatch: 'amount_mismatch',
  surplus: 'surplus_payment',
}
