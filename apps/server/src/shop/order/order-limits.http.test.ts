import { describe, expect, it } from 'vitest'
import { startShop } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({ ORDERS_UNPAID_MAX: '3', ORDERS_PER_HOUR_MAX: '6' })

describe('a player', () => {
  it('has a limited number of unpaid orders, and finds earlier ones again by their idempotency keys', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    const body = { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'sandbox' }
    const first = await demo.call('order/webCreate', body, { 'idempotency-key': 'first' })
    await demo.order('gem_60')
    await demo.order('gem_60', 'hcpoint')
    expect((await demo.call('order/webCreate', body)).msg).toBe('TooManyUnpaidOrders')
    expect((await demo.call('order/webCreate', body, { 'idempotency-key': 'first' })).result).toEqual(first.result)
    expect(
      (await demo.call('order/webCreate', { ...body, cp_goods_id: 'gem_300' }, { 'idempotency-key': 'first' })).msg,
    ).toBe('InvalidParams')
    const rich = await shop.signIn('rich', 'Rich1234')
    expect((await rich.call('order/webCreate', { ...body, role_id: 'r1003' })).code).toBe(0)
  })

  it('may go on once an order is paid or over, up to an hourly limit', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    for (let n = 3; n < 6; n++) {
      await shop.db.query(
        `update orders set expires_at = now() - interval '1 second' where status = 1 and uid = '100001'`,
      )
      await demo.order('gem_60', 'hcpoint')
    }
    await shop.db.query(
      `update orders set expires_at = now() - interval '1 second' where status = 1 and uid = '100001'`,
    )
    const refused = await demo.call('order/webCreate', {
      role_id: 'r1001',
      server_id: 's1',
      cp_goods_id: 'gem_60',
      channel_code: 'sandbox',
    })
    expect(refused).toMatchObject({ status: 429, msg: 'SystemBusy' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('an address', () =>
  it('makes a limited number of orders a minute for all players, and then gets a Retry-After', async () => {
    const busy = await startShop({ ORDERS_PER_MINUTE_PER_ADDRESS: '3', TRUST_PROXY: '1' })
    try {
      const demo = await busy.signIn('demo', 'Demo1234')
      const rich = await busy.signIn('rich', 'Rich1234')
      const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address })
      const body = { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'hcpoint' }
      for (let i = 0; i < 3; i++)
        expect((await demo.call('order/webCreate', body, from('2001:db8:1:2::5'))).code).toBe(0)
      const refused = await rich.call('order/webCreate', { ...body, role_id: 'r1003' }, from('2001:db8:1:2:9::7'))
      expect(refused).toMatchObject({ status: 429, msg: 'SystemBusy' })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await rich.call('order/webCreate', { ...body, role_id: 'r1003' }, from('2001:db8:1:3::5'))).code).toBe(0)
    } finally {
      await busy.stop()
    }
  }))
