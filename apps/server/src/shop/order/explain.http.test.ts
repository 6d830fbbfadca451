import type { BodyOf } from '@hc/contract/calls'
import { errors } from '@hc/contract/errors'
import { orderCalls } from '@hc/contract/player/order'
import { type ReasonKey, reasonKeys, reasons } from '@hc/contract/player/why'
import { describe, expect, it } from 'vitest'
import { type Player, type Reply, until } from '@hc/test/shop'
import { refusals } from '../../sql-refusals.ts'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ ORDERS_UNPAID_MAX: '3', ORDERS_PER_HOUR_MAX: '30', RETRY_BASE_MS: '100' })
const demo = withPlayer(shop)

const astra = { server_id: 's1', role_id: 'r1001' }
const bront = { server_id: 's1', role_id: 'r1002' }
const celes = { server_id: 's2', role_id: 'r2001' }
type Explained = Reply<{ can: boolean; reasons: { key: ReasonKey; data: Record<string, unknown> }[] }>
const explain = async (body: BodyOf<'order/explain'>, player: Player = demo): Promise<Explained> =>
  (await player.call('order/explain', body)) as Explained
const keysOf = async (body: BodyOf<'order/explain'>): Promise<ReasonKey[]> =>
  (await explain(body)).result.reasons.map(({ key }) => key)
const catalogChanged = async (): Promise<void> => {
  await shop.db.query(`select pg_notify('hc_bus', 'catalog')`)
}
const ended = async (): Promise<void> => {
  await shop.db.query(
    `update orders set expires_at = now() - interval '1 second', created_at = created_at - interval '2 hours',
      next_check_at = now() where status = 1`,
  )
  await until('all are over', async () => (await shop.db.query(`select 1 from orders where status = 1`)).rowCount === 0)
}
const arrived = async (no: string): Promise<string> => {
  await demo.reach(no, 4)
  return no
}
const buyFor = async (goods: string, target: object): Promise<string> => {
  const no = await demo.order(goods, 'sandbox', target)
  await shop.outcome(no, 'paid')
  return await arrived(no)
}

describe('the reasons of a refusal', () => {
  it('name every refusal that a player can meet on the way to an order, and only refusals that there are', () => {
    const named = new Set(Object.values(reasons).flatMap(({ refusal }) => refusal ?? []))
    const met = [
      ...orderCalls['order/webCreate'].errors,
      ...orderCalls['payment/order/epoint/pay'].errors,
      ...[...refusals.place_purchase, ...refusals.pay_with_points].filter((word) => word in errors),
    ]
    // A body or a number that is wrong is the client's fault, and explained by its own error.
    const unnamed = new Set(met.filter((key) => !named.has(key as never)))
    expect([...unnamed].sort()).toEqual(['InvalidParams', 'OrderNotFound'])
    for (const key of named) expect(errors).toHaveProperty(key)
    expect(reasonKeys).toEqual(Object.keys(reasons))
  })

  const wish = { cp_goods_id: 'gem_60', ...astra }
  const hold: Record<string, { begin: string; end: string; of?: object; key: ReasonKey }> = {
    'a character of somebody else': { begin: '', end: '', of: { ...wish, role_id: 'r1003' }, key: 'role' },
    'no character': { begin: '', end: '', of: { cp_goods_id: 'gem_60' }, key: 'role' },
    'a server in maintenance': {
      begin: `update game_server set status = 1 where server_id = 's1'`,
      end: `update game_server set status = 0 where server_id = 's1'`,
      key: 'maintenance',
    },
    'an item that is off sale': {
      begin: `update product set active = false where cp_goods_id = 'gem_60'`,
      end: `update product set active = true where cp_goods_id = 'gem_60'`,
      key: 'not_sold_here',
    },
    'an item that never was': { begin: '', end: '', of: { ...wish, cp_goods_id: 'nothing' }, key: 'not_sold_here' },
    'a price that no channel takes': {
      begin: `update payment_channel set min_cents = 1000000`,
      end: `update payment_channel set min_cents = null`,
      key: 'no_channel',
    },
    'a shop that is paused': {
      begin: `insert into desk.setting (name, value) values ('sales', '{"paused": true}')
        on conflict (name) do update set value = excluded.value`,
      end: `update desk.setting set value = '{"paused": false}' where name = 'sales'`,
      key: 'paused',
    },
  }
  it.each(Object.entries(hold))('%s: webCreate refuses for the first reason', async (_, { begin, end, of, key }) => {
    const body = { ...wish, ...(of && !('role_id' in of) ? { server_id: '', role_id: '' } : {}), ...of }
    if (begin) await shop.db.query(begin)
    await catalogChanged()
    const explanation = await until('the reason', async () => {
      const { result } = await explain(body)
      return result.reasons[0]?.key === key && result
    })
    expect(explanation.can).toBe(false)
    // An item that is not sold at all has no currency that might be closed.
    if (key === 'not_sold_here') expect(explanation.reasons.map((reason) => reason.key)).toEqual([key])
    const create = async () => await demo.call('order/webCreate', { ...body, channel_code: 'sandbox' })
    expect((await create()).msg).toBe(reasons[key].refusal)
    if (end) await shop.db.query(end)
    await catalogChanged()
    await until('it can be bought again', async () => (await explain(wish)).result.can)
  })

  it('report too many orders as webCreate does, with their number', async () => {
    for (let n = 0; n < 3; n++) await demo.order('gem_60')
    const { result } = await explain(wish)
    expect([result.can, result.reasons[0]]).toEqual([false, { key: 'too_many_unpaid', data: { max: 3 } }])
    expect((await demo.call('order/webCreate', { ...wish, channel_code: 'sandbox' })).msg).toBe('TooManyUnpaidOrders')
    await ended()
    expect((await explain(wish)).result.can).toBe(true)
  })

  it('report gateways that do not answer before a player waits for one', async () => {
    await shop.db.query(
      `insert into channel_health (channel_code, failures, failed_at, open_until)
        select channel_code, 9, now(), now() + interval '1 hour' from payment_channel
        on conflict (channel_code) do update set open_until = excluded.open_until`,
    )
    await until('no gateway is left', async () => !(await explain(wish)).result.can)
    expect((await explain(wish)).result.reasons).toMatchObject([{ key: 'gateway_away' }])
    await shop.db.query('delete from channel_health')
    await until('gateways answer', async () => (await explain(wish)).result.can)
  })

  it('of an item are given without a session, and those of an order are not', async () => {
    const open = (await shop.call('order/explain', wish)).result
    expect(open).toMatchObject({ can: false, reasons: [{ key: 'signed_out' }], item: { cp_goods_id: 'gem_60' } })
    const no = await demo.order('gem_60')
    expect((await shop.call('order/explain', { sdk_order_id: no })).status).toBe(203)
    const rich = await shop.signIn('rich', 'Rich1234')
    expect((await explain({ sdk_order_id: no }, rich)).msg).toBe('OrderNotFound')
    for (const body of [{}, { sdk_order_id: no, cp_goods_id: 'gem_60' }])
      expect((await demo.call('order/explain', body)).msg).toBe('InvalidParams')
    await ended()
  })
})

describe('why there was or was not a bonus', () => {
  it('is the same for an item and for its orders: reserved, given, used, and reserved for another', async () => {
    const first = await demo.order('gem_300', 'sandbox', bront)
    expect(await keysOf({ sdk_order_id: first })).toEqual(['bonus_kept'])
    const second = await demo.order('gem_300', 'sandbox', bront)
    const expectedReasons = [{ key: 'bonus_held', data: { order: first } }]
    expect((await explain({ sdk_order_id: second })).result).toMatchObject({ can: true, reasons: expectedReasons })
    expect((await explain({ cp_goods_id: 'gem_300', ...bront })).result).toMatchObject({
      can: true,
      reasons: expectedReasons,
    })
    await shop.outcome(first, 'paid')
    await arrived(first)
    expect((await explain({ sdk_order_id: first })).result).toMatchObject({
      can: false,
      reasons: [{ key: 'order_paid' }, { key: 'bonus_given', data: { bonus: 100 } }],
      item: { bonus: 100 },
    })
    // Kept for the other while it was made, whatever became of that one since.
    expect((await explain({ sdk_order_id: second })).result.reasons).toEqual(expectedReasons)
    const third = await buyFor('gem_300', bront)
    const [, used] = (await explain({ sdk_order_id: third })).result.reasons
    expect(used).toEqual({ key: 'bonus_used', data: { order: first, at: expect.any(Number) } })
    expect((await explain({ cp_goods_id: 'gem_300', ...bront })).result.reasons).toEqual([
      { key: 'bonus_used', data: { at: used?.data.at } },
    ])
    await ended()
    expect(await keysOf({ sdk_order_id: second })).toEqual(['order_expired'])
  })

  it('is given for an order that was paid after its time', async () => {
    const late = await demo.order('gem_980', 'sandbox', celes)
    await ended()
    // Its time is over at the gateway too.
    await shop.db.query(
      `update sandbox.payment set expires_at = now() - interval '3 seconds' where merchant_order = $1`,
      [late],
    )
    const other = await demo.order('gem_980', 'sandbox', celes)
    await shop.outcome(late, 'paid_late')
    await arrived(late)
    const [, lostReason] = (await explain({ sdk_order_id: late })).result.reasons
    expect(lostReason).toEqual({ key: 'bonus_late', data: { bonus: 100, order: other } })
    await ended()
  })

  it('is given for an item without a bonus', async () => {
    expect(await keysOf({ cp_goods_id: 'pass_month', ...astra })).toEqual(['bonus_none'])
    expect(await keysOf({ cp_goods_id: 'coin_1000' })).toEqual([])
  })

  it('comes after what stops an order from being paid', async () => {
    const points = await demo.order('gem_6480', 'hcpoint')
    const { result } = await explain({ sdk_order_id: points })
    expect([result.can, result.reasons[0]]).toEqual([
      false,
      { key: 'points_short', data: { need: expect.any(Number), have: expect.any(Number) } },
    ])
    const pay = async () => await demo.call('payment/order/epoint/pay', { paymentId: points })
    expect((await pay()).msg).toBe('ePointNumInsufficient')
    await ended()
    expect((await pay()).msg).toBe('OrderNotPayable')
    const failed = await demo.order('gem_60')
    await shop.outcome(failed, 'failed')
    await demo.reach(failed, 3)
    expect(await keysOf({ sdk_order_id: failed })).toEqual(['order_failed'])
    const back = await buyFor('gem_60', astra)
    await shop.outcome(back, 'refunded')
    await demo.reach(back, 5)
    expect(await keysOf({ sdk_order_id: back })).toEqual(['order_refunded', 'bonus_given'])
    const odd = await demo.order('gem_60')
    await shop.outcome(odd, 'paid_wrong_amount')
    await until('it is held', async () => (await demo.record(odd)).staff === 'payment')
    expect((await keysOf({ sdk_order_id: odd }))[0]).toBe('payment_held')
  })
})
