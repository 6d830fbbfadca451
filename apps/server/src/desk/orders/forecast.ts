import type { Forecast } from '../../http/desk/weighed-calls.ts'
import type { Query } from '../../platform/db.ts'
import { inCurrency } from '../kit/in-currency.ts'
import { readOrder } from './order-page.ts'

/** The effect on an order's money and item, for the decider. */
export async function forecastOf(
  q: Query,
  orderNo: string,
): Promise<{ cents: number; currency: string; forecast: Forecast }> {
  const { order, money, refund: whole } = await readOrder(q, orderNo)
  const formatAmount = inCurrency(order.currency)
  return {
    cents: whole.cents,
    currency: order.currency,
    forecast: {
      before: {
        status: order.status,
        paid_cents: formatAmount(money.paid_cents),
        back_cents: formatAmount(money.back_cents),
        delivery: order.delivery,
      },
      after: {
        back_cents: formatAmount(money.back_cents + whole.cents),
        item: whole.item,
        points_taken: whole.points,
        debt: whole.debt,
      },
    },
  }
}
