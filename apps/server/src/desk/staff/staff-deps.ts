import type { Me } from '@hc/contract/desk/calls'
import type { Passwords } from '../../shop/identity/password.ts'
import type { DeskCookie } from '../../http/desk/cookie.ts'
import type { Query } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import type { StaffLetters } from './letters.ts'
import type { Seal } from '../../platform/seal.ts'

export type SsoSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The other ways in are closed, but for recovery codes. */
  only: boolean
  timeoutMs: number
}

/** The dependencies of the desk's sign-in. */
export type StaffDeps = {
  q: Query
  passwords: Passwords
  /** Closes one-time secrets (purpose `desk totp`). */
  seal: Seal
  cookie: DeskCookie
  /** What the shop takes. */
  mode: NonNullable<Me['mode']>
  /** The public demo: every caller is a visitor. */
  visitors: boolean
  /** ms since 1970. */
  now: () => number
  /** The desk's own origin; a passkey belongs to its host. */
  origin: string
  /** The shop's name in an authenticator app. */
  issuer: string
  /** Hours after which a session ends in any case. */
  sessionHours: number
  log: Log
  /** Single sign-on; null: there is none. */
  sso: SsoSettings | null
  /** Closes what is kept while somebody is at the provider (purpose `desk sso`). */
  ssoSeal: Seal
  letters: StaffLetters
  /** Mail reaches the staff's own mailboxes. */
  mails: boolean
  /** The browser that left for the provider. */
  ssoCookie: DeskCookie
}
