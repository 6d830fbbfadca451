import type { Courier, Ctx } from '../../ctx.ts'
import { deliverOne } from './deliver-items.ts'

/** The most deliveries that this process's courier makes at once. The workers' rounds deliver the rest. */
const HANDS = 32

/** A courier that never delivers, for a process that leaves deliveries to workers. */
export const noCourier: Courier = { reserve: () => 0, settle: () => undefined }

/** Delivers the orders that this process has just settled, up to 32 at once. Workers deliver the rest. Decision 246. */
export function createCourier(ctx: Omit<Ctx, 'courier'>): Courier {
  let busy = 0
  const free = (): void => {
    busy--
  }
  return {
    reserve() {
      if (ctx.game.off || busy >= HANDS) return 0
      busy++
      return ctx.order.leaseSeconds
    },
    settle(leaseSeconds, payload) {
      if (leaseSeconds === 0) return
      if (payload === null) free()
      else
        ctx.aside(
          deliverOne(ctx, { outbox_id: String(payload.delivery_id), payload, attempts: 1, overtime: false }).finally(
            free,
          ),
        )
    },
  }
}
