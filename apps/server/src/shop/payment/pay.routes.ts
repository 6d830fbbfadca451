import { isTimeId } from '@hc/domain/order-no'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import { startPayment } from './payments.ts'

/**
 * `GET /pay/{sdk_order_id}`: notes that the payment page was opened (label Pending) and leads to the gateway's page,
 * creating the payment there if the first try had no answer. An order that ended or is held leads to its own page.
 */
export function payRoutes(fastify: FastifyInstance, app: { config: Pick<Config, 'publicUrl'>; ctx: Ctx }): void {
  fastify.get<{ Params: { orderNo: string } }>('/pay/:orderNo', async (request, reply) => {
    const { orderNo } = request.params
    const detail = `${app.config.publicUrl}/main/recharge/detail/${encodeURIComponent(orderNo)}`
    if (!isTimeId(orderNo)) return await reply.redirect(`${app.config.publicUrl}/main/account/recharge`, 302)
    const url = await startPayment(app.ctx, orderNo)
    const [open] = await app.ctx.q<{ status: number }>(
      {
        name: 'opened',
        text: `update orders set opened_at = coalesce(opened_at, app_now()) where order_no = $1 and status = 1
          and hold_reason is null returning status`,
      },
      [orderNo],
    )
    return await reply.header('cache-control', 'no-store').redirect(open && url ? url : detail, 302)
  })
}
