import type { ParsedBody, ResultOf } from '@hc/contract/calls'
import { AppError } from '@hc/contract/errors'
import type { Locale } from '@hc/contract/locales'
import { toMajor } from '@hc/domain/money/currency-digits'
import { timeIdFloor } from '@hc/domain/order-no'
import type { Reason } from '@hc/contract/player/why'
import type { Ctx } from '../../ctx.ts'
import type { Bonuses, UsedBonus } from '../catalog/bonuses.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ChannelRule } from '../catalog/channel-rules.ts'
import { type LawParts, termsOfLaw } from '../law/checkout.ts'
import { restingChannels } from '../payment/channel-health.ts'
import { bonusReasons, orderReasons, reason, saleReasons, stops } from './reasons.ts'
import { findOrders, type RecordParts, toRecord } from './records.ts'

type Explained = ResultOf<'order/explain'>
type App = RecordParts & LawParts & { bonuses: Bonuses; catalog: Catalog; ctx: Ctx }
/** The caller's price of the item, and the market. `price` null: it is not sold in that country. */
export type Buying = {
  country: string
  price: { amount: number; currency: string } | null
  /** Whether a channel takes that price. */
  takes: (rule: ChannelRule) => boolean
}
type Wish = Pick<ParsedBody<'order/explain'>, 'cp_goods_id' | 'server_id' | 'role_id'>

const HOUR_MS = 3_600_000

/** The same checks as place_purchase's, in its order. A test compares both. `currency` '' where there is no price. */
async function accountReasons(
  { ctx }: App,
  accountId: number,
  { server_id, role_id }: Wish,
  needsRole: boolean,
  currency: string,
): Promise<Reason[]> {
  const { limits } = ctx.order
  const [facts] = await ctx.q<{ role: boolean; server: number; open: boolean; made: number; unpaid: number }>(
    {
      name: 'explain-item',
      text: `select exists (select 1 from game_role g
            where g.server_id = $2 and g.role_id = $3 and g.account_id = $1) as role,
          coalesce((select v.status from game_server v where v.server_id = $2), 0)::int as server,
          $4 = '' or currency_open($4) as open, n.made, n.unpaid
        from (select count(*)::int as made,
            count(*) filter (where m.status = 1 and m.expires_at > app_now())::int as unpaid
          from (select o.status, o.expires_at from orders o where o.account_id = $1 and o.order_no >= $5
            limit $6) m) n`,
    },
    [
      accountId,
      server_id,
      role_id,
      currency,
      timeIdFloor(ctx.now() - HOUR_MS),
      limits ? Math.max(limits.unpaid, limits.hourly) : 0,
    ],
  )
  if (!facts) throw new Error('explain-item gave no row')
  const character = needsRole || role_id !== ''
  return [
    ...(character && !facts.role ? [reason('role')] : []),
    ...(character && facts.role && facts.server !== 0 ? [reason('maintenance')] : []),
    ...(facts.open ? [] : [reason('currency')]),
    ...(limits && facts.unpaid >= limits.unpaid ? [reason('too_many_unpaid', { max: limits.unpaid })] : []),
    ...(limits && facts.made >= limits.hourly ? [reason('too_many_orders', { max: limits.hourly })] : []),
  ]
}

/** The needed consent of the buyer, as webCreate requires it. */
function lawReasons(app: App, kind: 'item' | 'coin', country: string): Reason[] {
  try {
    termsOfLaw(app, { country, kind, consent: undefined })
    return []
  } catch (error) {
    if (error instanceof AppError && error.key === 'ConsentMissing') return [reason('consent')]
    throw error
  }
}

/** Why an item can or cannot be bought, and what is with its bonus. Nobody signed in: `accountId` is undefined. */
export async function explainItem(
  app: App,
  accountId: number | undefined,
  wish: Wish,
  buying: Buying,
  locale: Locale,
): Promise<Explained> {
  const product = buying.price ? app.catalog.find(wish.cp_goods_id) : undefined
  const currency = buying.price?.currency ?? ''
  const sells = app.catalog
    .channels()
    .filter((rule) => product && app.ctx.channels.get(rule.channel_code)?.sells.has(product.kind))
  const offered = sells.filter(buying.takes)
  const shop = [
    ...(app.catalog.opening() === 'open' || app.catalog.paused() ? [] : [reason('paused')]),
    ...saleReasons(app.catalog, product, offered.length > 0),
  ]
  // Without a session nothing is asked of the database: anybody may call.
  const resting = accountId === undefined ? new Set<string>() : await restingChannels(app.ctx)
  const away = offered.length > 0 && offered.every((rule) => resting.has(rule.channel_code))
  const item = product?.kind === 'item'
  const account =
    accountId === undefined ? [reason('signed_out')] : await accountReasons(app, accountId, wish, item, currency)
  const ownRole = accountId !== undefined && item && !account.some(({ key }) => key === 'role')
  const had: UsedBonus | undefined = ownRole
    ? (await app.bonuses.used(accountId, wish.server_id, wish.role_id)).get(wish.cp_goods_id)
    : undefined
  const reasons = [
    ...account.filter(({ key }) => key === 'signed_out'),
    ...shop,
    ...account.filter(({ key }) => key !== 'signed_out'),
    ...(away ? [reason('gateway_away')] : []),
    ...(product ? lawReasons(app, product.kind, buying.country) : []),
    ...(product ? bonusReasons(product, had) : []),
  ]
  return {
    can: !reasons.some(stops),
    reasons,
    money: {
      amount: product && buying.price ? toMajor(buying.price.amount, currency) : 0,
      refunded: 0,
      currency: product ? currency : '',
    },
    item: {
      cp_goods_id: wish.cp_goods_id,
      name: product ? app.catalog.text(wish.cp_goods_id, locale).name : '',
      bonus: had || !product ? 0 : product.bonus_pct,
    },
  }
}

const ended = { 2: 'order_paid', 3: 'order_failed', 4: 'order_paid', 5: 'order_refunded', 6: 'order_expired' } as const

/** Why an order can or cannot be paid, and what became of its bonus and its item. @throws AppError OrderNotFound */
export async function explainOrder(app: App, accountId: number, orderNo: string, locale: Locale): Promise<Explained> {
  const [row] = await findOrders(app.ctx.q, accountId, [orderNo])
  if (!row) throw new AppError('OrderNotFound')
  const record = toRecord(app, row, locale)
  const stop: Reason[] = []
  if (row.status !== 1) stop.push(reason(ended[row.status]))
  else if (row.staff === 'payment') stop.push(reason('payment_held'))
  else if (row.expires * 1000 <= app.ctx.now()) stop.push(reason('order_expired'))
  else if (row.channel_code === 'hcpoint') stop.push(...(await pointReasons(app, accountId, orderNo)))
  return {
    can: stop.length === 0,
    reasons: [...stop, ...(await orderReasons(app.ctx.q, orderNo))],
    money: { amount: record.amount, refunded: record.refunded, currency: record.currency },
    item: { cp_goods_id: record.cp_goods_id, name: record.name, bonus: record.bonus },
  }
}

/** Whether the wallet has what an order of HC Points costs. */
async function pointReasons({ ctx }: App, accountId: number, orderNo: string): Promise<Reason[]> {
  const [row] = await ctx.q<{ need: number; have: number }>(
    {
      name: 'explain-points',
      text: `select coalesce(o.points, o.amount_cents)::float8 as need,
          (select coalesce(sum(w.balance), 0)::float8 from ledger_account w
            where w.account_id = o.account_id and w.kind = 'wallet') as have
        from orders o where o.order_no = $2 and o.account_id = $1`,
    },
    [accountId, orderNo],
  )
  return row && row.have < row.need ? [reason('points_short', { need: row.need, have: row.have })] : []
}
