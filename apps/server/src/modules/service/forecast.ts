import type { Forecast } from '../../http/desk/weighed.ts'
import type { Query } from '../../platform/db.ts'
import { readOrder } from './order-page.ts'

/** How a forecast tells an amount: dollars as a number, as always; another currency says which it is. */
export const inCurrency =
  (currency: string) =>
  (minor: number): unknown =>
    currency === 'USD' ? minor : [minor, currency]

/** What will happen to an order's money and item, as whoever decides sees it. */
export async function forecastOf(
  q: Query,
  orderNo: string,
): Promise<{ cents: number; currency: string; forecast: Forecast }> {
  const { order, money, refund: whole } = await readOrder(q, orderNo)
  const told = inCurrency(order.currency)
  return {
    cents: whole.cents,
    currency: order.currency,
    forecast: {
      before: {
        status: order.status,
        paid_cents: told(money.paid_cents),
        back_cents: told(money.back_cents),
        delivery: order.delivery,
      },
      after: {
        back_cents: told(money.back_cents + whole.cents),
        item: whole.item,
        points_taken: whole.points,
        debt: whole.debt,
      },
    },
  }
}
