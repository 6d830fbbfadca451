import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Actor } from '../../http/desk/transaction.ts'
import type { Ctx } from '../../ctx.ts'
import type { Database, Query } from '../../platform/db.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import { refused } from '../kit/actions.ts'
import {
  findPlayers,
  type PlayerPage,
  playerDeliveries,
  playerOrders,
  playerPoints,
  playerRedeemed,
  playerSessions,
  readPlayer,
} from './players.ts'
import { REVEALS } from './reveals.ts'

type Refusal = { refusal: string | null }
async function oneRow<R extends Refusal>(q: Query, text: string, values: readonly unknown[]): Promise<R> {
  const [row] = await q<R>({ text }, values)
  if (!row) throw new Error(`no row: ${text}`)
  if (row.refusal === 'too_many') throw new AppError('TooManyReveals', { most: REVEALS })
  refused(row.refusal, 'player')
  return row
}

/** A player at the desk: read with addresses masked, and what staff may do to an account. */
export function playerRoutes(
  register: DeskRegister,
  { ctx, db }: { ctx: Ctx; db: Pick<Database, 'pool' | 'query'> },
): void {
  /** A list of one player; an export leaves an audit line. */
  const pageCall =
    <Page>(name: string, read: (q: Query, body: PlayerPage) => Promise<Page>) =>
    async (body: PlayerPage, { q, by }: { q: Query; by: Actor }): Promise<Page> => {
      const page = await read(q, body)
      await noteExport(db, by, `player ${name}`, body)
      return page
    }
  register('player/find', async ({ text }, { q }) => await findPlayers(q, text))
  register('player/read', async ({ uid }, { q }) => await readPlayer(q, uid))
  register('player/orders', pageCall('orders', playerOrders))
  register('player/points', pageCall('points', playerPoints))
  register('player/deliveries', pageCall('deliveries', playerDeliveries))
  register('player/redeemed', pageCall('redeemed', playerRedeemed))
  register('player/sessions', async ({ uid }, { q }) => await playerSessions(q, uid))
  register('player/reveal', async ({ uid, field }, { q, who }) => {
    const { value } = await oneRow<Refusal & { value: string }>(
      q,
      'select refusal, value from desk.reveal($1, $2, $3, $4)',
      [uid, field, who().staff_id, REVEALS],
    )
    return { value }
  })
  register('player/endSessions', async ({ uid }, { q }) => {
    const { ended } = await oneRow<Refusal & { ended: number }>(
      q,
      'select refusal, ended from desk.end_player_sessions($1)',
      [uid],
    )
    return { ended }
  })
  register('player/disable', async ({ uid, disabled }, { q }) => {
    const { did } = await oneRow<Refusal & { did: boolean }>(
      q,
      'select refusal, did from desk.disable_player($1, $2)',
      [uid, disabled],
    )
    return { did }
  })
  register(
    'player/erase',
    async ({ account_id }, { q }) => {
      const pseudonym = `gone-${Buffer.from(ctx.random(12)).toString('hex')}`
      await oneRow(q, 'select refusal from desk.erase_player($1, $2)', [account_id, pseudonym])
      return { pseudonym }
    },
    async ({ account_id }, { q }) => {
      const [row] = await q<{ waits: string | null; orders: number }>(
        {
          text: `select desk.leaving_waits(a.uid) as waits, (select count(*)::int from orders o
              where o.account_id = a.account_id) as orders from account a where a.account_id = $1`,
        },
        [account_id],
      )
      if (!row) throw new AppError('RowNotFound', { kind: 'player' })
      const forecast = { before: { orders: row.orders, waits_for: row.waits ?? '' }, after: { data: 'deleted' } }
      return { amount: 0, kind: 'player', target: String(account_id), forecast }
    },
  )
}
