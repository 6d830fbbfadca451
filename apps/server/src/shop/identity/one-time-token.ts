import { randomBytes } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import type { Query } from '../../platform/db.ts'
import { hashToken, newSession, SESSION_LONG, SESSION_SHORT } from './session.ts'
import { readServiceTicket } from './session-info.ts'
import type { SignedIn } from './sign-in.ts'

type TokenKind = 'web' | 'ticket'
type Issued = { token: string; expires: number }
type Row = { account_id: number; uid: string; login: string; email: string | null; phone: string | null }

/**
 * Issues a token that is valid once, for `ttlSeconds`: 32 random bytes in base64url, stored as their SHA-256. `expires`
 * in ms.
 * @throws AppError AuthFail if the token would open a session of a disabled account
 */
export async function issueToken(q: Query, accountId: number, kind: TokenKind, ttlSeconds: number): Promise<Issued> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await q<{ expires: number }>(
    {
      name: 'issue-token',
      text: `with a as (select account_id from account where account_id = $3 and ($2 <> 'web'
        or not disabled) for share)
           insert into one_time_token (token_hash, kind, account_id, created_at, expires_at)
           select $1, $2, a.account_id, app_now(), app_now() + make_interval(secs => $4) from a
           returning (extract(epoch from expires_at) * 1000)::bigint as expires`,
    },
    [hashToken(token), kind, accountId, ttlSeconds],
  )
  if (!row) throw new AppError('AuthFail')
  return { token, expires: row.expires }
}

/**
 * Takes a ticket once, and returns its account: a ticket of sdk/ticket/get, or the signed one of the customer service's
 * URL. A ticket that is older than the account's password is invalid.
 */
export async function takeTicket(
  q: Query,
  ticket: string,
  secrets: readonly string[],
  nowMs: number,
): Promise<number | undefined> {
  const signed = readServiceTicket(ticket, secrets, nowMs)
  if (!signed) {
    const [token] = await q<{ account_id: number | null }>(
      {
        name: 'take-token',
        text: 'select take_token($1, $2) as account_id',
      },
      [hashToken(ticket), ['ticket']],
    )
    return token?.account_id ?? undefined
  }
  // A signed ticket is stored when it is used, so a second use finds it.
  const [row] = await q<{ account_id: number }>(
    {
      name: 'take-service-ticket',
      text: `insert into one_time_token (token_hash, kind, account_id, created_at, expires_at, used_at)
           select $1, 'ticket', account_id, app_now(), to_timestamp($3::float8 / 1000), app_now() from account
            where uid = $2 and coalesce(credentials_changed_at, '-infinity') < to_timestamp($4::float8 / 1000)
           on conflict do nothing returning account_id`,
    },
    [hashToken(ticket), signed.uid, signed.expiresMs, signed.issuedMs],
  )
  return row?.account_id
}

/**
 * Opens the session of a token (the game's hctoken, a third party's code), once; undefined if the token is invalid or
 * its account is disabled.
 * @param remember true for a long session; undefined: as the token says.
 */
export async function signInByToken(
  q: Query,
  token: string,
  remember: boolean | undefined,
): Promise<SignedIn | undefined> {
  const session = newSession(false)
  const [row] = await q<Row>(
    {
      name: 'open-session-by-token',
      text: 'select account_id, uid, login, email, phone from open_session_by_token($1, $2, $3, $4, $5)',
    },
    [hashToken(token), session.hash, remember ?? null, SESSION_SHORT, SESSION_LONG],
  )
  if (!row) return undefined
  const account = { accountId: row.account_id, uid: row.uid, login: row.login, email: row.email, phone: row.phone }
  return { account, token: session.token }
}
