import { expect, it } from 'vitest'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ RETRY_BASE_MS: '100' })
const demo = withPlayer(shop)
const rich = withPlayer(shop, 'rich')

it("the demo's rich player has 40,000 basic and 10,000 present points", async () => {
  expect(await rich.balance()).toEqual({ basicNum: 40000, presentNum: 10000, debtNum: 0 })
  expect((await rich.call('operate/coinBalance')).result).toEqual({ amount: 50000 })
  expect((await rich.call('epoint/balance', { userId: '100003' })).code).toBe(0)
  expect((await rich.call('epoint/balance', { userId: '100001' })).msg).toBe('GameAccountNotFound')
})

it('a pack credits price × 100 basic points and its bonus as present points, once, whatever webhooks come', async () => {
  const order = await demo.order('coin_5000')
  await shop.outcome(order, 'paid_twice')
  await demo.reach(order, 4)
  expect(await demo.balance()).toEqual({ basicNum: 5000, presentNum: 500, debtNum: 0 })
  const record = await demo.call('epoint/record', { type: 'income' })
  expect(record.result[0]).toMatchObject({
    type: 'income',
    reason: 'top_up',
    basicNum: 5000,
    presentNum: 500,
    paymentId: order,
  })
  expect(await demo.call('epoint/record', { page: 9, type: 'income' })).toMatchObject({
    result: [],
    total: record.total,
  })
  const second = record.result[0]?.create_ts
  expect(await demo.call('epoint/record', { begin: second, end: second })).toMatchObject({
    result: [{ paymentId: order }],
    total: 1,
  })
})

it('points pay for an item: present points first, then basic, and only once', async () => {
  const order = await demo.order('gem_980', 'hcpoint')
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => demo.call('payment/order/epoint/pay', { paymentId: order })),
  )
  expect(answers.map((answer) => answer.code)).toEqual([0, 0, 0, 0, 0])
  expect(await demo.balance()).toEqual({ basicNum: 5500 - 1499, presentNum: 0, debtNum: 0 })
  await demo.reach(order, 4)
  const record = await demo.call('epoint/record', { type: 'expense' })
  expect(record).toMatchObject({
    total: 1,
    result: [{ reason: 'purchase', basicNum: -999, presentNum: -500, paymentId: order }],
  })
})

it('orders that together cost more than the wallet are not all paid, and nothing goes below zero', async () => {
  const orders = await Promise.all(Array.from({ length: 4 }, () => demo.order('gem_1980', 'hcpoint')))
  const answers = await Promise.all(orders.map((order) => demo.call('payment/order/epoint/pay', { paymentId: order })))
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
  expect(answers.filter((answer) => answer.msg === 'ePointNumInsufficient')).toHaveLength(3)
  expect(await demo.balance()).toEqual({ basicNum: 4001 - 2999, presentNum: 0, debtNum: 0 })
})

it('a refunded pack takes its points back; what was spent already becomes a debt that the next credit repays first', async () => {
  const paid =
    (await demo.call('order/record', { status: 4, size: 50 })).result.find((record) => record.order_type === 'coin')
      ?.sdk_order_id ?? ''
  await shop.outcome(paid, 'refunded')
  await demo.reach(paid, 5)
  expect(await demo.balance()).toEqual({ basicNum: 0, presentNum: 0, debtNum: 5000 - 1002 + 500 })
  await demo.buy('coin_5000')
  expect(await demo.balance()).toEqual({ basicNum: 5000 - 3998, presentNum: 0, debtNum: 0 })
})

it('the ledger refuses an unbalanced journal, entries added to an old one, changed history, and overdrafts', async () => {
  const run = (sql: string): Promise<unknown> => shop.db.query(sql)
  const wallet = (
    await shop.db.query(
      `select ledger_account_id as id from ledger_account where kind = 'wallet' and unit = 'HCB' limit 1`,
    )
  ).rows[0].id
  const journal = `with j as (insert into ledger_journal (reason, source_id, created_at)
    values ('t', gen_random_uuid()::text, now()) returning journal_id)`
  await expect(run(`${journal} select 1`)).rejects.toThrow(/no entries/)
  await expect(run(`${journal} insert into ledger_entry select journal_id, 4, 'HCB', 5 from j`)).rejects.toThrow(
    /does not sum to zero|earlier journal/,
  )
  await expect(
    run(`do $$ declare j bigint; begin
        insert into ledger_journal (reason, source_id, created_at)
        values ('t', 'x', now()) returning journal_id into j;
    insert into ledger_entry values (j, 4, 'HCB', 5); end $$`),
  ).rejects.toThrow(/does not sum to zero/)
  await expect(run(`insert into ledger_entry select max(journal_id), 7, 'HCP', 5 from ledger_journal`)).rejects.toThrow(
    /earlier journal/,
  )
  await expect(run(`update ledger_entry set amount = amount + 1`)).rejects.toThrow(/append-only/)
  await expect(run(`delete from ledger_journal`)).rejects.toThrow(/append-only/)
  await expect(run(`update order_event set to_status = 2`)).rejects.toThrow(/append-only/)
  await expect(
    run(`do $$ declare j bigint; begin
        insert into ledger_journal (reason, source_id, created_at)
        values ('t', 'y', now()) returning journal_id into j;
    insert into ledger_entry values (j, ${wallet}, 'HCB', -999999999), (j, 4, 'HCB', 999999999); end $$`),
  ).rejects.toThrow(/no_negative_wallet/)
  await expect(
    run(`do $$ declare j bigint; begin
        insert into ledger_journal (reason, source_id, created_at)
        values ('t', 'z', now()) returning journal_id into j;
    insert into ledger_entry values (j, ${wallet}, 'USD', 5), (j, 1, 'USD', -5); end $$`),
  ).rejects.toThrow(/account's unit/)
})
