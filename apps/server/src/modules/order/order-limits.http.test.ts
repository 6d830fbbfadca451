import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Shop, startShop } from '../../testing/shop.ts'

let shop: Shop
beforeAll(async () => { shop = await startShop({ ORDERS_UNPAID_MAX: '3', ORDERS_PER_HOUR_MAX: '6' }) })
afterAll(async () => { await shop.stop() })

describe('a player', () => {
  it('has so many unpaid orders at once, and finds the earlier ones again by their keys', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    const body = { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'sandbox' }
    const first = await demo.call('order/webCreate', body, { 'idempotency-key': 'first' })
    await demo.order('gem_60')
    await demo.order('gem_60', 'hcpoint')
    expect((await demo.call('order/webCreate', body)).msg).toBe('TooManyUnpaidOrders')
    expect((await demo.call('order/webCreate', body, { 'idempotency-key': 'first' })).result).toEqual(first.result)
    expect((await demo.call('order/webCreate', { ...body, cp_goods_id: 'gem_300' }, { 'idempotency-key': 'first' })).msg).toBe('InvalidParams')
    const rich = await shop.signIn('rich', 'Rich1234')
    expect((await rich.call('order/webCreate', { ...body, role_id: 'r1003' })).code).toBe(0)
  })

  it('may go on when an order was paid or is over, up to so many in an hour', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    for (let made = 3; made < 6; made++) {
      await shop.db.query(`update orders set expires_at = now() - interval '1 second' where status = 1 and uid = '100001'`)
      await demo.order('gem_60', 'hcpoint')
    }
    await shop.db.query(`update orders set expires_at = now() - interval '1 second' where status = 1 and uid = '100001'`)
    const refused = await demo.call('order/webCreate', { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'sandbox' })
    expect(refused).toMatchObject({ status: 429, msg: 'SystemBusy' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
