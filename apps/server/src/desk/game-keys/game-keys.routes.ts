import { publicBytes } from '@hc/channels/ed25519'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { deskTransaction } from '../../http/desk/transaction.ts'
import type { Database, Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Seal } from '../../platform/seal.ts'
import { newGameKey, newKeyId } from '../../shop/game/game-keys.ts'

/** Hours in which the requester can take an approved key. */
const HOURS = 72
type Grant = { grant_no: number; until: number }
type Keys = { live: string[]; all: number }

async function keysNow(q: Query): Promise<Keys> {
  const [row] = await q<Keys>({
    text: `select coalesce(array_agg(key_id order by key_id) filter (where revoked_at is null), '{}') as live,
      count(*)::int + count(revoked_at)::int as all from game_key`,
  })
  return row ?? { live: [], all: 0 }
}

function secretKey(seal: Seal): { keyId: string; secret: string; kept: Buffer } {
  const { keyId, secret, sealed } = newGameKey(seal)
  return { keyId, secret, kept: sealed }
}

/** Keys of the game: one person requests a key, a second one approves it, and the requester takes it once. */
export function gameKeyRoutes(register: DeskRegister, db: Pick<Database, 'pool'>, seal: Seal): void {
  register('gamekey/list', async (_body, { q, who }) => ({
    keys: await q<{ key_id: string; kind: 'hmac' | 'ed25519'; made_at: number; used_at: number | null }>({
      text: `select key_id, case when public_key is null then 'hmac' else 'ed25519' end as kind, ${epochSeconds('created_at')} as made_at, ${epochSeconds('last_used_at')} as used_at
        from game_key where revoked_at is null order by created_at, key_id`,
    }),
    ready: await q<Grant>(
      {
        text: `select grant_no, ${epochSeconds('until')} as until from desk.game_key_grant
          where staff_id = $1 and taken_at is null and until > app_now() order by grant_no`,
      },
      [who().staff_id],
    ),
  }))
  register(
    'gamekey/rotate',
    async (_body, { q, who }) => {
      const [grant] = await q<Grant>(
        {
          text: `insert into desk.game_key_grant (staff_id, allowed_at, until)
            values ($1, app_now(), app_now() + make_interval(hours => $2))
            returning grant_no, ${epochSeconds('until')} as until`,
        },
        [who().staff_id, HOURS],
      )
      if (!grant) throw new Error('no row of desk.game_key_grant was inserted')
      return grant
    },
    async (_body, { q }) => {
      const { live, all } = await keysNow(q)
      if (live.length >= 2) throw new AppError('GameKeyRefused', { why: 'two_live' })
      return {
        amount: 0,
        kind: 'game_key',
        target: '',
        // If a key is made or revoked meanwhile, the request is stale.
        versions: { keys: all },
        forecast: { before: { keys: live }, after: { keys: [...live, '+1'] } },
      }
    },
  )
  register('gamekey/take', async ({ grant_no, public_key: text }, { who, by }) => {
    const publicKey = text === undefined ? undefined : publicBytes(text)
    if (text !== undefined && !publicKey) throw new AppError('GameKeyRefused', { why: 'public_key' })
    const key = publicKey ? { keyId: newKeyId(), secret: '', kept: publicKey } : secretKey(seal)
    const [answer] = await deskTransaction(db, by, (q) =>
      q<{ refusal: string | null }>(
        { text: `select refusal from desk.${publicKey ? 'take_game_public_key' : 'take_game_key'}($1, $2, $3, $4)` },
        [grant_no, who().staff_id, key.keyId, key.kept],
      ),
    )
    if (answer?.refusal) throw new AppError('GameKeyRefused', { why: answer.refusal })
    return { key_id: key.keyId, secret: key.secret }
  })
  register(
    'gamekey/revoke',
    async ({ key_id }, { q }) => {
      const [answer] = await q<{ refusal: string | null }>({ text: 'select refusal from desk.end_game_key($1)' }, [
        key_id,
      ])
      if (answer?.refusal) throw new AppError('GameKeyRefused', { why: answer.refusal })
      return { ended: true as const }
    },
    async ({ key_id }, { q }) => {
      const { live, all } = await keysNow(q)
      if (!live.includes(key_id)) throw new AppError('GameKeyRefused', { why: 'gone' })
      if (live.length === 1) throw new AppError('GameKeyRefused', { why: 'last' })
      return {
        amount: 0,
        kind: 'game_key',
        target: key_id,
        versions: { keys: all },
        forecast: { before: { keys: live }, after: { keys: live.filter((id) => id !== key_id) } },
      }
    },
  )
}
