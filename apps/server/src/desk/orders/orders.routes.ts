import { AppError } from '@hc/contract/errors'
import type { Action } from '../../care/operator/actions.ts'
import type { Ctx } from '../../ctx.ts'
import type { DeskContext, DeskRegister } from '../../http/desk/desk-calls.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import type { Database } from '../../platform/db.ts'
import { checkOrder } from '../../shop/order/check-order.ts'
import { actionInput, operate } from '../kit/actions.ts'
import { weighOnce } from './weigh.ts'
import { limitsOf } from './limits.ts'
import { readOrder } from './order-page.ts'
import { listOrders, orderChoices } from './orders.ts'

type Deps = {
  /** This shop sends mail. */
  mails: boolean
  db: Pick<Database, 'pool' | 'query'>
  /** The shop's context, for calls to gateways and the game. */
  ctx: Ctx
}

/** Orders at the desk: list, page and actions. */
export function orderDeskRoutes(register: DeskRegister, { db, ctx, mails }: Deps): void {
  register('order/list', async (body, { by, who }) => {
    const { permissions } = who()
    const page = await listOrders(db, body, ctx.now(), {
      maySeePlayers: permissions['player.read'] !== undefined,
      maySeeMoney: permissions['report.money'] !== undefined,
    })
    await noteExport(db, by, 'orders', body)
    return page
  })
  register('order/choices', async (_body, { q }) => await orderChoices(q))
  register('order/read', async ({ order_no }, { q, who }) => {
    const page = await readOrder(q, order_no, mails)
    return { ...page, limits: await limitsOf(q, who(), page) }
  })
  register('order/ask', async ({ order_no }, { q, after }) => {
    const rows = await q({ text: 'select 1 from orders where order_no = $1' }, [order_no])
    if (rows.length === 0) throw new AppError('RowNotFound', { kind: 'order' })
    await q({ text: `select desk.note('order', $1)` }, [order_no])
    after(async () => (await checkOrder(ctx, order_no)) ?? { payment: 'unknown', delivery: 'none' })
    return { payment: 'unknown', delivery: 'none' }
  })
  actionRoutes(register)
}

function actionRoutes(register: DeskRegister): void {
  const on = (action: Action) => async (body: { order_no: string; reason: string }, context: DeskContext) =>
    await operate(context.q, action, actionInput(body.order_no, body.reason, context))
  register(
    'order/retell',
    async ({ number, reason }, context) =>
      await operate(context.q, 'ask_delivery_again', actionInput(number, reason, context)),
  )
  register('hold/release', on('send_held_refund'), weighOnce('send_held_refund'))
  register('hold/seen', on('close_hold'), weighOnce('close_hold'))
  const points = (take: boolean) => (take ? 'take_kept_points' : 'leave_kept_points')
  register(
    'hold/points',
    async ({ order_no, take, reason }, context) =>
      await operate(context.q, points(take), actionInput(order_no, reason, context)),
    async (body, context) => await weighOnce(points(body.take))(body, context),
  )
}
