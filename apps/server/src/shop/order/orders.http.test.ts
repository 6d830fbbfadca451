import type { OrderRecord } from '@hc/contract/calls'
import { describe, expect, it } from 'vitest'
import { gameClient } from '@hc/test/game-client'
import { type Inventory, sleep, startShop, until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ RETRY_BASE_MS: '100', REPAIR_AFTER_SECONDS: '2' })
const demo = withPlayer(shop)

const status = (order: string, target: number): Promise<OrderRecord> =>
  until(`order ${order} to reach ${target}`, async () => {
    const record = await demo.record(order)
    return record.status === target && record
  })
const events = async (order: string): Promise<string> =>
  (
    await shop.db.query('select from_status, to_status from order_event where order_no = $1 order by event_id', [order])
  ).rows
    .map((row) => `${row.from_status ?? ''}>${row.to_status}`)
    .join(' ')
const inventory = async (order: string): Promise<Inventory['grants']> =>
  (await shop.inventory('r1001')).grants.filter((grant) => grant.sdk_order_id === order)

describe('an item bought through the sandbox gateway', () => {
  it('is created, paid, delivered once, and carries the first-top-up bonus only the first time', async () => {
    const before = await demo.call('order/webProduct', { role_id: 'r1001', server_id: 's1' })
    expect(before.result.find((p) => p.cp_goods_id === 'gem_60')).toMatchObject({ price: 0.99, bonus: 100 })
    const order = await demo.order('gem_60')
    expect(await demo.record(order)).toMatchObject({
      status: 1,
      status_label: 'Created',
      amount: 0.99,
      currency: 'USD',
      server_name: 'Aurora',
      role_name: 'Astra',
      order_type: 'item',
    })
    await shop.outcome(order, 'paid')
    const record = await status(order, 4)
    expect(record).toMatchObject({ status_label: 'FullyPaid', bonus: 100, pay_url: '' })
    expect(record.pay_ts).toBeGreaterThanOrEqual(record.create_ts)
    expect(await events(order)).toBe('>1 1>2 2>4')
    expect(await inventory(order)).toHaveLength(1)
    const proof = await shop.db.query(`select proof from outbox where order_no = $1 and state = 'confirmed'`, [order])
    expect(proof.rows[0].proof).toBe((await inventory(order))[0]?.grant_id)
    const after = await demo.call('order/webProduct', { role_id: 'r1001', server_id: 's1' })
    expect(after.result.find((p) => p.cp_goods_id === 'gem_60')?.bonus).toBe(0)
    const other = await demo.call('order/webProduct', { role_id: 'r1002', server_id: 's1' })
    expect(other.result.find((p) => p.cp_goods_id === 'gem_60')?.bonus).toBe(100)
  })

  it('is labelled Pending once its payment page was opened', async () => {
    const order = await demo.order('gem_300')
    const page = await fetch((await demo.record(order)).pay_url.replace(/^http:\/\/localhost:\d+/, shop.url), {
      redirect: 'manual',
    })
    expect(page.status).toBe(302)
    expect(page.headers.get('location')).toContain(`/sandbox/pay/${order}`)
    expect(await demo.record(order)).toMatchObject({ status: 1, status_label: 'Pending' })
  })

  it('is paid and delivered once when the webhook comes twice', async () => {
    const order = await demo.order('gem_300')
    await shop.outcome(order, 'paid_twice')
    await status(order, 4)
    await sleep(300)
    expect(await events(order)).toBe('>1 1>2 2>4')
    expect(await inventory(order)).toMatchObject([{ arrivals: 1 }])
  })

  it('arrives without its webhook, and at once when the player asks', async () => {
    const askedOrder = await demo.order('gem_980')
    await shop.outcome(askedOrder, 'paid_no_webhook')
    const check = await demo.call('order/check', { sdk_order_id: askedOrder })
    expect(check.result).toMatchObject({ payment: 'taken', delivery: 'delivered', record: { status: 4 } })
    const silent = await demo.order('gem_980')
    await shop.outcome(silent, 'paid_no_webhook')
    await status(silent, 4)
  })

  it('is held for an operator when the gateway took another amount', async () => {
    const order = await demo.order('gem_60')
    await shop.outcome(order, 'paid_wrong_amount')
    await until(
      'the hold',
      async () =>
        (
          await shop.db.query('select 1 from orders where order_no = $1 and hold_reason = $2', [
            order,
            'amount_mismatch',
          ])
        ).rowCount,
    )
    expect((await demo.call('order/check', { sdk_order_id: order })).result).toMatchObject({
      payment: 'held',
      record: { status: 1 },
    })
    expect(await inventory(order)).toHaveLength(0)
    const refund = await shop.db.query(`select state from outbox where order_no = $1 and kind = 'refund'`, [order])
    expect(refund.rows).toEqual([{ state: 'held' }])
  })

  it('offers no payment while it is held, and says that our staff take care of it', async () => {
    const body = { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'sandbox' }
    const creation = await demo.call('order/webCreate', body, { 'idempotency-key': 'held-key' })
    const order = creation.result.sdk_order_id
    const open = async (): Promise<string | null> =>
      (await fetch(`${shop.url}/pay/${order}`, { redirect: 'manual' })).headers.get('location')
    expect(creation.result.pay_url).toContain(`/pay/${order}`)
    expect(await open()).toContain(`/sandbox/pay/${order}`)
    await shop.outcome(order, 'paid_wrong_amount')
    await until('the hold', async () => (await demo.record(order)).staff === 'payment')
    const game = gameClient(shop.url)
    const holdState = { status: 1, staff: 'payment', pay_url: '' }
    expect(await demo.record(order)).toMatchObject(holdState)
    expect((await demo.call('epoint/paymentIds/detail', { paymentIds: [order] })).result).toMatchObject([holdState])
    expect((await demo.call('order/check', { sdk_order_id: order })).result).toMatchObject({
      payment: 'held',
      record: holdState,
    })
    expect(JSON.stringify((await game.send('GET', `/game/v1/orders/${order}`)).result)).not.toContain('/pay/')
    const page = `/main/recharge/detail/${order}`
    expect(await demo.call('order/webCreate', body, { 'idempotency-key': 'held-key' })).toMatchObject({
      code: 0,
      result: creation.result,
    })
    expect(await open()).toMatch(new RegExp(`${page}$`))
    // Its time is over, and the money still here; then it goes back.
    await shop.db.query(
      `update orders set expires_at = now() - interval '1 second', next_check_at = now() where order_no = $1`,
      [order],
    )
    expect(await status(order, 6)).toMatchObject({ staff: 'payment', pay_url: '' })
    await shop.db.query(`update outbox set state = 'pending', run_at = now() where order_no = $1 and kind = 'refund'`, [
      order,
    ])
    await until('it went back', async () => (await demo.record(order)).staff === 'none')
    expect((await demo.call('order/check', { sdk_order_id: order })).result).toMatchObject({
      payment: 'refunded',
      record: { status: 6 },
    })
  })

  it('fails, and is revived by money that comes later', async () => {
    const order = await demo.order('gem_60')
    await shop.outcome(order, 'failed')
    await status(order, 3)
    await shop.outcome(order, 'paid')
    await status(order, 4)
    expect(await events(order)).toBe('>1 1>3 3>2 2>4')
  })

  it('is refunded from delivered to refunded, once', async () => {
    const order = await demo.order('gem_60')
    await shop.outcome(order, 'paid')
    await status(order, 4)
    await shop.outcome(order, 'refunded')
    expect(await status(order, 5)).toMatchObject({ status_label: 'Refunded' })
    expect((await status(order, 5)).refund_ts).toBeGreaterThan(0)
    await shop.outcome(order, 'refunded')
    await sleep(200)
    expect(await events(order)).toBe('>1 1>2 2>4 4>5')
  })
})

describe('creating an order', () => {
  it('gives the same order for the same idempotency key and body, also to parallel calls', async () => {
    const body = { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'sandbox' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => demo.call('order/webCreate', body, { 'idempotency-key': 'same-key' })),
    )
    expect(new Set(answers.map((answer) => answer.result.sdk_order_id)).size).toBe(1)
    const other = await demo.call(
      'order/webCreate',
      { ...body, cp_goods_id: 'gem_300' },
      { 'idempotency-key': 'same-key' },
    )
    expect(other).toMatchObject({ status: 400, code: 10001, msg: 'InvalidParams' })
  })

  it('makes an order of its own for each call without a key', async () => {
    expect(await demo.order('gem_60')).not.toBe(await demo.order('gem_60'))
  })

  it('forgets an idempotency key after 24 hours', async () => {
    const body = { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'hcpoint' }
    const first = await demo.call('order/webCreate', body, { 'idempotency-key': 'old-key' })
    await shop.db.query(
      `update orders set created_at = created_at - interval '25 hours', status = 6 where order_no = $1`,
      [first.result.sdk_order_id],
    )
    const second = await demo.call('order/webCreate', body, { 'idempotency-key': 'old-key' })
    expect(second.code).toBe(0)
    expect(second.result.sdk_order_id).not.toBe(first.result.sdk_order_id)
  })

  it("takes names from the server's data and refuses a price in the request", async () => {
    const order = await demo.order('gem_60', 'sandbox', { role_name: 'Hacker', server_name: 'Nowhere' })
    expect(await demo.record(order)).toMatchObject({ role_name: 'Astra', server_name: 'Aurora', amount: 0.99 })
    const priced = await demo.call('order/webCreate', {
      role_id: 'r1001',
      server_id: 's1',
      cp_goods_id: 'gem_60',
      channel_code: 'sandbox',
      price: 0.01,
    })
    expect(priced).toMatchObject({ status: 400, msg: 'InvalidParams' })
    expect(JSON.stringify(priced.data?.issues)).toContain('price')
  })

  it.each([
    ['serverMaintenance', { role_id: 'r3001', server_id: 's3' }],
    ['RoleNotFound', { role_id: 'r1003' }],
    ['RoleNotFound', { role_id: '', server_id: '' }],
    ['ItemNotFound', { cp_goods_id: 'gem_1' }],
    ['ChannelUnavailable', { channel_code: 'paypal' }],
    ['ChannelUnavailable', { cp_goods_id: 'coin_500', channel_code: 'hcpoint' }],
  ])('is refused with %s for %j', async (key, change) => {
    const answer = await demo.call('order/webCreate', {
      role_id: 'r1001',
      server_id: 's1',
      cp_goods_id: 'gem_60',
      channel_code: 'sandbox',
      ...change,
    })
    expect(answer).toMatchObject({ status: 200, msg: key })
  })

  it('mark the item with the most for its price as best value, whatever its row says, and show the quantity', async () => {
    const items = async (): Promise<[string, string, number][]> =>
      (await demo.call('order/webProduct', { role_id: 'r1002', server_id: 's1' })).result.map((product) => [
        product.cp_goods_id,
        product.tag,
        product.quantity,
      ])
    const best = async (): Promise<string[]> => (await items()).filter(([, tag]) => tag === 'best').map(([id]) => id)
    await shop.db.query(`update product set tag = 'best' where cp_goods_id = 'gem_6480'`)
    try {
      await until('the row is read', async () => (await best()).length === 1)
      expect(await best()).toEqual(['gem_1980'])
      expect((await items()).find(([id]) => id === 'gem_300')?.[2]).toBe(300)
      expect((await items()).find(([id]) => id === 'pass_month')?.[2]).toBe(0)
      const packs = (await demo.call('order/webCoinProduct', {})).result
      expect(packs.filter(({ tag }) => tag === 'best').map((pack) => pack.cp_goods_id)).toEqual(['coin_10000'])
      // A lower price makes another one the best.
      await shop.db.query(`update product set price_cents = 399 where cp_goods_id = 'gem_300'`)
      await until('the new best', async () => (await best()).join() === 'gem_300')
    } finally {
      await shop.db.query(`update product set tag = '', price_cents = case cp_goods_id when 'gem_300' then 499
        else price_cents end where cp_goods_id in ('gem_300', 'gem_6480')`)
      await until('the price as before', async () => (await best()).join() === 'gem_1980')
    }
  })
  it('offers hcpoint for items and never for packs', async () => {
    const codes = async (goods: string): Promise<string[]> =>
      (await demo.call('order/webPayChannel', { role_id: 'r1001', server_id: 's1', cp_goods_id: goods })).result.map(
        (channel) => channel.channel_code,
      )
    expect(await codes('gem_60')).toEqual(['sandbox', 'hcpoint'])
    expect(await codes('coin_500')).toEqual(['sandbox'])
  })
})

describe('an order that runs out', () => {
  it('becomes overdue after the gateway cancelled it, and money that comes later revives it', async () => {
    const quick = await startShop({ ORDER_EXPIRE_SECONDS: '2', REPAIR_AFTER_SECONDS: '1', RETRY_BASE_MS: '100' })
    try {
      const player = await quick.signIn('demo', 'Demo1234')
      const points = await player.order('gem_60', 'hcpoint')
      const late = await player.order('gem_60')
      const silent = await player.order('gem_300')
      const reach = (order: string, target: number): Promise<unknown> =>
        until(`${order} ${target}`, async () => (await player.record(order)).status === target, 30_000)
      await reach(points, 6)
      await reach(silent, 6)
      await reach(late, 6)
      await quick.outcome(late, 'paid_late')
      await reach(late, 4)
      const trail = await quick.db.query(
        `select string_agg(to_status::text, '>' order by event_id) as trail from order_event where order_no = $1`,
        [late],
      )
      expect(trail.rows[0].trail).toBe('1>6>2>4')
      // A second capture of the same order is surplus: it goes back by itself, and the order stays as it is.
      await quick.outcome(late, 'paid_late')
      const refund = await until(
        'the surplus to be refunded',
        async () =>
          (
            await quick.db.query(
              `select b.state, b.proof from outbox b join capture c on c.order_no = b.order_no and c.outcome = 'surplus'
          where b.order_no = $1 and b.kind = 'refund' and b.state = 'confirmed'`,
              [late],
            )
          ).rows[0],
        30_000,
      )
      expect(refund.proof).toMatch(/^ref_/)
      expect((await player.record(late)).status).toBe(4)
      expect((await player.call('payment/order/epoint/pay', { paymentId: points })).msg).toBe('OrderNotPayable')
      expect(
        (
          (await (
            await fetch(`${quick.url}/sandbox/v1/payments/${silent}`, {
              headers: { authorization: 'Bearer sandbox-demo-api-key' },
            })
          ).json()) as { status: string }
        ).status,
      ).toBe('cancelled')
    } finally {
      await quick.stop()
    }
  })
})

describe('the records', () => {
  it('are own orders only, newest first, filtered and paged', async () => {
    const rich = await shop.signIn('rich', 'Rich1234')
    const ownOrder = await demo.order('gem_60')
    expect((await rich.call('order/record', { sdk_order_id: ownOrder })).result).toEqual([])
    expect((await rich.call('order/check', { sdk_order_id: ownOrder })).msg).toBe('OrderNotFound')
    expect((await rich.call('epoint/paymentIds/detail', { paymentIds: [ownOrder] })).result).toEqual([])
    expect((await rich.call('payment/order/epoint/pay', { paymentId: ownOrder })).msg).toBe('OrderNotFound')
    const all = await demo.call('order/record', { page: 1, size: 50, begin: 0, end: 0, sdk_order_id: '', status: -1 })
    expect(all.total).toBe(all.result.length)
    const times = all.result.map((record) => record.sdk_order_id)
    expect(times).toEqual([...times].sort().reverse())
    const second = await demo.call('order/record', { page: 2, size: 2, status: -1 })
    expect(second.result[0]?.sdk_order_id).toBe(all.result[2]?.sdk_order_id)
    const open = await demo.call('order/record', { status: 1 })
    expect(open.result.every((record) => record.status === 1)).toBe(true)
    expect((await demo.call('order/record', { begin: 1, end: 2 })).total).toBe(0)
    const now = Math.floor(Date.now() / 1000)
    expect((await demo.call('order/record', { begin: now - 2 * 86_400, end: now + 3600 })).total).toBe(all.total)
    expect((await demo.call('order/record', { size: 51 })).msg).toBe('InvalidParams')
  })

  it('date an order to the second that it was made in, and find it by that second', async () => {
    // Late in a second, where rounding would date it into the future.
    await sleep((1650 - (Date.now() % 1000)) % 1000)
    const order = await demo.order('gem_60')
    const { create_ts, pay_expire_ts } = await demo.record(order)
    const {
      rows: [row],
    } = await shop.db.query(
      'select floor(extract(epoch from created_at))::int as made from orders where order_no = $1',
      [order],
    )
    expect([create_ts, pay_expire_ts]).toEqual([row.made, row.made + 300])
    const isFound = async (begin: number, end: number): Promise<boolean> =>
      (await demo.call('order/record', { size: 50, begin, end })).result.some((record) => record.sdk_order_id === order)
    expect([
      await isFound(create_ts, create_ts),
      await isFound(create_ts - 1, create_ts - 1),
      await isFound(create_ts + 1, create_ts + 1),
    ]).toEqual([true, false, false])
  })

  it('have a total, like every list', async () => {
    const target = { role_id: 'r1001', server_id: 's1' }
    const lists = [
      ['user/webRole', {}],
      ['order/webProduct', target],
      ['order/webCoinProduct', {}],
      ['order/webPayChannel', { ...target, cp_goods_id: 'gem_60' }],
      ['epoint/paymentIds/detail', { paymentIds: [await demo.order('gem_60')] }],
      ['order/record', { page: 1, size: 50, status: 4 }],
      ['setting/webArticle', { size: 50 }],
    ] as const
    for (const [name, body] of lists) {
      const { code, result, total } = await demo.call(name, body)
      expect([name, code, total]).toEqual([name, 0, result.length])
      expect(total).toBeGreaterThan(0)
    }
    const top = (await (await fetch(`${shop.url}/api/bulletin/top`)).json()) as { result: unknown[]; total: number }
    expect(top.total).toBe(top.result.length)
  })
})
