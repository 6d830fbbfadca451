import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { OrderStatus, orderStatuses } from '@hc/domain/order/order-status'
import { signWebhook } from '@hc/channels/signature'
import { read, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop()

const send = async (path: string, init: RequestInit): ReturnType<typeof read> =>
  await read(await fetch(shop.url + path, init))

describe('the envelope', () => {
  it.each([
    [404, 'NotFound', '/api/nothing', { method: 'POST' }],
    [405, 'MethodNotAllowed', '/api/user/login', { method: 'GET' }],
    [405, 'MethodNotAllowed', '/api/bulletin/top', { method: 'POST' }],
    [
      415,
      'UnsupportedMediaType',
      '/api/user/login',
      { method: 'POST', body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      415,
      'UnsupportedMediaType',
      '/api/user/login',
      { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
    ],
    [
      413,
      'PayloadTooLarge',
      '/api/user/login',
      {
        method: 'POST',
        body: JSON.stringify({ account: 'x'.repeat(70_000) }),
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      400,
      'InvalidParams',
      '/api/user/login',
      { method: 'POST', body: '{"account":', headers: { 'content-type': 'application/json' } },
    ],
    [
      400,
      'InvalidParams',
      '/api/user/login',
      { method: 'POST', body: '{"__proto__":{"x":1}}', headers: { 'content-type': 'application/json' } },
    ],
    [
      400,
      'InvalidParams',
      '/api/user/login',
      { method: 'POST', body: '{"channel_code":"account"}', headers: { 'content-type': 'application/json' } },
    ],
    [404, 'NotFound', '/api/pay/hcpoint/webhook', { method: 'POST', body: '{}' }],
  ])('answers %i %s for %s %j', async (status, key, path, init) => {
    const answer = await send(path, init)
    expect(answer).toMatchObject({ status, msg: key })
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(['code', 'msg', 'data']))
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('names what was wrong with a body', async () => {
    const answer = await shop.call('user/login', { channel_code: 'account', account: 5, passwd: 'x' })
    expect(answer.data?.issues).toContainEqual(expect.objectContaining({ path: 'account' }))
  })

  it('takes an empty body as an empty object', async () => {
    expect((await send('/api/setting/time', { method: 'POST' })).code).toBe(0)
    expect(
      (await send('/api/setting/init', { method: 'POST', headers: { 'content-type': 'application/json' } })).code,
    ).toBe(0)
  })

  it('writes the request id of the answer into the log line', async () => {
    const answer = await shop.call('setting/time')
    const line = await until('the line', () =>
      Promise.resolve(
        shop
          .errors()
          .split('\n')
          .find((text) => text.includes(answer.headers.get('x-request-id') ?? '-')),
      ),
    )
    expect(JSON.parse(line)).toMatchObject({ method: 'POST', path: '/api/setting/time', status: 200 })
  })
})

describe('health and documents', () => {
  it('tells its version to a caller on this machine, and to nobody whom a proxy speaks for', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const answer = async (headers: Record<string, string> = {}): Promise<unknown> =>
      await (await fetch(`${shop.url}/healthz`, { headers })).json()
    expect([await answer(), await answer({ 'x-forwarded-for': '203.0.113.7' })]).toEqual([
      { status: 'ok', version },
      { status: 'ok' },
    ])
  })

  it('answers healthz, readyz, metrics and the API page', async () => {
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${shop.url}/metrics`)).text()).toContain('hc_backlog{queue="deliveries"}')
    expect((await fetch(`${shop.url}/docs`)).status).toBe(200)
    expect(await (await fetch(`${shop.url}/docs/json`)).json()).toMatchObject({ openapi: '3.1.0' })
  })
})

describe('content', () => {
  it('gives settings without secrets', async () => {
    const { result } = await shop.call('setting/init')
    expect(result).toMatchObject({ gameInfo: { gameId: 'hc1', name: 'Starfall Chronicles' }, languages: { length: 9 } })
    expect(result.customConfig.clientKey).toHaveLength(16)
    expect(Math.abs((await shop.call('setting/time')).result.time - Date.now())).toBeLessThan(60_000)
  })
  it('has at least 12 articles over the three types, each in nine languages and with a picture', async () => {
    const all = await shop.call('setting/webArticle', { type: 0, page: 1, size: 50 })
    expect(all.total).toBeGreaterThanOrEqual(12)
    const titles = new Map<string, Set<string>>()
    for (const locale of ['en-US', 'zh-CN', 'zh-HK', 'zh-TW', 'th-TH', 'ko-KR', 'ja-JP', 'vi-VN', 'de-DE']) {
      const listed = await shop.call(
        'setting/webArticle',
        { type: 0, page: 1, size: 50 },
        { 'accept-language': locale },
      )
      for (const article of listed.result)
        titles.set(article.id, (titles.get(article.id) ?? new Set()).add(article.title))
    }
    for (const [id, set] of titles) expect([id, set.size >= 8]).toEqual([id, true])
    for (const type of [1, 2, 3]) expect((await shop.call('setting/webArticle', { type })).total).toBeGreaterThan(0)
    const answer = await shop.call('setting/webArticleDetail', { id: all.result[0]?.id })
    expect(answer.result.content).toMatch(/<(p|h2)/)
    expect(answer.result.content).not.toMatch(/<script|style=|onerror/)
    expect(await shop.call('setting/webArticleDetail', { id: 'nope' })).toMatchObject({
      code: 40001,
      msg: 'ArticleNotFound',
    })
    for (const id of [{ $ne: null }, ['nope'], true, null]) {
      const answer = await shop.call('setting/webArticleDetail', { id })
      expect(answer).toMatchObject({ status: 400, msg: 'InvalidParams', data: { issues: [{ path: 'id' }] } })
    }
    expect((await send('/api/bulletin/top', { method: 'GET' })).total).toBeGreaterThan(0)
    expect((await shop.call('setting/webHomeConf', {}, { 'accept-language': 'ja-JP' })).result.hero.title).toMatch(
      /[\u3040-\u30ff\u4e00-\u9fff]/,
    )
  })
})

describe('a webhook', () => {
  const secret = `whsec_${Buffer.from('demo-sandbox-webhook-secret-0001').toString('base64')}`
  const body = JSON.stringify({
    id: 'evt_x',
    type: 'payment.paid',
    merchant_order: 'NOPE',
    txn: 't',
    amount_cents: 99,
    currency: 'USD',
  })
  const post = (headers: Record<string, string>, text = body): ReturnType<typeof read> =>
    send('/api/pay/sandbox/webhook', { method: 'POST', body: text, headers })
  const signed = (seconds: number): Record<string, string> => ({
    'webhook-id': 'evt_x',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signWebhook(secret, 'evt_x', seconds, body),
  })
  const rows = async (): Promise<number> =>
    (await shop.db.query(`select count(*)::int as n from inbox where event_id = 'evt_x'`)).rows[0].n

  it('is refused without effect when its signature is missing, wrong, of another body, or too old', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const [headers, text] of [
      [{}, body],
      [{ ...signed(now), 'webhook-signature': 'v1,AAAA' }, body],
      [signed(now), `${body} `],
      [signed(now - 301), body],
      [signed(now + 330), body],
    ] as const) {
      expect((await post(headers, text)).status).toBe(401)
    }
    expect(await rows()).toBe(0)
  })
  it('is stored once however often it comes, and kept when its order is unknown', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (let i = 0; i < 3; i++) expect((await post(signed(now))).status).toBe(200)
    expect(await rows()).toBe(1)
    const keptRow = await until(
      'work on it',
      async () =>
        (await shop.db.query(`select state, outcome from inbox where event_id = 'evt_x' and outcome is not null`))
          .rows[0],
    )
    expect(keptRow).toEqual({ state: 'new', outcome: 'unknown_order' })
  })
})

describe('the database', () => {
  it('lets an order move as the contract says, and no other way: every pair of states', async () => {
    const legal = ['1>2', '1>3', '1>6', '3>2', '6>2', '2>4', '2>5', '4>5']
    for (const from of orderStatuses)
      for (const to of orderStatuses) {
        const { rows } = await shop.db.query('select order_may_move($1, $2) as ok', [from, to])
        expect([from, to, rows[0].ok]).toEqual([from, to, legal.includes(`${from}>${to}`)])
      }
  })
  it('refuses an illegal move, a changed amount and a deleted order, whoever asks', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const order = await player.order('gem_60', 'hcpoint')
    for (const to of [OrderStatus.delivered, OrderStatus.refunded]) {
      await expect(
        shop.db.query('update orders set status = $2, paid_cents = amount_cents where order_no = $1', [order, to]),
      ).rejects.toThrow(/may not move/)
    }
    await expect(shop.db.query('update orders set status = 2 where order_no = $1', [order])).rejects.toThrow(
      /paid_status_has_money/,
    )
    await expect(shop.db.query('update orders set amount_cents = 1 where order_no = $1', [order])).rejects.toThrow(
      /never change/,
    )
    await expect(shop.db.query('delete from orders where order_no = $1', [order])).rejects.toThrow(/append-only/)
  })
})
