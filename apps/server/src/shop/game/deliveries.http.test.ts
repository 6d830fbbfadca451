import { beforeAll, describe, expect, it } from 'vitest'
import { withGame, withPlayer, withShop } from '@hc/test/fixtures'
import { gameClient, type GameClient } from '@hc/test/game-client'
import { type Player, type Shop, sleep, until } from '@hc/test/shop'
import { openDatabase } from '../../platform/db.ts'
import { issueToken } from '../identity/one-time-token.ts'

const paid = async (shop: Shop, player: Player, more: object = {}): Promise<string> => {
  const order = await player.order('gem_60', 'sandbox', more)
  await shop.outcome(order, 'paid')
  await until('the order is paid', async () => (await player.record(order)).status >= 2)
  return order
}

describe('a game that only pulls', () => {
  const shop = withShop({ GAME_URL: 'none' })
  const demo = withPlayer(shop)
  let game: GameClient
  beforeAll(() => {
    game = gameClient(shop.url)
  })

  it('lists the waiting deliveries; its grant id completes the order, and a repeated ack gets the same answer', async () => {
    const order = await paid(shop, demo)
    expect((await demo.call('order/check', { sdk_order_id: order })).result).toMatchObject({
      payment: 'taken',
      delivery: 'queued',
    })
    const listed = await game.send('GET', '/game/v1/deliveries?limit=10')
    expect(listed).toMatchObject({
      total: 1,
      result: [
        {
          delivery_id: `dlv_${order}`,
          sdk_order_id: order,
          uid: '100001',
          server_id: 's1',
          role_id: 'r1001',
          items: [{ cp_goods_id: 'gem_60', quantity: 1, bonus: 100 }],
        },
      ],
    })
    const ack = `/game/v1/deliveries/dlv_${order}/ack` as const
    const answer = { delivery_id: `dlv_${order}`, state: 'confirmed', grant_id: 'G-1', refused: null }
    expect((await game.send('POST', ack, { grant_id: 'G-1' })).result).toEqual(answer)
    expect((await demo.record(order)).status).toBe(4)
    for (const again of [{ grant_id: 'G-1' }, { grant_id: 'G-2' }, { refused: 'late' }])
      expect((await game.send('POST', ack, again)).result).toEqual(answer)
    expect((await game.send('GET', '/game/v1/deliveries')).total).toBe(0)
    expect((await game.send('GET', `/game/v1/orders/${order}`)).result).toMatchObject({
      sdk_order_id: order,
      status: 4,
      amount: 0.99,
      currency: 'USD',
      bonus: 100,
      delivery: { state: 'confirmed', grant_id: 'G-1' },
    })
    expect((await shop.db.query('select proof from outbox where order_no = $1', [order])).rows).toEqual([
      { proof: 'G-1' },
    ])
  })

  it('may refuse with a reason, and grant later', async () => {
    const order = await paid(shop, demo)
    const ack = `/game/v1/deliveries/dlv_${order}/ack` as const
    expect((await game.send('POST', ack, { refused: 'no such item' })).result).toEqual({
      delivery_id: `dlv_${order}`,
      state: 'refused',
      grant_id: null,
      refused: 'no such item',
    })
    expect((await game.send('POST', ack, { refused: 'another word' })).result.refused).toBe('no such item')
    expect((await demo.record(order)).status).toBe(2)
    expect((await game.send('GET', '/game/v1/deliveries')).total).toBe(0)
    expect((await game.send('POST', ack, { grant_id: 'G-3' })).result).toMatchObject({
      state: 'confirmed',
      grant_id: 'G-3',
    })
    expect((await demo.record(order)).status).toBe(4)
  })

  it('gets an error for unknown ids and for invalid answers', async () => {
    expect(await game.send('POST', '/game/v1/deliveries/dlv_none/ack', { grant_id: 'G' })).toMatchObject({
      status: 200,
      code: 30015,
      msg: 'DeliveryNotFound',
    })
    expect(await game.send('GET', '/game/v1/orders/none')).toMatchObject({ msg: 'OrderNotFound' })
    for (const body of [{}, { grant_id: '' }, { refused: '' }, { grant_id: 'G', refused: 'both' }, { grant_id: 5 }])
      expect((await game.send('POST', '/game/v1/deliveries/dlv_none/ack', body)).status).toBe(400)
  })

  it("walks through more than one page, and through one server's alone", async () => {
    const orders = []
    for (const more of [{}, { server_id: 's2', role_id: 'r2001' }, {}]) orders.push(await paid(shop, demo, more))
    const ids = async (query: string): Promise<string[]> =>
      (await game.send('GET', `/game/v1/deliveries?${query}`)).result.map((delivery) => delivery.sdk_order_id)
    expect(await ids('')).toEqual(orders)
    expect(await ids('limit=2')).toEqual(orders.slice(0, 2))
    expect(await ids(`limit=2&after=dlv_${orders[1]}`)).toEqual(orders.slice(2))
    expect(await ids('server_id=s2')).toEqual([orders[1]])
    for (const order of orders)
      await game.send('POST', `/game/v1/deliveries/dlv_${order}/ack`, { grant_id: `G-${order}` })
  })

  it('counts as asked once it has listed a delivery: a refund then recalls it, and a later grant waits for an operator', async () => {
    const order = await paid(shop, demo)
    await game.send('GET', '/game/v1/deliveries')
    await shop.outcome(order, 'refunded')
    await demo.reach(order, 5)
    expect((await game.send('GET', '/game/v1/deliveries')).total).toBe(0)
    expect((await game.send('POST', `/game/v1/deliveries/dlv_${order}/ack`, { grant_id: 'G-9' })).result).toMatchObject(
      { state: 'recall', grant_id: 'G-9' },
    )
    expect((await demo.record(order)).status).toBe(5)
    const never = await paid(shop, demo)
    await shop.outcome(never, 'refunded')
    await demo.reach(never, 5)
    expect((await game.send('GET', `/game/v1/orders/${never}`)).result.delivery).toMatchObject({ state: 'cancelled' })
  })

  it('gets tokens for its players, kept as hashes, five minutes long, and none for a disabled or unknown account', async () => {
    const { result } = await game.send('POST', '/game/v1/accounts/100001/web-token')
    expect(result.hctoken).toMatch(/^[\w-]{43}$/)
    expect(Math.abs(result.expires - Date.now() - 300_000)).toBeLessThan(10_000)
    const rows = JSON.stringify(
      (await shop.db.query(`select encode(token_hash, 'escape') as h, kind from one_time_token`)).rows,
    )
    expect(rows).toContain('web')
    expect(rows).not.toContain(result.hctoken)
    expect((await game.send('POST', '/game/v1/accounts/100004/web-token', {})).msg).toBe('AuthFail')
    expect((await game.send('POST', '/game/v1/accounts/999/web-token', {})).msg).toBe('GameAccountNotFound')
    expect(shop.errors()).not.toContain(result.hctoken)
  })

  it('gets an address that signs a player in with character and item chosen, where it asks for one', async () => {
    const path = '/game/v1/accounts/100001/web-token'
    const plain = await game.send('POST', path, {})
    expect(Object.keys(plain.result)).toEqual(['hctoken', 'expires'])
    const wishes = { server_id: 's1', role_id: 'r1001', cp_goods_id: 'gem_60', locale: 'ja-JP', minutes: 60 }
    const { result } = await game.send('POST', path, wishes)
    expect(Math.abs(result.expires - Date.now() - 3_600_000)).toBeLessThan(10_000)
    const url = new URL(result.url ?? '')
    expect([url.origin, url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      expect.stringMatching(/^http/),
      '/login',
      {
        hctoken: result.hctoken,
        uid: '100001',
        redirect: '/main/recharge?server=s1&role=r1001&item=gem_60',
        lang: 'ja-JP',
      },
    ])
    const pack = (await game.send('POST', path, { cp_goods_id: 'coin_500' })).result
    expect(new URL(pack.url ?? '').searchParams.get('redirect')).toBe('/main/recharge?tab=packs&item=coin_500')
    expect((await game.send('POST', path, { url: true })).result.url).toContain('redirect=%2Fmain%2Frecharge')
    // Opening the address, as a link preview does, does not use up the token.
    for (let look = 0; look < 3; look++) expect((await fetch(shop.url + url.pathname + url.search)).status).toBe(200)
    expect((await shop.call('user/tmpWebTokenLogin', { token: result.hctoken })).result.uid).toBe('100001')
    for (const [body, msg] of [
      [{ ...wishes, server_id: 'nowhere' }, 'ServerNotFound'],
      [{ ...wishes, role_id: 'nobody' }, 'RoleNotFound'],
      [{ ...wishes, role_id: 'r1003' }, 'RoleNotFound'],
      [{ ...wishes, cp_goods_id: 'nothing' }, 'ItemNotFound'],
      [{ role_id: 'r1001' }, 'InvalidParams'],
      [{ minutes: 61 }, 'InvalidParams'],
      [{ minutes: 0 }, 'InvalidParams'],
      [{ url: false }, 'InvalidParams'],
      [{ locale: 'fr-FR' }, 'InvalidParams'],
    ] as const)
      expect([body, (await game.send('POST', path, body)).msg]).toEqual([body, msg])
    demo.token = (await shop.signIn('demo', 'Demo1234')).token
  })

  it('lets a player in with a web token, once', async () => {
    const { result } = await game.send('POST', '/game/v1/accounts/100003/web-token', {})
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.call('user/tmpWebTokenLogin', { token: result.hctoken })),
    )
    expect(answers.filter((answer) => answer.code === 0).map((answer) => answer.result.uid)).toEqual(['100003'])
    expect(answers.filter((answer) => answer.code !== 0)).toHaveLength(4)
    const { result: ownTicket } = await demo.call('user/sdk/ticket/get', { uid: '100001' })
    expect((await game.send('POST', '/game/v1/tickets/verify', { ticket: ownTicket.ticket })).result).toEqual({
      uid: '100001',
    })
    expect((await game.send('POST', '/game/v1/tickets/verify', { ticket: ownTicket.ticket })).msg).toBe(
      'TicketNotFound',
    )
  })

  it('learns whose ticket it holds, once', async () => {
    const db = openDatabase(shop.databaseUrl, { max: 1, onError: () => undefined })
    const ticket = async (uid: string, kind: 'ticket' | 'web' = 'ticket', seconds = 60): Promise<string> =>
      (
        await issueToken(
          db.query,
          (await shop.db.query('select account_id::int as id from account where uid = $1', [uid])).rows[0].id,
          kind,
          seconds,
        )
      ).token
    const verify = (text: string): ReturnType<GameClient['send']> =>
      game.send('POST', '/game/v1/tickets/verify', { ticket: text })
    const good = await ticket('100001')
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(good)))
    expect(answers.filter((answer) => answer.code === 0).map((answer) => answer.result)).toEqual([{ uid: '100001' }])
    expect(answers.filter((answer) => answer.msg === 'TicketNotFound')).toHaveLength(9)
    expect((await verify(await ticket('100004'))).msg).toBe('AuthFail')
    for (const text of [await ticket('100001', 'web'), await ticket('100001', 'ticket', -1), 'forged', 'A'.repeat(43)])
      expect((await verify(text)).msg).toBe('TicketNotFound')
    await db.end()
  })
})

describe('push and pull at once', () => {
  /** The game's books: one grant for each delivery, made when it first arrives by either way. */
  const grants = new Map<string, string>()
  const arrivals = { push: 0, pull: 0 }
  const grant = (id: string): string => grants.get(id) ?? grants.set(id, `G-${grants.size}`).get(id) ?? ''
  const pushed = withGame(async (delivery) => {
    arrivals.push++
    await sleep(Math.random() * 150)
    return grant(delivery)
  })
  const shop = withShop(() => ({ GAME_URL: pushed.url }))

  it('grant each delivery once, and both ways end in the same state', async () => {
    const [demo, game] = [await shop.signIn('demo', 'Demo1234'), gameClient(shop.url)]
    const pull = { on: true }
    const pulling = (async () => {
      while (pull.on) {
        for (const delivery of (await game.send('GET', '/game/v1/deliveries?limit=50')).result) {
          arrivals.pull++
          expect(
            (
              await game.send('POST', `/game/v1/deliveries/${delivery.delivery_id}/ack`, {
                grant_id: grant(delivery.delivery_id),
              })
            ).result,
          ).toMatchObject({ state: 'confirmed', grant_id: grant(delivery.delivery_id) })
        }
        await sleep(5)
      }
    })()
    const orders = await Promise.all(Array.from({ length: 12 }, () => demo.order('gem_60')))
    await Promise.all(orders.map((order) => shop.outcome(order, 'paid')))
    await until(
      'all have arrived',
      async () =>
        (await shop.db.query('select count(*)::int as n from orders where status = 4')).rows[0].n === orders.length,
    )
    pull.on = false
    await pulling
    const rows = (
      await shop.db.query<{ outbox_id: string; proof: string; state: string }>(
        'select outbox_id, proof, state from outbox',
      )
    ).rows
    expect(rows).toHaveLength(orders.length)
    for (const row of rows) expect([row.state, row.proof]).toEqual(['confirmed', grants.get(row.outbox_id)])
    expect(
      (await shop.db.query('select order_no from order_event where to_status = 4 group by 1 having count(*) <> 1'))
        .rows,
    ).toEqual([])
    expect(arrivals.push).toBeGreaterThan(0)
    expect(arrivals.pull).toBeGreaterThan(0)
  })
})
