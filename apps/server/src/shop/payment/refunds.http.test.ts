import { describe, expect, it } from 'vitest'
import { operator, type CommandResult } from '@hc/test/operator'
import { type Row, until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ RETRY_BASE_MS: '100', REPAIR_AFTER_SECONDS: '1' })
let demo = withPlayer(shop)

const operate = (tool: 'refund' | 'doctor', ...args: string[]): Promise<CommandResult> =>
  operator(tool, args, { DATABASE_URL: shop.databaseUrl })
const refund = (order: string): Promise<CommandResult> =>
  operate('refund', order, '--reason', 'the player asked', '--by', 'ann')
const row = async (text: string, order: string): Promise<Row | undefined> =>
  (await shop.db.query<Row>(text, [order])).rows[0]
const inventory = async (order: string): Promise<number> =>
  (
    (await (await fetch(`${shop.url}/demo/game/inventory.json`)).json()) as { grants: { sdk_order_id: string }[] }
  ).grants.filter((grant) => grant.sdk_order_id === order).length

async function buy(goods = 'gem_60', channel = 'sandbox', more = {}): Promise<string> {
  const order = await demo.order(goods, channel, more)
  if (channel === 'sandbox') await shop.outcome(order, 'paid')
  else expect((await demo.call('payment/order/epoint/pay', { paymentId: order })).code).toBe(0)
  await demo.reach(order, 4)
  return order
}

describe('a refund that an operator asks for', () => {
  it('goes from requested over sent to done, the item is taken back by the game, and asking twice is one refund', async () => {
    const order = await buy()
    expect(await inventory(order)).toBe(1)
    const [first, second] = await Promise.all([refund(order), refund(order)])
    expect([first.code, second.code]).toEqual([0, 0])
    await demo.reach(order, 5)
    await until('the game took it back', async () => (await inventory(order)) === 0)
    await until(
      'and said so',
      async () => (await demo.call('order/check', { sdk_order_id: order })).result.delivery === 'cancelled',
    )
    const events = (
      await shop.db.query(`select to_state from refund_event where order_no = $1 order by refund_event_id`, [order])
    ).rows.map((entry: { to_state: string }) => entry.to_state)
    expect(events).toEqual(['requested', 'sent', 'done'])
    expect((await shop.db.query(`select 1 from gateway_refund where order_no = $1`, [order])).rowCount).toBe(1)
    const status = await operate('refund', order, '--status')
    expect(status.text).toMatch(/status 5[\s\S]*refund {5}done[\s\S]*taken back yes/)
  })

  it('of points gives back the buckets that were spent, at once', async () => {
    const rich = await shop.signIn('rich', 'Rich1234')
    const balance = async (): Promise<object> => (await rich.call('epoint/balance', { userId: '100003' })).result
    const before = await balance()
    const order = await rich.order('gem_6480', 'hcpoint', { role_id: 'r1003' })
    await rich.call('payment/order/epoint/pay', { paymentId: order })
    const other = await rich.order('gem_3280', 'hcpoint', { role_id: 'r1003' })
    await rich.call('payment/order/epoint/pay', { paymentId: other })
    for (const orderNo of [order, other]) expect((await refund(orderNo)).code).toBe(0)
    expect(await balance()).toEqual(before)
    const entries = (await rich.call('epoint/record', { page: 1, size: 10, type: 'income' })).result
    expect(
      entries.filter((entry) => entry.reason === 'refund').map((entry) => [entry.basicNum, entry.presentNum]),
    ).toEqual([
      [4998, 1],
      [0, 9999],
    ])
    await until('the game took both back', async () => (await inventory(order)) + (await inventory(other)) === 0)
  })

  it('of a pack whose points were spent leaves a debt that the player sees and the next credit repays', async () => {
    const pack = await buy('coin_500', 'sandbox', { role_id: '', server_id: '' })
    await buy('gem_300', 'hcpoint')
    expect((await refund(pack)).code).toBe(0)
    await demo.reach(pack, 5)
    expect((await demo.call('order/check', { sdk_order_id: pack })).result).toMatchObject({
      payment: 'refunded',
      delivery: 'cancelled',
    })
    expect((await demo.call('epoint/balance', { userId: '100001' })).result).toEqual({
      basicNum: 0,
      presentNum: 0,
      debtNum: 499,
    })
    expect((await operate('refund', pack, '--status')).text).toContain('owes 499 points')
    await buy('coin_500', 'sandbox', { role_id: '', server_id: '' })
    expect((await demo.call('epoint/balance', { userId: '100001' })).result).toEqual({
      basicNum: 1,
      presentNum: 0,
      debtNum: 0,
    })
  })

  it('and a delivery never both win: after a refund that precedes the call to the game, the item never goes out', async () => {
    await shop.restart({ GAME_URL: 'none' })
    demo = await shop.signIn('demo', 'Demo1234')
    const order = await demo.order('gem_60')
    await shop.outcome(order, 'paid')
    await demo.reach(order, 2)
    expect((await refund(order)).code).toBe(0)
    await demo.reach(order, 5)
    await shop.restart({ GAME_URL: '' })
    demo = await shop.signIn('demo', 'Demo1234')
    await until(
      'the other deliveries went out',
      async () =>
        (await shop.db.query(`select 1 from outbox where kind = 'deliver' and state in ('pending', 'unknown')`))
          .rowCount === 0,
    )
    expect(await inventory(order)).toBe(0)
    expect((await row(`select state from outbox where order_no = $1 and kind = 'deliver'`, order))?.state).toBe(
      'cancelled',
    )
  })

  it('is refused with an explanation for an order that is unknown, unpaid or refunded, and needs a reason', async () => {
    const unpaid = await demo.order('gem_60')
    expect(await refund(unpaid)).toEqual({ code: 2, text: 'the order is not paid\n' })
    expect((await refund('NOBODYSORDER')).text).toContain('there is no such order')
    expect((await operate('refund', unpaid)).text).toContain('--reason')
    const order = await buy()
    await shop.outcome(order, 'refunded')
    await demo.reach(order, 5)
    expect((await refund(order)).text).toContain('refunded before')
  })
})

describe('a dispute', () => {
  const tell = async (order: string, event: string, stage: string, txn: string): Promise<void> => {
    await shop.db.query(`select store_webhook('sandbox', $1, 'dispute', '', $2, '', 99, 'USD', '{}', $3)`, [
      event,
      txn,
      JSON.stringify({ id: `dp_${order}`, stage, reason: 'fraudulent', dueMs: Date.now() + 86_400_000 }),
    ])
  }
  const stage = async (order: string): Promise<string | undefined> =>
    (await row(`select stage from dispute where order_no = $1`, order))?.stage
  const txnOf = async (order: string): Promise<string> =>
    (await row(`select txn from capture where order_no = $1 and outcome = 'applied'`, order))?.txn

  it('that is opened and won leaves the order unchanged', async () => {
    const order = await buy()
    await tell(order, `e1_${order}`, 'opened', await txnOf(order))
    await until('it is open', async () => (await stage(order)) === 'opened')
    await tell(order, `e2_${order}`, 'won', await txnOf(order))
    await until('it is won', async () => (await stage(order)) === 'won')
    expect((await demo.record(order)).status).toBe(4)
  })

  it('that is lost takes the money like a refund, once, in whatever order and however often its news arrive', async () => {
    const order = await buy()
    const txn = await txnOf(order)
    await tell(order, `e2_${order}`, 'lost', txn)
    await tell(order, `e2_${order}`, 'lost', txn)
    await tell(order, `e1_${order}`, 'opened', txn)
    await demo.reach(order, 5)
    await until(
      'all news is worked',
      async () => (await shop.db.query(`select 1 from inbox where state = 'new'`)).rowCount === 0,
    )
    expect(await stage(order)).toBe('lost')
    expect((await row(`select cause from order_event where order_no = $1 and to_status = 5`, order))?.cause).toBe(
      'charged_back',
    )
    await until('the game took it back', async () => (await inventory(order)) === 0)
  })
})

describe('the doctor', () => {
  it('finds balanced books and lists what waits', async () => {
    const healthy = await operate('doctor')
    expect(healthy.text).toMatch(/\d+ checks, 0 broken/)
    expect(healthy.code).toBe(0)
  })

  it('names what is broken, with its rows and an exit code', async () => {
    await shop.db.query(`alter table ledger_account disable trigger all`)
    await shop.db.query(
      `update ledger_account set balance = balance + 1 where kind = 'wallet' and unit = 'HCB'
        and account_id = (select account_id from account where uid = '100003')`,
    )
    const sick = await operate('doctor')
    expect(sick.code).toBe(1)
    expect(sick.text).toContain('BROKEN  a balance is the sum of its entries')
    // The same is seen within the minute by the shop itself.
    await shop.restart()
    await until('the metric says so', async () =>
      /hc_broken_rows\{check="balances are the sum of their entries"\} 1/.test(
        await (await fetch(`${shop.url}/metrics`)).text(),
      ),
    )
    await until('the log says so', () => Promise.resolve(shop.errors().includes('the books are wrong')))
    await shop.db.query(
      `update ledger_account set balance = balance - 1 where kind = 'wallet' and unit = 'HCB'
        and account_id = (select account_id from account where uid = '100003')`,
    )
    await shop.db.query(`alter table ledger_account enable trigger all`)
    expect((await operate('doctor')).code).toBe(0)
  })
})
