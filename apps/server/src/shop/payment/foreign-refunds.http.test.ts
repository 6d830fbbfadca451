import type { FakeRefund, News } from '@hc/channels/testing/fake-gateway'
import { describe, expect, it } from 'vitest'
import { checkInvariants } from '../../care/doctor/invariants.ts'
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
const worked = (): Promise<unknown> =>
  until('all news is worked', async () => (await shop.rows(`select 1 from inbox where state = 'new'`)).length === 0)
const reached = (order: string, status: number): Promise<unknown> =>
  until(`${order} to reach ${status}`, async () => (await demo.record(order)).status === status)
const healthy = async (): Promise<void> => {
  expect(
    (await checkInvariants(async ({ text }) => (await shop.db.query(text)).rows, { atRest: false })).violations,
  ).toEqual([])
}
async function bought(goods = 'gem_300'): Promise<string> {
  const order = await demo.order(goods, 'stripe', goods.startsWith('coin') ? { role_id: '', server_id: '' } : {})
  await gateway.tell(gateway.pay(order))
  await reached(order, 4)
  return order
}
const txnOf = (order: string): string => gateway.payment(order).captures[0]?.txn ?? ''

/** What the gateway says of a refund of `order`'s money. */
function told(order: string, refund: Partial<FakeRefund>): News[] {
  const payment = gateway.payment(order)
  const made: FakeRefund = {
    refundTxn: gateway.id('re'),
    txn: txnOf(order),
    amountCents: 499,
    currency: 'USD',
    key: 'named',
    state: 'done',
    at: Date.now(),
    ...refund,
  }
  return gateway.finish(payment, made)
}

describe('news of money that went back', () => {
  it('moves the order whose capture it names, whatever order it names', async () => {
    const [mine, other] = [await bought(), await bought()]
    // The refund's note names `other`, the payment is `mine`.
    await gateway.tell(told(other, { txn: txnOf(mine) }))
    await reached(mine, 5)
    expect(await demo.record(other)).toMatchObject({ status: 4, refunded: 0 })
    await healthy()
  })

  it("that comes before its capture moves the capture's order as well", async () => {
    const other = await bought()
    const mine = await demo.order('gem_300', 'stripe')
    const paid = gateway.pay(mine)
    await gateway.tell(told(other, { txn: txnOf(mine) }))
    await worked()
    expect((await demo.record(other)).status).toBe(4)
    await gateway.tell(paid)
    await reached(mine, 5)
    expect(await demo.record(other)).toMatchObject({ status: 4, refunded: 0 })
    await healthy()
  })

  it("that failed later, or was disputed, belongs to its capture's order, too", async () => {
    const [mine, other] = [await bought(), await bought()]
    const refund = { txn: txnOf(mine), refundTxn: gateway.id('re') }
    await gateway.tell(told(other, refund))
    await reached(mine, 5)
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
      async () => (await shop.rows('select 1 from refund_failure where order_no = $1 and reversed', mine)).length === 1,
    )
    expect(await shop.rows('select 1 from refund_event where order_no = $1', other)).toEqual([])
    const [disputed, third] = [await bought(), await bought()]
    await shop.db.query(`select store_webhook('stripe', 'evt_dispute', 'dispute', $1, $2, '', 499, 'USD', '{}', $3)`, [
      third,
      txnOf(disputed),
      JSON.stringify({ id: 'dp_named', stage: 'lost', reason: 'fraudulent', dueMs: 0 }),
    ])
    await reached(disputed, 5)
    expect((await demo.record(third)).status).toBe(4)
    await healthy()
  })

  it('in another currency than the payment ends no order: it is held, the doctor reports it, and an operator closes it', async () => {
    const order = await bought('coin_500')
    const five = told(order, { amountCents: 5, currency: 'JPY' })
    await gateway.tell([...five, ...five])
    await worked()
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
    await gateway.tell(told(order, { amountCents: 500 }))
    await reached(order, 5)
    await healthy()
  })

  it('in another currency is held if it arrives before its payment, and if a dispute reports it', async () => {
    const early = await demo.order('coin_500', 'stripe', { role_id: '', server_id: '' })
    const paid = gateway.pay(early)
    await gateway.tell(told(early, { amountCents: 5, currency: 'JPY' }))
    await worked()
    await gateway.tell(paid)
    await reached(early, 4)
    const order = await bought('coin_500')
    await shop.db.query(`select store_webhook('stripe', 'evt_yen', 'dispute', '', $1, '', 500, 'JPY', '{}', $2)`, [
      txnOf(order),
      JSON.stringify({ id: 'dp_yen', stage: 'lost', reason: 'fraudulent', dueMs: 0 }),
    ])
    await worked()
    for (const one of [early, order]) {
      expect(await demo.record(one)).toMatchObject({ status: 4, refunded: 0 })
      expect(await shop.rows('select hold_reason from orders where order_no = $1', one)).toEqual([
        { hold_reason: 'refund_currency' },
      ])
    }
    await healthy()
  })
})
