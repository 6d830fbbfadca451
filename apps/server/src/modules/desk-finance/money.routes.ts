import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { OrderStatus } from '@hc/domain/order/order-status'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'
import { inCurrency } from '../desk-orders/forecast.ts'

type Part = DeskResult<'refund/parts'>['parts'][number]
type Order = {
  order_type: string
  channel_code: string
  status: number
  paid_cents: number
  refunded_cents: number
  basic_back: number
  present_back: number
  wallet_basic: number
  wallet_present: number
}
type Points = {
  account_id: number
  basic: number
  present: number
  debt_basic: number
  debt_present: number
  adjustments: number
}

/**
 * The order, locked. `seen`: what the person saw to have gone back.
 * @throws AppError OrderNotFound, RefundRefused (`changed`) where another sum went back by now
 */
async function orderNow(q: Query, orderNo: string, cents: number, seen?: number): Promise<Order> {
  const [row] = await q<Order>(
    {
      text: `select order_type, channel_code, status, paid_cents, refunded_cents, basic_back, present_back,
        wallet_basic, wallet_present from desk.weigh_part($1, $2)`,
    },
    [orderNo, cents],
  )
  if (!row) throw new AppError('OrderNotFound')
  if (seen !== undefined && row.refunded_cents !== seen) throw new AppError('RefundRefused', { why: 'changed' })
  return row
}

/**
 * The status as a request sees it: a paid order is delivered in the background while its request waits, which changes
 * nothing that two people agree on (decision 584).
 */
const standing = (status: number): number => (status === OrderStatus.paid ? OrderStatus.delivered : status)

async function currencyOf(q: Query, orderNo: string): Promise<string> {
  const [row] = await q<{ currency: string }>({ text: 'select currency from orders where order_no = $1' }, [orderNo])
  return row?.currency ?? BASE_CURRENCY
}

/**
 * The points, locked. `seen`: how many adjustments the person saw.
 * @throws AppError GameAccountNotFound, NotPossible (`adjusted`) where there are more by now
 */
async function pointsNow(q: Query, uid: string, seen?: number): Promise<Points> {
  const [row] = await q<Points>(
    {
      text: `select account_id, basic, present, debt_basic, debt_present, adjustments from desk.weigh_adjustment($1)`,
    },
    [uid],
  )
  if (!row) throw new AppError('GameAccountNotFound')
  if (seen !== undefined && row.adjustments !== seen) throw new AppError('NotPossible', { why: 'adjusted' })
  return row
}

/** One bucket after an adjustment: given points pay the debt first, and a missing amount becomes a debt. */
function after(wallet: number, debt: number, points: number): { wallet: number; debt: number } {
  if (points > 0) return { wallet: wallet + points - Math.min(points, debt), debt: debt - Math.min(points, debt) }
  const taken = Math.min(wallet, -points)
  return { wallet: wallet - taken, debt: debt - points - taken }
}

/** Money and points that people of the desk move; above their limits a second person decides. */
export function moneyRoutes(register: DeskRegister): void {
  register(
    'refund/part',
    async ({ order_no, cents, refunded_cents: seen, reason }, { q }) => {
      if (seen !== undefined) await orderNow(q, order_no, cents, seen)
      const [done] = await q<{ refusal: string | null; part: number | null }>(
        { text: 'select refusal, part from desk.refund_a_part($1, $2, $3)' },
        [order_no, cents, reason],
      )
      if (done?.refusal === 'not_found') throw new AppError('OrderNotFound')
      if (!done?.part) throw new AppError('RefundRefused', { why: done?.refusal ?? '' })
      return { part: done.part }
    },
    async ({ order_no, cents, refunded_cents: seen }, { q }) => {
      const now = await orderNow(q, order_no, cents, seen)
      const pack = now.order_type === 'coin'
      const currency = await currencyOf(q, order_no)
      const told = inCurrency(currency)
      return {
        adds: true,
        amount: cents,
        currency,
        kind: 'order',
        target: order_no,
        versions: { status: standing(now.status), refunded_cents: now.refunded_cents },
        forecast: {
          before: {
            refunded_cents: told(now.refunded_cents),
            left_cents: told(now.paid_cents - now.refunded_cents),
          },
          after: {
            refunded_cents: told(now.refunded_cents + cents),
            left_cents: told(now.paid_cents - now.refunded_cents - cents),
            ...(pack && {
              basic_points: -now.basic_back,
              present_points: -now.present_back,
              new_debt:
                Math.max(0, now.basic_back - now.wallet_basic) + Math.max(0, now.present_back - now.wallet_present),
            }),
          },
        },
      }
    },
  )
  register('refund/parts', async ({ order_no }, { q }) => {
    const [order] = await q<{ currency: string; paid_cents: number; refunded_cents: number; left_cents: number }>(
      {
        text: `select currency, paid_cents::bigint, refunded_cents::bigint, (paid_cents - refunded_cents)::bigint as left_cents
          from orders where order_no = $1`,
      },
      [order_no],
    )
    if (!order) throw new AppError('OrderNotFound')
    const parts = await q<Part>(
      {
        text: `select part, amount_cents as cents, state, reason, asked_by, coalesce(refund_txn, '') as refund_txn,
            coalesce(detail, '') as detail, floor(extract(epoch from created_at))::int as at,
            floor(extract(epoch from ended_at))::int as ended_at
          from refund_part where order_no = $1 order by part desc`,
      },
      [order_no],
    )
    return { ...order, parts }
  })
  register(
    'points/adjust',
    async ({ uid, basic, present, adjusted, reason }, { q }) => {
      if (adjusted !== undefined) await pointsNow(q, uid, adjusted)
      const [done] = await q<{ refusal: string | null; adjustment: number | null }>(
        { text: 'select refusal, adjustment from desk.adjust_a_player($1, $2, $3, $4)' },
        [uid, basic, present, reason],
      )
      if (!done?.adjustment) throw new AppError('GameAccountNotFound')
      return { adjustment: done.adjustment }
    },
    async ({ uid, basic, present, adjusted }, { q }) => {
      const now = await pointsNow(q, uid, adjusted)
      const [b, p] = [after(now.basic, now.debt_basic, basic), after(now.present, now.debt_present, present)]
      return {
        adds: true,
        amount: Math.abs(basic) + Math.abs(present),
        kind: 'account',
        target: String(now.account_id),
        // Every purchase moves the balance, so only another adjustment makes the request stale.
        versions: { adjustments: now.adjustments },
        forecast: {
          before: {
            basic_points: now.basic,
            present_points: now.present,
            debt: now.debt_basic + now.debt_present,
          },
          after: { basic_points: b.wallet, present_points: p.wallet, debt: b.debt + p.debt },
        },
      }
    },
  )
  register('points/read', async ({ uid }, { q }) => {
    const { account_id, adjustments: adjusted, ...now } = await pointsNow(q, uid)
    const adjustments = await q<DeskResult<'points/read'>['adjustments'][number]>(
      {
        text: `select adjustment_no as adjustment, basic_points as basic, present_points as present, note,
            done_by as by, floor(extract(epoch from at))::int as at
          from point_adjustment where account_id = $1 order by adjustment_no desc limit 50`,
      },
      [account_id],
    )
    return { ...now, adjusted, adjustments }
  })
}
