import { randomBytes } from 'node:crypto'
import type { Query } from '../../platform/db.ts'
import { readServiceTicket } from './session-info.ts'
import { type Account, hashToken } from './session.ts'

export type TokenKind = 'web' | 'oauth' | 'ticket'

/** A token that is good once, for `ttlSeconds`: 32 random bytes in base64url, kept as their SHA-256. `expires` in ms. */
export async function issueToken(q: Query, accountId: number, kind: TokenKind, ttlSeconds: number, remember = false): Promise<{ token: string; expires: number }> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await q<{ expires: number }>({
    name: 'issue-token',
    text: `insert into one_time_token (token_hash, kind, account_id, remember, created_at, expires_at)
           values ($1, $2, $3, $5, app_now(), app_now() + make_interval(secs => $4)) returning (extract(epoch from expires_at) * 1000)::bigint as expires`,
  }, [hashToken(token), kind, accountId, ttlSeconds, remember])
  if (!row) throw new Error('no token was stored')
  return { token, expires: row.expires }
}

/** The account of a token of one of these kinds, once; undefined where it is unknown, used or over. */
export async function takeToken(q: Query, token: string, kinds: readonly TokenKind[]): Promise<number | undefined> {
  const [row] = await q<{ account_id: number | null }>({ name: 'take-token', text: 'select take_token($1, $2) as account_id' }, [hashToken(token), kinds])
  return row?.account_id ?? undefined
}

/** Whose ticket this is, once: one of sdk/ticket/get, or the signed one of the customer service's address. */
export async function takeTicket(q: Query, ticket: string, secrets: readonly string[], nowMs: number): Promise<number | undefined> {
  const signed = readServiceTicket(ticket, secrets, nowMs)
  if (!signed) return await takeToken(q, ticket, ['ticket'])
  // It is written down when it is used: a second use finds it.
  const [row] = await q<{ account_id: number }>({
    name: 'take-service-ticket',
    text: `insert into one_time_token (token_hash, kind, account_id, created_at, expires_at, used_at)
           select $1, 'ticket', account_id, app_now(), to_timestamp($3::float8 / 1000), app_now() from account where uid = $2
           on conflict do nothing returning account_id`,
  }, [hashToken(ticket), signed.uid, signed.expiresMs])
  return row?.account_id
}

/** Who a sign-in token (the game's hctoken, a third party's code) belongs to, once. A disabled account's is none. */
export async function takeSignInToken(q: Query, token: string): Promise<Account & { remember: boolean } | undefined> {
  const [row] = await q<{ account_id: number; uid: string; login: string; email: string | null; phone: string | null; remember: boolean }>({
    name: 'take-sign-in-token',
    text: `with taken as (
             update one_time_token set used_at = app_now() where token_hash = $1 and kind in ('web', 'oauth') and used_at is null and expires_at > app_now()
             returning account_id, remember)
           select a.account_id, a.uid, a.login, a.email, a.phone, t.remember from taken t join account a using (account_id) where not a.disabled`,
  }, [hashToken(token)])
  return row && { accountId: row.account_id, uid: row.uid, login: row.login, email: row.email, phone: row.phone, remember: row.remember }
}
