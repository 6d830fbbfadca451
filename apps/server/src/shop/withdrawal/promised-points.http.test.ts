import { beforeEach, expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { type Row, until } from '@hc/test/shop'
import { withPlayer, withShopAt, withStripe } from '@hc/test/fixtures'

const gateway = withStripe()
const shop = withShopAt(gateway, {
  COUNTRY_HEADER: 'x-country',
  TRUST_PROXY: '1',
  RETRY_BASE_MS: '100',
  ORDER_LIMITS: 'none',
  RECONCILE_SECONDS: '3600',
})
const demo = withPlayer(shop)

const GERMANY = { 'x-country': 'DE', 'accept-language': 'de-DE' }

// A gateway that says hours later how a refund ended.
beforeEach(() => {
  gateway.refundsBegin = () => 'pending'
})

const healthy = async (): Promise<void> => expect(await faultsIn(shop)).toEqual([])
const buy = async (goods: string, channel: string, more: object = {}): Promise<string> => {
  const { msg, result } = await demo.call(
    'order/webCreate',
    { role_id: 'r1001', server_id: 's1', cp_goods_id: goods, channel_code: channel, ...more },
    GERMANY,
  )
  expect(msg).toBe('success')
  return (result as { sdk_order_id: string }).sdk_order_id
}
async function pack(): Promise<string> {
  const order = await buy('coin_500', 'stripe')
  await gateway.tell(gateway.pay(order))
  await demo.reach(order, 4)
  return order
}
const payWithPoints = async (order: string): Promise<string> =>
  (await demo.call('payment/order/epoint/pay', { paymentId: order })).msg
let hosts = 0
async function withdraw(order: string): Promise<string> {
  const from = { ...GERMANY, 'x-forwarded-for': `198.51.100.${++hosts}` }
  const stated = await demo.call(
    'withdraw/state',
    { name: 'Mia Muster', sdk_order_id: order, contact: 'demo@example.com' },
    from,
  )
  const { statement } = stated.result as { statement: string }
  return ((await demo.call('withdraw/confirm', { statement }, from)).result as { outcome: string }).outcome
}
/** The gateway takes an order's refund, and says later that it failed. */
async function refuseRefund(order: string): Promise<void> {
  const payment = gateway.payment(order)
  const refund = await until('the gateway has the refund', () => Promise.resolve(payment.refunds[0]))
  await until('the refund has its number', async () => {
    const [row] = await shop.rows(
      `select payload->>'refund_txn' as txn from outbox where order_no = $1 and kind = 'refund'`,
      order,
    )
    return row?.txn
  })
  await gateway.tell(gateway.failRefund(payment, refund))
}
/** Takes what is left of an earlier test. */
async function empty(): Promise<void> {
  const { basicNum } = await demo.balance()
  if (basicNum > 0) await shop.rows(`select adjust_points('100001', -$1::bigint, 0, 'test', 'test')`, basicNum)
}

it('of four packs whose points are spent but for one pack, one is withdrawn from at once, however many ask together', async () => {
  await empty()
  const packs = [await pack(), await pack(), await pack(), await pack()]
  const item = await buy('gem_980', 'hcpoint', { consent: ['waiver:1'] })
  expect(await payWithPoints(item)).toBe('success')
  await demo.reach(item, 4)
  const before = await demo.balance()
  const outcomes = await Promise.all(packs.map(withdraw))
  // What waits for a person is told as received.
  expect(outcomes.toSorted()).toEqual(['received', 'received', 'received', 'refund'])
  expect(await demo.balance()).toEqual({ ...before, basicNum: before.basicNum - 500 })
  await healthy()
})

it('the points of a pack that is withdrawn from are spent no more, while its gateway still thinks', async () => {
  await empty()
  const order = await pack()
  const item = await buy('gem_300', 'hcpoint', { consent: ['waiver:1'] })
  expect(await withdraw(order)).toBe('refund')
  expect((await demo.balance()).basicNum).toBe(0)
  expect(await payWithPoints(item)).toBe('ePointNumInsufficient')
  const payment = gateway.payment(order)
  const refund = await until('the gateway has the refund', () => Promise.resolve(payment.refunds[0]))
  await gateway.tell(gateway.finish(payment, refund))
  await demo.reach(order, 5)
  expect(await demo.balance()).toMatchObject({ basicNum: 0, debtNum: 0 })
  expect(
    await shop.rows(
      `select sum(basic_points)::int as basic, count(*)::int as journals from ledger_journal
        where order_no = $1 and reason = 'take_back'`,
      order,
    ),
  ).toEqual([{ basic: -500, journals: 1 }])
  await healthy()
})

it('points that were taken for a refund come back when the gateway refuses it', async () => {
  await empty()
  const order = await pack()
  expect(await withdraw(order)).toBe('refund')
  expect((await demo.balance()).basicNum).toBe(0)
  await refuseRefund(order)
  await until('the points are back', async () => (await demo.balance()).basicNum === 500)
  const { result } = await demo.call('epoint/record', { type: 'income' })
  expect((result as object[])[0]).toMatchObject({ reason: 'take_back', basicNum: 500, paymentId: order })
  await healthy()
})

it('a part of a pack takes its share of the points when it is asked for, and gives it back if it is refused', async () => {
  await empty()
  const order = await pack()
  await shop.rows(`select request_part_refund($1, 100, 'ticket', 'ann')`, order)
  expect((await demo.balance()).basicNum).toBe(400)
  await healthy()
  await refuseRefund(order)
  await until('the points are back', async () => (await demo.balance()).basicNum === 500)
  await shop.rows(`select request_refund($1, 'ticket', 'ann')`, order)
  expect((await demo.balance()).basicNum).toBe(0)
  await healthy()
})

it('beside an open dispute nobody refunds, whole or in part, and a withdrawal waits for a person', async () => {
  await empty()
  const order = await pack()
  await gateway.tell(gateway.dispute(order, 'opened'))
  await until('the dispute', async () => (await shop.rows('select 1 from dispute where order_no = $1', order))[0])
  expect(await shop.rows(`select refusal from request_refund($1, 'ticket', 'ann')`, order)).toEqual([
    { refusal: 'disputed' },
  ])
  expect(await shop.rows(`select refusal from request_part_refund($1, 100, 'ticket', 'ann')`, order)).toEqual([
    { refusal: 'disputed' },
  ])
  expect(await withdraw(order)).toBe('received')
  const [statement] = await shop.rows('select number from withdrawal where order_no = $1', order)
  expect(
    await shop.rows(`select decide_withdrawal($1, $2, 'refund', 'ann', 'ticket') as refusal`, statement?.number, order),
  ).toEqual([{ refusal: 'disputed' }])
  expect((await demo.balance()).basicNum).toBe(500)
  await gateway.tell(gateway.dispute(order, 'won'))
  await until(
    'it is won',
    async () => (await shop.rows(`select 1 from dispute where order_no = $1 and stage = 'won'`, order))[0],
  )
  expect(
    await shop.rows(`select decide_withdrawal($1, $2, 'refund', 'ann', 'ticket') as refusal`, statement?.number, order),
  ).toEqual([{ refusal: null }])
  expect((await demo.balance()).basicNum).toBe(0)
  await healthy()
})

it('what an order earned of a rebate goes when its refund is promised, and comes again if the gateway refuses', async () => {
  await empty()
  await shop.rows('delete from rebate_tier')
  await shop.rows('delete from rebate_campaign')
  await shop.rows(`insert into rebate_campaign (campaign_id, texts, starts_at, ends_at, counts)
    values ('packs', '{"en-US": {"name": "Packs", "desc": ""}}', '2020-01-01', '2100-01-01', '{coin}')`)
  await shop.rows(`insert into rebate_tier (campaign_id, threshold_cents, rate_pct, gift_goods_id, gift_quantity)
    values ('packs', 400, 25, 'gem_60', 1)`)
  const before = await demo.balance()
  const order = await buy('coin_500', 'stripe', { role_id: 'r1002' })
  await gateway.tell(gateway.pay(order))
  await demo.reach(order, 4)
  expect((await demo.balance()).presentNum - before.presentNum).toBe(100)
  const gift = async (number: string): Promise<Row[]> =>
    await shop.rows(`select kind, state from outbox where order_no = $1 order by kind`, number)
  await until('the gift', async () => (await gift(`RBT${order}01`))[0]?.state === 'confirmed')
  expect(await withdraw(order)).toBe('refund')
  expect(await demo.balance()).toEqual(before)
  await healthy()
  await until('the gift is back', async () => (await gift(`RBT${order}01`))[1]?.state === 'confirmed')
  await refuseRefund(order)
  await until('the points are back', async () => (await demo.balance()).presentNum - before.presentNum === 100)
  await until('the gift is sent again', async () => (await gift(`RBT${order}0102`))[0]?.state === 'confirmed')
  await healthy()
})
