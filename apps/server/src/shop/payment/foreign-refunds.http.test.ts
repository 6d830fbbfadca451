import type { FakeRefund, News } from '@hc/channels/testing/fake-gateway'
import { describe, expect, it } from 'vitest'
import { faultsIn, newsWorked } from '@hc/test/books'
import { operator } from '@hc/test/operator'
import { until } from '@hc/test/shop'
import { withPlayer, withShopAt, withStripe } from '@hc/test/fixtures'

const gateway = withStripe()
const shop = withShopAt(gateway, {
  RETRY_BASE_MS: '100',
  REPAIR_AFTER_SECONDS: '3600',
  RECONCILE_SECONDS: '3600',
})
const demo = withPlayer(shop)

const doctor = async (): Promise<string> => (await operator('doctor', [], { DATABASE_URL: shop.databaseUrl })).text
const healthy = async (): Promise<void> => expect(await faultsIn(shop)).toEqual([])
async function buy(goods = 'gem_300'): Promise<string> {
  const order = await demo.order(goods, 'stripe', goods.startsWith('coin') ? { role_id: '', server_id: '' } : {})
  await gateway.tell(gateway.pay(order))
  await demo.reach(order, 4)
  return order
}
const txnOf = (order: string): string => gateway.payment(order).captures[0]?.txn ?? ''

/** What the gateway says of a refund of `order`'s money. */
function refundNews(order: string, refund: Partial<FakeRefund>): News[] {
  const payment = gateway.payment(order)
  const fakeRefund: FakeRefund = {
    refundTxn: gateway.id('re'),
    txn: txnOf(order),
    amountCents: 499,
    currency: 'USD',
    key: 'named',
    state: 'done',
    at: Date.now(),
    ...refund,
  }
  return gateway.finish(payment, fakeRefund)
}

describe('news of money that went back', () => {
  it('moves the order whose capture it names, whatever order it names', async () => {
    const [ownOrder, other] = [await buy(), await buy()]
    // The refund's note names `other`, the payment is `mine`.
    await gateway.tell(refundNews(other, { txn: txnOf(ownOrder) }))
    await demo.reach(ownOrder, 5)
    expect(await demo.record(other)).toMatchObject({ status: 4, refunded: 0 })
    await healthy()
  })

  it("that comes before its capture moves the capture's order as well", async () => {
    const other = await buy()
    const ownOrder = await demo.order('gem_300', 'stripe')
    const paid = gateway.pay(ownOrder)
    await gateway.tell(refundNews(other, { txn: txnOf(ownOrder) }))
    await newsWorked(shop)
    expect((await demo.record(other)).status).toBe(4)
    await gateway.tell(paid)
    await demo.reach(ownOrder, 5)
    expect(await demo.record(other)).toMatchObject({ status: 4, refunded: 0 })
    await healthy()
  })

  it("that failed later, or was disputed, belongs to its capture's order, too", async () => {
    const [ownOrder, other] = [await buy(), await buy()]
    const refund = { txn: txnOf(ownOrder), refundTxn: gateway.id('re') }
    await gateway.tell(refundNews(other, refund))
    await demo.reach(ownOrder, 5)
    const failed: FakeRefund = {
      amountCents: 499,
      currency: 'USD',
      key: 'named',
      state: 'done',
      at: Date.now(),
      ...refund,
    }
    await gateway.tell(gateway.failRefund(gateway.payment(other), failed))
    await until(
      'it is booked back',
      async () =>
        (await shop.rows('select 1 from refund_failure where order_no = $1 and reversed', ownOrder)).length === 1,
    )
    expect(await shop.rows('select 1 from refund_event where order_no = $1', other)).toEqual([])
    const [disputed, third] = [await buy(), await buy()]
    await shop.db.query(`select store_webhook('stripe', 'evt_dispute', 'dispute', $1, $2, '', 499, 'USD', '{}', $3)`, [
      third,
      txnOf(disputed),
      JSON.stringify({ id: 'dp_named', stage: 'lost', reason: 'fraudulent', dueMs: 0 }),
    ])
    await demo.reach(disputed, 5)
    expect((await demo.record(third)).status).toBe(4)
    await healthy()
  })

  it('in another currency than the payment ends no order: it is held, the doctor reports it, and an operator closes it', async () => {
    const order = await buy('coin_500')
    const five = refundNews(order, { amountCents: 5, currency: 'JPY' })
    await gateway.tell([...five, ...five])
    await newsWorked(shop)
    expect(await demo.record(order)).toMatchObject({ status: 4, refunded: 0 })
    expect(await shop.rows('select hold_reason from orders where order_no = $1', order)).toEqual([
      { hold_reason: 'refund_currency' },
    ])
    expect(await doctor()).toContain('refunds and disputes in another currency than their payment: 1')
    await healthy()
    // Asked about, the gateway says it again.
    await demo.call('order/check', { sdk_order_id: order })
    expect((await demo.record(order)).status).toBe(4)
    await shop.rows(`update orders set hold_note = 'ticket 7' where order_no = $1`, order)
    expect(await doctor()).not.toContain('in another currency')
    // The right money still goes back like any other.
    await gateway.tell(refundNews(order, { amountCents: 500 }))
    await demo.reach(order, 5)
    await healthy()
  })

  it('in another currency is held if it arrives before its payment, and if a dispute reports it', async () => {
    const early = await demo.order('coin_500', 'stripe', { role_id: '', server_id: '' })
    const paid = gateway.pay(early)
    await gateway.tell(refundNews(early, { amountCents: 5, currency: 'JPY' }))
    await newsWorked(shop)
    await gateway.tell(paid)
    await demo.reach(early, 4)
    const order = await buy('coin_500')
    await shop.db.query(`select store_webhook('stripe', 'evt_yen', 'dispute', '', $1, '', 500, 'JPY', '{}', $2)`, [
      txnOf(order),
      JSON.stringify({ id: 'dp_yen', stage: 'lost', reason: 'fraudulent', dueMs: 0 }),
    ])
    await newsWorked(shop)
    for (const orderNo of [early, order]) {
      expect(await demo.record(orderNo)).toMatchObject({ status: 4, refunded: 0 })
      expect(await shop.rows('select hold_reason from orders where order_no = $1', orderNo)).toEqual([
        { hold_reason: 'refund_currency' },
      ])
    }
    await healthy()
  })
})
