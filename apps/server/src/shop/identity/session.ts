import { hash as digest, randomBytes } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import { SESSION_HOURS, SESSION_REMEMBER_DAYS } from '@hc/domain/limits'
import { createBriefCache } from '../../platform/brief-cache.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Query } from '../../platform/db.ts'

export type Account = { accountId: number; uid: string; login: string; email: string | null; phone: string | null }
export type Player = Account & { tokenHash: Buffer }

type SessionRow = {
  account_id: number
  uid: string
  login: string
  email: string | null
  phone: string | null
  disabled: boolean
  ended: boolean
  renew: boolean
}

/** The SHA-256 of a session's token, which the database stores. */
export const hashToken = (token: string): Buffer => digest('sha256', token, 'buffer')

/** How long a session lives, as PostgreSQL's interval. */
export const SESSION_SHORT = `${SESSION_HOURS} hours`
export const SESSION_LONG = `${SESSION_REMEMBER_DAYS} days`

/** A token of 32 random bytes for a session that is not yet open, its hash, and its lifetime as an interval. */
export function newSession(remember: boolean): { token: string; hash: Buffer; ttl: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token), ttl: remember ? SESSION_LONG : SESSION_SHORT }
}

export type Sessions = {
  /**
   * @throws AppError tokenFail (no token, expired, superseded: HTTP 203) or InvalidToken (never issued, account
   * disabled).
   */
  require(token: string | undefined): Promise<Player>
  /**
   * Drops the account's cached sessions in this process, after one was opened or ended. The statement that did so
   * notifies the others.
   */
  changed(accountId: number): void
  end(player: Player): Promise<void>
}

/**
 * Reads sessions, and caches each for 800 ms. A sign-in or logout in any process drops it at once through the bus
 * (decision 20).
 */
export function createSessions(q: Query, bus: Bus): Sessions {
  const cache = createBriefCache<string, Player>()
  bus.on('session', (accountId) => {
    cache.dropWhere((player) => String(player.accountId) === accountId)
  })

  async function load(hash: Buffer): Promise<Player> {
    const [row] = await q<SessionRow>(
      {
        name: 'session',
        text: `select s.account_id, a.uid, a.login, a.email, a.phone, a.disabled,
                    s.revoked_at is not null or s.expires_at <= app_now() as ended,
                    s.remember and s.expires_at < app_now() + interval '${SESSION_REMEMBER_DAYS - 1} days' as renew
               from session s join account a using (account_id) where s.token_hash = $1`,
      },
      [hash],
    )
    if (!row || row.disabled) throw new AppError('InvalidToken')
    if (row.ended) throw new AppError('tokenFail')
    if (row.renew) {
      await q(
        {
          text: `update session set expires_at = app_now() + interval '${SESSION_REMEMBER_DAYS} days'
            where token_hash = $1 and revoked_at is null`,
        },
        [hash],
      )
    }
    return {
      accountId: row.account_id,
      uid: row.uid,
      login: row.login,
      email: row.email,
      phone: row.phone,
      tokenHash: hash,
    }
  }

  return {
    async require(token) {
      if (!token) throw new AppError('tokenFail')
      // Ours are 43 characters of base64url: anything else was never issued.
      if (!/^[\w-]{43}$/.test(token)) throw new AppError('InvalidToken')
      const key = digest('sha256', token, 'base64url')
      const cachedPlayer = cache.get(key)
      if (cachedPlayer) return cachedPlayer
      const player = await load(Buffer.from(key, 'base64url'))
      cache.set(key, player)
      return player
    },
    changed(accountId) {
      bus.local('session', String(accountId))
    },
    async end(player) {
      await q(
        {
          text: `with gone as (update session set revoked_at = app_now(), revoked_reason = 'logout'
                              where token_hash = $1 and revoked_at is null returning account_id)
               select pg_notify('hc_bus', 'session:' || account_id) from gone`,
        },
        [player.tokenHash],
      )
      bus.local('session', String(player.accountId))
    },
  }
}
