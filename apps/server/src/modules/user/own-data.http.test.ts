import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../doctor/invariants.ts'
import { gameClient } from '../../testing/game-client.ts'
import { encrypt, type Shop, startShop, until } from '../../testing/shop.ts'

let shop: Shop
beforeAll(async () => { shop = await startShop() })
afterAll(async () => { await shop.stop() })

const passwd = encrypt('Demo1234')

describe('a player\'s data', () => {
  it('is given to the player alone and whole: orders, points, characters, sessions, and no secret', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    const order = await demo.order('gem_60')
    await shop.outcome(order, 'paid')
    await until('it is delivered', async () => (await demo.record(order)).status === 4)
    const { code, result } = await demo.call('user/data/export')
    expect(code).toBe(0)
    expect(result).toMatchObject({ account: { login: 'demo', email: 'demo@example.com', phone: '+15550100001' }, orders: [{ sdk_order_id: order }], deliveries: [{ order_no: order, state: 'confirmed' }] })
    expect(result.characters).toHaveLength(4)
    expect(result.order_events).toMatchObject([{ to_status: 1 }, { to_status: 2 }, { to_status: 4 }])
    expect(JSON.stringify(result)).not.toMatch(/argon2|token|hash/i)
    expect((await shop.call('user/data/export')).status).toBe(203)
  })

  it('is deleted by nobody who does not know the password and the account, and not while money or items are under way', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    expect((await demo.call('user/data/delete', { account: 'rich', passwd, encrypt: 1 })).msg).toBe('GameAccountNotFound')
    expect((await demo.call('user/data/delete', { account: 'demo', passwd: encrypt('Wrong123'), encrypt: 1 })).msg).toBe('InvalidPassword')
    expect((await demo.call('user/data/delete', { account: 'demo' })).msg).toBe('InvalidPassword')
    const open = await demo.order('gem_300')
    expect((await demo.call('user/data/delete', { account: 'demo', passwd, encrypt: 1 })).msg).toBe('AccountHasOpenOrders')
    await shop.outcome(open, 'cancelled')
    await until('it is cancelled', async () => (await demo.record(open)).status === 3)
    expect((await demo.call('user/uinfo')).code).toBe(0)
  })

  it('is deleted for good: nothing names the player any more, the books still balance, and the game may open the account anew', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    expect((await demo.call('user/data/delete', { account: 'demo', passwd, encrypt: 1 })).code).toBe(0)
    expect(await demo.call('user/uinfo')).toMatchObject({ status: 200, code: 20002 })
    await expect(shop.signIn('demo', 'Demo1234')).rejects.toThrow('GameAccountNotFound')
    const tables = (await shop.db.query(`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)).rows as { table_name: string }[]
    for (const { table_name: table } of tables) {
      const text = JSON.stringify((await shop.db.query(`select * from public."${table}"`)).rows)
      for (const trace of ['demo@example.com', '5550100001', '"100001"', 'Astra', '"demo"']) expect([table, trace, text.includes(trace)]).toEqual([table, trace, false])
    }
    expect((await shop.db.query(`select count(*)::int as n from orders where uid like 'gone-%'`)).rows[0].n).toBeGreaterThan(1)
    expect((await checkInvariants(async ({ text }) => (await shop.db.query(text)).rows, { atRest: true })).violations).toEqual([])
    await shop.restart()
    expect((await shop.call('user/login', { channel_code: 'account', account: 'demo', passwd, encrypt: 1 })).msg).toBe('GameAccountNotFound')
    const anew = await gameClient(shop.url).send('PUT', '/game/v1/accounts/100001', { account: 'demo', password: 'Demo1234', emailLogin: true, disabled: false })
    expect(anew.code).toBe(0)
    const again = await shop.signIn('demo', 'Demo1234')
    expect((await again.call('order/record', { page: 1, size: 10, begin: 0, end: 0, sdk_order_id: '', status: -1 })).total).toBe(0)
  })
})
