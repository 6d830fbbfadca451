import { connect } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signWebhook } from '@hc/channels/signature'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { gameClient } from '@hc/test/game-client'
import { encrypt, type Player, read, type Reply, sleep, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const old = {
  SESSION_SECRET: 'the-old-session-secret',
  SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.from('the-old-sandbox-webhook-secret-1').toString('base64')}`,
}
const shop = withShop({ LOG_LEVEL: 'debug', TRUST_PROXY: '1', ...old })
const fresh = {
  SESSION_SECRET: 'the-new-session-secret',
  SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.from('the-new-sandbox-webhook-secret-1').toString('base64')}`,
}

const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(shop.url + path, { redirect: 'manual', ...init })

describe('every answer', () => {
  it('carries the headers that keep a browser from guessing, framing and telling: pages, API, documents, 404 and 405', async () => {
    for (const path of [
      '/main/home',
      '/login',
      '/main/nothing',
      '/api/nothing',
      '/api/user/login',
      '/healthz',
      '/demo/game',
      '/sandbox/pay/x',
      '/docs/static/index.html',
    ]) {
      const { headers } = await get(path)
      expect([
        path,
        headers.get('x-content-type-options'),
        headers.get('referrer-policy'),
        headers.get('x-frame-options')?.toLowerCase(),
        headers.get('cross-origin-opener-policy'),
      ]).toEqual([path, 'nosniff', 'no-referrer', 'deny', 'same-origin'])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect([headers.get('x-powered-by'), headers.get('server')]).toEqual([null, null])
    }
    expect((await get('/main/home')).headers.get('permissions-policy')).toContain('camera=()')
    expect((await get('/api/bulletin/top')).headers.get('cache-control')).toBe('no-store')
  })

  it('has a content security policy in which an evaluator finds no weakness', async () => {
    const policy = new CspParser((await get('/main/home')).headers.get('content-security-policy') ?? '').csp
    const findings = new CspEvaluator(policy).evaluate().filter((finding) => Number(finding.severity) <= 50)
    // Severity 50 and below is high or medium. For script-src 'self', the evaluator always notes that 'self' may host
    // an attacker's file.
    expect(
      findings
        .filter((finding) => !(finding.directive === 'script-src' && finding.value === "'self'"))
        .map((finding) => `${finding.directive}: ${finding.description}`),
    ).toEqual([])
  })

  it('lets no other site read it: no origin is reflected, none is allowed', async () => {
    for (const origin of ['https://evil.example', 'null', shop.url.replace('127', '128')]) {
      for (const method of ['OPTIONS', 'POST']) {
        const { headers } = await get('/api/user/uinfo', {
          method,
          headers: {
            origin,
            'content-type': 'application/json',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'token',
          },
        })
        for (const name of headers.keys()) expect([name, name.startsWith('access-control-')]).toEqual([name, false])
      }
    }
  })

  it('in production promises https for a year, keeps metrics to itself and never starts with a demo secret', () => {
    const secrets = {
      CLIENT_KEY: 'abcdefghijklmnop',
      SESSION_SECRET: 'a'.repeat(32),
      ANALYTICS_KEY: 'analytics-key-1',
      GAME_WEBHOOK_SECRET: fresh.SANDBOX_WEBHOOK_SECRET,
    }
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', ...secrets }
    expect(readConfig(production)).toMatchObject({ demo: false, metricsPublic: false, sandbox: null })
    for (const name of Object.keys(secrets))
      expect(() => readConfig({ ...production, [name]: undefined })).toThrow(name)
    for (const [name, value] of [
      ['CLIENT_KEY', 'hcportal-demo-01'],
      ['SESSION_SECRET', 'demo-session-secret-0001'],
      ['SESSION_SECRET', 'short'],
      ['SESSION_SECRET', `${'a'.repeat(32)},short`],
      ['GAME_WEBHOOK_SECRET', 'plain'],
      ['SMS_URL', 'https://sms.example'],
      ['GOOGLE_CLIENT_ID', 'x'],
    ] as const) {
      expect(() => readConfig({ ...production, [name]: value })).toThrow(new RegExp(name.split('_')[0] ?? ''))
    }
    const folder = mkdtempSync(join(tmpdir(), 'hc-secret-'))
    writeFileSync(join(folder, 's'), 'a-secret-in-a-file-of-its-own\n')
    expect(
      readConfig({ ...production, SESSION_SECRET: undefined, SESSION_SECRET_FILE: join(folder, 's') }).sessionSecrets,
    ).toEqual(['a-secret-in-a-file-of-its-own'])
    rmSync(folder, { recursive: true })
    expect(() =>
      readConfig({ ...production, SESSION_SECRET: undefined, SESSION_SECRET_FILE: join(folder, 's') }),
    ).toThrow('SESSION_SECRET_FILE')
  })
})

describe('the addresses', () => {
  it('of the API are those of its document, and no others', async () => {
    const line = await until('the list of routes', () =>
      Promise.resolve(
        shop
          .errors()
          .split('\n')
          .find((text) => text.includes('"msg":"routes"')),
      ),
    )
    const { routes } = JSON.parse(line ?? '{}') as { routes: string[] }
    const served = new Set(
      routes
        .filter((route) =>
          /^(GET|POST|PUT|DELETE|PATCH) \/((api|game|log)\/|(healthz|readyz|metrics)$|sandbox\/v1\/payments\/:\w+\/outcome$)/.test(
            route,
          ),
        )
        .map((route) => route.replace(/:(\w+)/g, '{}')),
    )
    const document = (await (await get('/docs/json')).json()) as { paths: Record<string, object> }
    const documentedRoutes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`),
    )
    expect([...served].sort()).toEqual([...new Set(documentedRoutes)].sort())
  })

  it('answer a method that they do not have with 405 or 404, TRACE among them', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'QUERY']) {
      const { status } = await get('/api/user/login', { method })
      expect([method, status < 500 && status >= 400]).toEqual([method, true])
    }
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(shop.url).port), '127.0.0.1', () => {
        socket.write('TRACE /api/user/login HTTP/1.1\r\nHost: x\r\nX-Canary: echo-me\r\nConnection: close\r\n\r\n')
      })
      let text = ''
      socket.on('data', (part) => {
        text += part.toString()
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 40[045]/)
    expect(answer).not.toContain('echo-me')
  })

  it("believe the sender's address from as many proxies as are configured, and not one more", async () => {
    const ipOf = async (header: string): Promise<string> => {
      const answer = await get('/api/bulletin/top', { headers: { 'x-forwarded-for': header } })
      const id = answer.headers.get('x-request-id') ?? '-'
      const line = await until('the log line', () =>
        Promise.resolve(
          shop
            .errors()
            .split('\n')
            .find((text) => text.includes(id) && text.includes('"msg":"request"')),
        ),
      )
      return (JSON.parse(line ?? '{}') as { ip: string }).ip
    }
    expect(await ipOf('203.0.113.7')).toBe('203.0.113.7')
    expect(await ipOf('198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  })
})

describe("another player's resources", () => {
  let ownPlayer: Player
  let otherPlayer: Player
  let order: string
  beforeAll(async () => {
    otherPlayer = await shop.signIn('rich', 'Rich1234')
    order = (
      await otherPlayer.call('order/webCreate', {
        server_id: 's1',
        role_id: 'r1003',
        cp_goods_id: 'gem_60',
        channel_code: 'hcpoint',
      })
    ).result.sdk_order_id
    ownPlayer = await shop.signIn('demo', 'Demo1234')
  })
  const none = 'ABCDEFGHJKMNPQRSTVWXYZ0123'
  const bare = ({ status, code, msg, result, data, total }: Reply): object => ({
    status,
    code,
    msg,
    result,
    data,
    total,
  })

  it.each([
    ['order/record', (id: string) => ({ page: 1, size: 10, begin: 0, end: 0, sdk_order_id: id, status: -1 })],
    ['order/check', (id: string) => ({ sdk_order_id: id })],
    ['payment/order/epoint/pay', (id: string) => ({ paymentId: id })],
    ['epoint/paymentIds/detail', (id: string) => ({ paymentIds: [id] })],
  ])('answer %s like a number that does not exist', async (name, body) => {
    expect(bare(await ownPlayer.call(name, body(order)))).toEqual(bare(await ownPlayer.call(name, body(none))))
  })

  it.each([
    ['epoint/balance', { userId: '100003' }, { userId: '999999' }],
    ['user/sdk/ticket/get', { uid: '100003' }, { uid: '999999' }],
    ['character/info/select', { serverId: 's1', characterId: 'r1003' }, { serverId: 's1', characterId: 'nobody' }],
    ['order/webProduct', { server_id: 's1', role_id: 'r1003' }, { server_id: 's1', role_id: 'nobody' }],
    [
      'order/webPayChannel',
      { server_id: 's1', role_id: 'r1003', cp_goods_id: 'gem_60' },
      { server_id: 's1', role_id: 'nobody', cp_goods_id: 'gem_60' },
    ],
    [
      'order/webCreate',
      { server_id: 's1', role_id: 'r1003', cp_goods_id: 'gem_60', channel_code: 'hcpoint' },
      { server_id: 's1', role_id: 'nobody', cp_goods_id: 'gem_60', channel_code: 'hcpoint' },
    ],
    ['e-recharge/rebate/info', { server_id: 's1', role_id: 'r1003' }, { server_id: 's1', role_id: 'nobody' }],
    [
      'code/redeem',
      { code: 'WELCOME2026', server_id: 's1', role_id: 'r1003' },
      { code: 'WELCOME2026', server_id: 's1', role_id: 'nobody' },
    ],
  ])('answer %s like ids that do not exist', async (name, foreign, missing) => {
    const [a, b] = [bare(await ownPlayer.call(name, foreign)), bare(await ownPlayer.call(name, missing))]
    expect(a).toEqual(b)
    expect(JSON.stringify(a)).not.toContain('Midas')
  })

  it('cannot be reached by headers that name another account: only the token identifies the caller', async () => {
    const answer = await ownPlayer.call('user/uinfo', {}, { accountid: '100003', userid: '100003', gameid: 'other' })
    expect(answer.result.uid).toBe('100001')
  })
})

describe('secrets', () => {
  it('of sessions and webhooks are rotated without downtime: the new secret signs, and the old one still verifies', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const { hctoken } = (await gameClient(shop.url).send('POST', '/game/v1/accounts/100003/web-token')).result
    const ticket = new URL((await player.call('user/uinfo')).result.customer_service).searchParams.get('ticket')
    await shop.restart({
      SESSION_SECRET: `${fresh.SESSION_SECRET},${old.SESSION_SECRET}`,
      SANDBOX_WEBHOOK_SECRET: `${fresh.SANDBOX_WEBHOOK_SECRET},${old.SANDBOX_WEBHOOK_SECRET}`,
    })
    expect((await player.call('user/uinfo')).code).toBe(0)
    // The game's key is sealed with the old secret, and still opens.
    expect((await gameClient(shop.url).send('POST', '/game/v1/tickets/verify', { ticket })).result).toEqual({
      uid: '100001',
    })
    expect((await shop.call('user/tmpWebTokenLogin', { token: hctoken })).code).toBe(0)
    const now = Math.floor(Date.now() / 1000)
    for (const [i, secret] of [
      fresh.SANDBOX_WEBHOOK_SECRET,
      old.SANDBOX_WEBHOOK_SECRET,
      `whsec_${Buffer.from('never-a-secret-of-this-shop-0001').toString('base64')}`,
    ].entries()) {
      const body = JSON.stringify({ id: `evt_r${i}`, type: 'payment.unheard_of', merchant_order: 'NOPE' })
      const answer = await read(
        await get('/api/pay/sandbox/webhook', {
          method: 'POST',
          body,
          headers: {
            'webhook-id': `evt_r${i}`,
            'webhook-timestamp': String(now),
            'webhook-signature': signWebhook(secret, `evt_r${i}`, now, body),
          },
        }),
      )
      expect(answer.status).toBe(i < 2 ? 200 : 401)
    }
    const order = await player
      .order('gem_60')
      .catch(async () => await (await shop.signIn('demo', 'Demo1234')).order('gem_60'))
    await shop.outcome(order, 'paid')
    await until(
      'it is paid',
      async () =>
        (await shop.db.query('select 1 from orders where order_no = $1 and status in (2, 4)', [order])).rowCount,
    )
  })

  it('of passwords: each sign-in adds a pepper from outside the database to the hash; without it every sign-in fails', async () => {
    const hashes = async (): Promise<string[]> =>
      (
        await shop.db.query(`select password_hash as h from account where login in ('demo', 'rich') order by login`)
      ).rows.map((row: { h: string }) => row.h)
    await shop.restart({ PASSWORD_PEPPER: 'a-pepper-outside-the-database' })
    await shop.signIn('demo', 'Demo1234')
    const [demo, rich] = await hashes()
    expect([demo?.includes('keyid='), rich?.includes('keyid=')]).toEqual([true, false])
    await shop.signIn('demo', 'Demo1234')
    expect((await hashes())[0]).toBe(demo)
    await shop.restart({ PASSWORD_PEPPER: '' })
    expect((await shop.login('demo', 'Demo1234')).msg).toBe('InvalidPassword')
    await shop.restart({ PASSWORD_PEPPER: 'a-pepper-outside-the-database' })
  })

  it('appear in no log line, and no field can start a line of its own', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const canary = 'Canary9\u001b[31m\r\n{"level":50}'
    await shop.login(`nobody${canary}`, 'Canary77')
    await shop.call('user/tmpWebTokenLogin', { token: 'hctoken-canary' })
    await get('/login?hctoken=hctoken-in-the-address&redirect=%0d%0aX: y')
    await shop.call('user/email/code/send', { email: 'demo@example.com', type: 'reset' })
    const codes = (await (await get('/demo/outbox.json')).json()) as { code: string }[]
    await player.call('code/redeem', { code: 'CANARY-REDEEM', server_id: 's1', role_id: 'r1001' })
    await player.call('order/webCreate', {
      server_id: 's1',
      role_id: canary,
      cp_goods_id: 'gem_60',
      channel_code: 'sandbox',
    })
    await sleep(500)
    const log = shop.errors()
    for (const secret of [
      player.token,
      encrypt('Demo1234'),
      'Demo1234',
      encrypt('Canary77'),
      'Canary77',
      'hctoken-canary',
      'hctoken-in-the-address',
      'demo@example.com',
      '5550100001',
      codes[0]?.code ?? 'no code',
    ]) {
      expect([secret, log.includes(secret)]).toEqual([secret, false])
    }
    for (const line of log.trim().split('\n').slice(-100)) {
      expect(line).not.toContain('\u001b')
      expect(() => JSON.parse(line) as unknown).not.toThrow()
    }
  })
})
