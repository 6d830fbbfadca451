import { AppError } from '@hc/contract/errors'
import type { Locale } from '@hc/contract/locales'
import type { AppDeps } from '../../app-deps.ts'
import type { Ctx } from '../../ctx.ts'
import type { Row } from '../../platform/db.ts'
import { listRecords, toRecord } from '../order/records.ts'
import type { Account } from './session.ts'
import { signIn } from './sign-in.ts'

const ORDERS_PER_QUERY = 500

/** Everything that is kept about a player, in the words of the database; times as ISO 8601. What a shop does not hold is not here: card data, the game's own. */
export async function exportData(app: AppDeps, player: Account, locale: Locale): Promise<Record<string, unknown>> {
  const { q } = app.ctx
  const rows = (text: string): Promise<Row[]> => q<Row>({ text }, [player.accountId])
  const orders = []
  for (let page = 1; ; page++) {
    const { result, total } = await listRecords(q, player.accountId, { page, size: ORDERS_PER_QUERY, begin: 0, end: 0, sdk_order_id: '', status: -1 })
    orders.push(...result.map((row) => toRecord(app, row, locale)))
    if (orders.length >= total || result.length === 0) break
  }
  const [account] = await rows('select uid, login, email, phone, email_login, created_at from account where account_id = $1')
  return {
    made_at: new Date(app.ctx.now()).toISOString(), game: app.config.game.name, account,
    identities: await rows('select provider, subject, created_at from external_identity where account_id = $1 order by created_at'),
    sessions: await rows('select created_at, expires_at, remember, revoked_at, revoked_reason from session where account_id = $1 order by created_at'),
    characters: await rows('select server_id, role_id, name, level from game_role where account_id = $1 order by server_id, role_id'),
    orders,
    order_events: await rows('select e.order_no, e.from_status, e.to_status, e.cause, e.at from order_event e join orders o using (order_no) where o.account_id = $1 order by e.order_no, e.event_id'),
    deliveries: await rows(`select b.order_no, b.state, b.proof, b.created_at, b.ended_at from outbox b join orders o using (order_no) where o.account_id = $1 and b.kind = 'deliver' order by b.created_at`),
    points: await rows(`select kind, unit, balance from ledger_account where account_id = $1 order by ledger_account_id`),
    point_records: await rows('select journal_id, reason, basic_points, present_points, order_no, created_at from ledger_journal where account_id = $1 order by journal_id'),
    redeemed_codes: await rows('select number, code, server_id, role_id, items, basic_points, present_points, created_at from redemption where account_id = $1 order by number'),
    rebates: await rows('select number, campaign_id, server_id, role_id, order_no, present_points, gift_goods_id, gift_quantity, created_at, taken_back_at from rebate_grant where account_id = $1 order by number'),
    messages: await rows('select m.channel, m.target, m.kind, m.state, m.created_at from message m join account a on m.target in (a.email, a.phone) where a.account_id = $1 order by m.created_at'),
    codes: await rows('select channel, target, purpose, client_ip, created_at, used_at from verification_code where account_id = $1 order by created_at'),
  }
}

type Forgotten = 'done' | 'open' | 'gone'

/**
 * Deletes what names a player; what stays (migrations/0037_leaving.sql) stays under a pseudonym. `open`: an order, a
 * payment, a refund or an item of theirs is still under way, and nothing happened; `gone`: it was deleted before.
 */
export async function forgetAccount(ctx: Pick<Ctx, 'q' | 'random'>, accountId: number): Promise<Forgotten> {
  const pseudonym = `gone-${Buffer.from(ctx.random(12)).toString('hex')}`
  const text = 'select forget_account($1, $2) as outcome'
  const [row] = await ctx.q<{ outcome: Forgotten }>({ name: 'forget-account', text }, [accountId, pseudonym])
  if (!row) throw new Error('forget_account gave no row')
  return row.outcome
}

export type Leaving = { account: string; passwd: string | undefined; encrypted: boolean; ip: string }

/**
 * Deletes a player's data at their own wish. The account is typed again, and its password is asked where it has one,
 * under the throttle of signing in.
 * @throws AppError GameAccountNotFound (typed wrong), InvalidPassword, AccountHasOpenOrders, SystemBusy
 */
export async function deleteData({ ctx, config, bus }: AppDeps, player: Account, input: Leaving): Promise<void> {
  if (input.account.trim() !== player.login && input.account.trim() !== player.uid) throw new AppError('GameAccountNotFound')
  const [has] = await ctx.q<{ password: boolean }>({ text: 'select password_hash is not null as password from account where account_id = $1' }, [player.accountId])
  if (has?.password) {
    await signIn(ctx.q, config.signIn, { account: player.uid, passwd: input.passwd ?? '', encrypted: input.encrypted, clientKey: config.clientKey, ip: input.ip })
  }
  if (await forgetAccount(ctx, player.accountId) === 'open') throw new AppError('AccountHasOpenOrders')
  bus.local('session', String(player.accountId))
  ctx.log.info({ account: player.accountId }, 'a player\'s data was deleted')
}
