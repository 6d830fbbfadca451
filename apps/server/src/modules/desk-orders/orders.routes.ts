import type { Ctx } from '../../ctx.ts'
import { AppError } from '@hc/contract/errors'
import { redeemCodeText } from '@hc/domain/typed-text'
import type { DeskContext, DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Database } from '../../platform/db.ts'
import type { Action } from '../operator/actions.ts'
import { checkOrder } from '../order/check-order.ts'
import { type Doing, isAsked, isDone, operate, refund } from './actions.ts'
import { readOrder } from './order-page.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import { forecastOf } from './forecast.ts'
import { find } from './find.ts'
import { listOrders, orderChoices } from './orders.ts'
import { remarkRoutes } from './remarks.routes.ts'

type Deps = {
  /** This shop sends mail. */
  mails: boolean
  db: Pick<Database, 'pool' | 'query'>
  /** The shop's context, for calls to gateways and the game. */
  ctx: Ctx
}

/** Orders and their refunds at the desk: list, page, search and actions, and the notes of the staff. */
export function orderDeskRoutes(register: DeskRegister, { db, ctx, mails }: Deps): void {
  register('search/find', async ({ text }, { q, who }) => {
    const { permissions } = who()
    return await find(q, text, redeemCodeText(text), (permission) => permissions[permission] !== undefined)
  })
  register('order/list', async (body, { by }) => {
    const page = await listOrders(db, body, ctx.now())
    await noteExport(db, by, 'orders', body)
    return page
  })
  register('order/choices', async (_body, { q }) => await orderChoices(q))
  register('order/read', async ({ order_no }, { q }) => await readOrder(q, order_no, mails))
  register('order/ask', async ({ order_no }, { q, after }) => {
    const found = await q({ text: 'select 1 from orders where order_no = $1' }, [order_no])
    if (found.length === 0) throw new AppError('RowNotFound', { kind: 'order' })
    await q({ text: `select desk.note('order', $1)` }, [order_no])
    after(async () => (await checkOrder(ctx, order_no)) ?? { payment: 'unknown', delivery: 'none' })
    return { payment: 'unknown', delivery: 'none' }
  })
  actionRoutes(register)
  remarkRoutes(register)
}

const asked = (subject: string, reason: string, { by }: DeskContext) => ({ subject, reason, by: by.actor })

function actionRoutes(register: DeskRegister): void {
  const on = (action: Action) => async (body: { order_no: string; reason: string }, context: DeskContext) =>
    await operate(context.q, action, asked(body.order_no, body.reason, context))
  const weigh = async ({ order_no }: { order_no: string }, { q }: DeskContext) => {
    const { cents, currency, forecast } = await forecastOf(q, order_no)
    return { amount: cents, currency, kind: 'order' as const, target: order_no, forecast }
  }
  const weighMake = async (body: { order_no: string }, context: DeskContext) => {
    const asked = await isAsked(context.q, body.order_no)
    const weight = await weigh(body, context)
    return asked ? { ...weight, amount: 0 } : weight
  }
  /** An action that was done before changes nothing, and does not count against its person's limits. */
  const weighOnce =
    (what: Doing) => async (body: { order_no: string; reference?: string; txn?: string }, context: DeskContext) => {
      const done = await isDone(context.q, what, body)
      const weight = await weigh(body, context)
      return done ? { ...weight, amount: 0 } : weight
    }
  register(
    'order/retell',
    async ({ number, reason }, context) =>
      await operate(context.q, 'ask_delivery_again', asked(number, reason, context)),
  )
  register(
    'refund/make',
    async ({ order_no, reason }, context) =>
      await refund(context.q, { how: 'make', ...asked(order_no, reason, context) }),
    weighMake,
  )
  register(
    'refund/retry',
    async ({ order_no, reason }, context) =>
      await refund(context.q, { how: 'retry', ...asked(order_no, reason, context) }),
    weigh,
  )
  register(
    'refund/settleGateway',
    async ({ order_no, reference, txn, reason }, context) =>
      await refund(context.q, { how: 'gateway', reference, txn, ...asked(order_no, reason, context) }),
    weighOnce('gateway'),
  )
  register(
    'refund/settleElsewhere',
    async ({ order_no, reference, txn, reason }, context) =>
      await refund(context.q, { how: 'elsewhere', reference, txn, ...asked(order_no, reason, context) }),
    weighOnce('elsewhere'),
  )
  register(
    'refund/close',
    async ({ order_no, reason }, context) =>
      await refund(context.q, { how: 'close', ...asked(order_no, reason, context) }),
    weigh,
  )
  register('hold/release', on('send_held_refund'), weighOnce('send_held_refund'))
  register('hold/seen', on('close_hold'), weighOnce('close_hold'))
  const points = (take: boolean) => (take ? 'take_kept_points' : 'leave_kept_points')
  register(
    'hold/points',
    async ({ order_no, take, reason }, context) =>
      await operate(context.q, points(take), asked(order_no, reason, context)),
    async (body, context) => await weighOnce(points(body.take))(body, context),
  )
  register(
    'recall/close',
    async ({ number, reason }, context) => await operate(context.q, 'close_recall', asked(number, reason, context)),
    async ({ number }, { q }) => ({
      amount: (await isDone(q, 'close_recall', { order_no: number })) ? 0 : 1,
      kind: 'recall',
      target: number,
      forecast: { after: { recall: 'closed' } },
    }),
  )
}
