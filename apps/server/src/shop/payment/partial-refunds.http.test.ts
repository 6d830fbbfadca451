import { timeId } from '@hc/domain/order-no'
import { expect, it } from 'vitest'
import { faultsIn, newsWorked } from '@hc/test/books'
import { operator } from '@hc/test/operator'
import { type Row, until } from '@hc/test/shop'
import { withPlayer, withShopAt, withStripe } from '@hc/test/fixtures'

const gateway = withStripe()
const shop = withShopAt(gateway, {
  RETRY_BASE_MS: '100',
  RECONCILE_SECONDS: '3600',
})
const demo = withPlayer(shop)

const healthy = async (): Promise<void> => expect(await faultsIn(shop)).toEqual([])
async function pack(): Promise<string> {
  const order = await demo.order('coin_10000', 'stripe', { role_id: '', server_id: '' })
  await gateway.tell(gateway.pay(order))
  await demo.reach(order, 4)
  return order
}

it('a partial refund of a pack takes its share of the points, basic and bonus, and the records show it', async () => {
  const order = await pack()
  expect(await demo.balance()).toEqual({ basicNum: 10_000, presentNum: 1500, debtNum: 0 })
  const part = gateway.refund(order, 3333)
  await gateway.tell([...part, ...part])
  await newsWorked(shop)
  // 33.33 % of 1,500 are 499.95: what is not a whole point stays.
  expect(await demo.balance()).toEqual({ basicNum: 6667, presentNum: 1001, debtNum: 0 })
  expect(await demo.record(order)).toMatchObject({ status: 4, amount: 100, refunded: 33.33 })
  expect((await demo.call('epoint/record', { type: 'expense' })).result).toMatchObject([
    { reason: 'take_back', basicNum: -3333, presentNum: -499, paymentId: order },
  ])
  await gateway.tell(gateway.refund(order, 6666))
  await newsWorked(shop)
  expect(await demo.balance()).toEqual({ basicNum: 1, presentNum: 1, debtNum: 0 })
  await gateway.tell(gateway.refund(order, 1))
  await demo.reach(order, 5)
  expect(await demo.balance()).toEqual({ basicNum: 0, presentNum: 0, debtNum: 0 })
  expect((await demo.record(order)).refunded).toBe(100)
  await healthy()
})

it('a lost dispute over a part of a pack takes its share of the points, or makes a debt if they are spent', async () => {
  const order = await pack()
  const item = await demo.order('gem_6480', 'hcpoint')
  await demo.call('payment/order/epoint/pay', { paymentId: item })
  await demo.reach(item, 4)
  expect(await demo.balance()).toEqual({ basicNum: 1501, presentNum: 0, debtNum: 0 })
  await gateway.tell(gateway.dispute(order, 'lost', 9999))
  await newsWorked(shop)
  expect(await demo.balance()).toEqual({ basicNum: 0, presentNum: 0, debtNum: 9999 - 1501 + 1499 })
  expect(await demo.record(order)).toMatchObject({ status: 4, refunded: 99.99 })
  await healthy()
  await gateway.tell(gateway.refund(order, 1))
  await demo.reach(order, 5)
})

it('a dispute over more than the partial refunds left ends the order as refunded, and it waits for an operator', async () => {
  const order = await pack()
  const { rows: before } = await shop.db.query<Row>(
    'select sum(amount)::bigint as cents from ledger_entry where ledger_account_id = 2',
  )
  const part = async (cents: number): Promise<unknown> =>
    (await shop.rows(`select refusal, part from request_part_refund($1, $2, 'ticket', 'ann')`, order, cents))[0]
  expect(await part(250)).toEqual({ refusal: null, part: 1 })
  await until('the first part is back', async () => (await demo.record(order)).refunded === 2.5)
  await gateway.tell(gateway.unsaid.splice(0))
  // The second part is under way when the payer's bank takes half of the payment: neither knows of the other.
  gateway.refundsBegin = () => 'pending'
  expect(await part(5000)).toEqual({ refusal: null, part: 2 })
  const payment = gateway.payment(order)
  const second = await until('the gateway has the second part', () => Promise.resolve(payment.refunds[1]))
  gateway.refundsBegin = () => 'done'
  await gateway.tell(gateway.dispute(order, 'lost', 5000))
  await newsWorked(shop)
  await gateway.tell(gateway.finish(payment, second))
  await demo.reach(order, 5)
  await until(
    'it is held',
    async () =>
      (await shop.rows('select hold_reason from orders where order_no = $1', order))[0]?.hold_reason ===
      'refund_exceeds_payment',
  )
  // 102.50 went back of 100.00: the points are gone, the sales account has the loss, and no further part goes out.
  expect(await demo.record(order)).toMatchObject({ refunded: 100 })
  const { rows: after } = await shop.db.query<Row>(
    'select sum(amount)::bigint as cents from ledger_entry where ledger_account_id = 2',
  )
  expect(Number(after[0]?.cents) - Number(before[0]?.cents)).toBe(10_250)
  expect(
    await shop.rows(
      `select -sum(basic_points)::int as basic, -sum(present_points)::int as present from ledger_journal
        where order_no = $1 and reason = 'take_back'`,
      order,
    ),
  ).toEqual([{ basic: 10_000, present: 1500 }])
  expect(await part(100)).toEqual({ refusal: 'refunded', part: null })
  const report = (await operator('doctor', [], { DATABASE_URL: shop.databaseUrl })).text
  expect(report).toContain('orders that are held: 1')
  expect(report).toContain(`for example ${order}`)
  await healthy()
})

it('partial refunds of any pack, in any number and size, take their exact shares and together all of the points', async () => {
  let seed = 20_310
  const below = (n: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * n)
  }
  const [account] = await shop.rows(`select account_id, uid from account where login = 'demo'`)
  for (let nth = 0; nth < 40; nth++) {
    const price = 1 + below(nth % 4 === 0 ? 20 : 20_000)
    const bonus = below(200)
    const order = timeId(
      Date.now(),
      Uint8Array.from({ length: 10 }, () => below(256)),
    )
    await shop.rows(
      `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct, channel_code,
        created_at, expires_at)
      values ($1, $2, $3, 'coin', 'coin_500', $4, $5, 'stripe', now(), now())`,
      order,
      account?.account_id,
      account?.uid,
      price,
      bonus,
    )
    await shop.rows(`insert into order_event (order_no, to_status, cause, at) values ($1, 1, 'created', now())`, order)
    expect(
      (
        await shop.rows(
          `select apply_capture('stripe', $1, $2, $3, 'USD', 'poll', null) as said`,
          order,
          `txn_${order}`,
          price,
        )
      )[0]?.said,
    ).toBe('applied')
    const present = Math.floor((price * bonus) / 100)
    for (let back = 0, part = 0; back < price; part++) {
      const cents = part > 8 ? price - back : Math.min(price - back, 1 + below(Math.max(1, price / 3)))
      back += cents
      const notes = (
        await shop.rows(
          'select apply_refunded($1, $2, $3, $4, $5) as said',
          'stripe',
          order,
          `txn_${order}`,
          `re_${order}_${part}`,
          cents,
        )
      )[0]?.said
      expect(notes).toBe(back === price ? 'refunded' : 'refunded_in_part')
      expect(
        await shop.rows(
          `select -sum(basic_points)::int as basic, -sum(present_points)::int as present
        from ledger_journal
        where order_no = $1 and reason = 'take_back'`,
          order,
        ),
      ).toEqual([{ basic: Math.floor((price * back) / price), present: Math.floor((present * back) / price) }])
    }
  }
  await healthy()
})

it('an operator decides about packs whose partial refunds are older than this rule', async () => {
  const order = await pack()
  await shop.rows('update orders set refunded_cents = 5000 where order_no = $1', order)
  await shop.rows(
    `insert into gateway_refund (channel_code, refund_txn, txn, order_no, amount_cents, applied, at)
    select channel_code, 're_old', txn, order_no, 5000, true, now() from capture where order_no = $1`,
    order,
  )
  await shop.rows('insert into pack_part_kept (order_no) values ($1)', order)
  const env = { DATABASE_URL: shop.databaseUrl }
  expect((await operator('doctor', [], env)).text).toContain(
    `packs that were given back in part before their points were: 1`,
  )
  await shop.rows(`select take_back($1, 'operator:' || $1)`, order)
  expect((await operator('doctor', [], env)).text).not.toContain('packs that were given back in part')
  expect(
    await shop.rows(
      `select basic_points::int as basic, present_points::int as present from ledger_journal
    where order_no = $1 and reason = 'take_back'`,
      order,
    ),
  ).toEqual([{ basic: -5000, present: -750 }])
})
