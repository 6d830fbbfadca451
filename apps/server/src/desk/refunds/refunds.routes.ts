import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { OrderStatus } from '@hc/domain/order/order-status'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'
import type { Ctx } from '../../ctx.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import type { Database } from '../../platform/db.ts'
import { actionInput, refund } from '../kit/actions.ts'
import { weigh, weighMake, weighOnce } from '../orders/weigh.ts'
import { listRefunds } from './list-refunds.ts'
import { inCurrency } from '../kit/in-currency.ts'

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

/**
 * The order, locked. `shownCents`: the refunded sum on the person's page.
 * @throws AppError OrderNotFound, RefundRefused (`changed`) where another sum went back by now
 */
async function orderNow(q: Query, orderNo: string, cents: number, shownCents?: number): Promise<Order> {
  const [row] = await q<Order>(
    {
      text: `select order_type, channel_code, status, paid_cents, refunded_cents, basic_back, present_back,
        wallet_basic, wallet_present from desk.weigh_part($1, $2)`,
    },
    [orderNo, cents],
  )
  if (!row) throw new AppError('OrderNotFound')
  if (shownCents !== undefined && row.refunded_cents !== shownCents)
    throw new AppError('RefundRefused', { why: 'changed' })
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

/** Refunds at the desk: their list, whole ones and parts; above their limits a second person decides. */
export function refundRoutes(
  register: DeskRegister,
  { db, ctx }: { db: Pick<Database, 'pool' | 'query'>; ctx: Ctx },
): void {
  register('refund/list', async (body, { by, who }) => {
    const { permissions } = who()
    const page = await listRefunds(db, body, ctx.now(), {
      maySeePlayers: permissions['player.read'] !== undefined,
      maySeeMoney: permissions['report.money'] !== undefined,
    })
    await noteExport(db, by, 'refunds', body)
    return page
  })
  wholeRefunds(register)
  refundParts(register)
}

function refundParts(register: DeskRegister): void {
  register(
    'refund/part',
    async ({ order_no, cents, refunded_cents: shownCents, reason }, { q }) => {
      if (shownCents !== undefined) await orderNow(q, order_no, cents, shownCents)
      const [answer] = await q<{ refusal: string | null; part: number | null }>(
        { text: 'select refusal, part from desk.refund_a_part($1, $2, $3)' },
        [order_no, cents, reason],
      )
      if (answer?.refusal === 'not_found') throw new AppError('OrderNotFound')
      if (!answer?.part) throw new AppError('RefundRefused', { why: answer?.refusal ?? '' })
      return { part: answer.part }
    },
    async ({ order_no, cents, refunded_cents: shownCents }, { q }) => {
      const now = await orderNow(q, order_no, cents, shownCents)
      const pack = now.order_type === 'coin'
      const currency = await currencyOf(q, order_no)
      const formatAmount = inCurrency(currency)
      return {
        adds: true,
        amount: cents,
        currency,
        kind: 'order',
        target: order_no,
        versions: { status: standing(now.status), refunded_cents: now.refunded_cents },
        forecast: {
          before: {
            refunded_cents: formatAmount(now.refunded_cents),
            left_cents: formatAmount(now.paid_cents - now.refunded_cents),
          },
          after: {
            refunded_cents: formatAmount(now.refunded_cents + cents),
            left_cents: formatAmount(now.paid_cents - now.refunded_cents - cents),
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
}

function wholeRefunds(register: DeskRegister): void {
  register(
    'refund/make',
    async ({ order_no, reason }, context) =>
      await refund(context.q, { how: 'make', ...actionInput(order_no, reason, context) }),
    weighMake,
  )
  register(
    'refund/retry',
    async ({ order_no, reason }, context) =>
      await refund(context.q, { how: 'retry', ...actionInput(order_no, reason, context) }),
    weigh,
  )
  register(
    'refund/settleGateway',
    async ({ order_no, reference, txn, reason }, context) =>
      await refund(context.q, { how: 'gateway', reference, txn, ...actionInput(order_no, reason, context) }),
    weighOnce('gateway'),
  )
  register(
    'refund/settleElsewhere',
    async ({ order_no, reference, txn, reason }, context) =>
      await refund(context.q, { how: 'elsewhere', reference, txn, ...actionInput(order_no, reason, context) }),
    weighOnce('elsewhere'),
  )
  register(
    'refund/close',
    async ({ order_no, reason }, context) =>
      await refund(context.q, { how: 'close', ...actionInput(order_no, reason, context) }),
    weigh,
  )
}
