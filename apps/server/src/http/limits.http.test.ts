import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { encrypt, startShop, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const old = {
  SESSION_SECRET: 'the-old-session-secret',
  SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.from('the-old-sandbox-webhook-secret-1').toString('base64')}`,
}
const shop = withShop({ LOG_LEVEL: 'debug', TRUST_PROXY: '1', ...old })

const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(shop.url + path, { redirect: 'manual', ...init })

describe('limits', () => {
  it('hold across two processes: of two hundred guesses at one account ten are checked', async () => {
    const second = await startShop({ ...old, DATABASE_URL: shop.databaseUrl, ROLE: 'web', AUTH_ERRORS: 'detailed' })
    const answers = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, i) =>
          (
            await (i % 2 ? second : shop).call('user/login', {
              channel_code: 'account',
              account: 'rich',
              passwd: encrypt(`Guess-${i}`),
              encrypt: 1,
            })
          ).msg,
      ),
    )
    expect(answers.filter((msg) => msg === 'InvalidPassword').length).toBeLessThanOrEqual(10)
    expect(answers.filter((msg) => msg !== 'InvalidPassword').every((msg) => msg === 'SystemBusy')).toBe(true)
    await second.stop()
    await shop.db.query('delete from sign_in_failure')
  })

  it('refuse large headers, bodies and fields', async () => {
    expect([431, 400]).toContain(
      (await get('/api/bulletin/top', { headers: { 'x-large': 'x'.repeat(20_000) } })).status,
    )
    expect(
      (
        await get('/api/user/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ a: 'x'.repeat(66_000) }),
        })
      ).status,
    ).toBe(413)
    expect((await get('/login?passwd=AAAA', { method: 'GET' })).status).toBe(200)
    expect((await shop.login('demo', 'x'.repeat(60))).msg).toMatch(/Invalid(Params|Password)/)
  })

  it('end a request whose headers or body do not arrive in time', async () => {
    await shop.restart({ REQUEST_TIMEOUT_MS: '1000' })
    const { hostname, port } = new URL(shop.url)
    for (const start of [
      'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      'POST /api/setting/time HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"a":"',
    ]) {
      const socket = connect(Number(port), hostname)
      let output = ''
      socket
        .on('data', (part) => {
          output += part.toString()
        })
        .on('error', () => undefined)
      const drip = setInterval(() => {
        socket.write('x')
      }, 100)
      socket.write(start)
      await until('its end', () => Promise.resolve(socket.closed))
      clearInterval(drip)
      expect(output).toMatch(/^HTTP\/1\.1 408 /)
    }
    expect((await get('/healthz')).status).toBe(200)
    await shop.restart({ REQUEST_TIMEOUT_MS: '60000' })
  })

  it('close connections beyond the cap at once and serve the others', async () => {
    await shop.restart({ MAX_CONNECTIONS: '20' })
    const { hostname, port } = new URL(shop.url)
    const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname).on('error', () => undefined))
    const open = (): number => sockets.filter((socket) => !socket.closed).length
    await until('twenty at most', () => Promise.resolve(sockets.every((socket) => !socket.connecting) && open() <= 20))
    expect(open()).toBeGreaterThanOrEqual(15)
    const served = sockets.find((socket) => !socket.closed)
    let output = ''
    served
      ?.on('data', (part) => {
        output += part.toString()
      })
      .write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await until('an answer', () => Promise.resolve(output.startsWith('HTTP/1.1 200')))
    for (const socket of sockets) socket.destroy()
    await until('room again', async () => (await get('/healthz').catch(() => ({ status: 0 }))).status === 200)
    await shop.restart({ MAX_CONNECTIONS: '10000' })
  })

  it('end the silent connections of a client, so that other clients still connect', async () => {
    await shop.restart({ MAX_CONNECTIONS: '50', TRUST_PROXY: '0', REQUEST_TIMEOUT_MS: '4000' })
    const { port } = new URL(shop.url)
    const from = (localAddress: string): Socket =>
      connect({ port: Number(port), host: '127.0.0.1', localAddress })
        .on('error', () => undefined)
        .resume()
    const silent = Array.from({ length: 50 }, () => from('127.0.0.7'))
    const open = (): number => silent.filter((socket) => !socket.closed && !socket.connecting).length
    await until('a quarter at most', () =>
      Promise.resolve(silent.every((socket) => !socket.connecting) && open() <= 12),
    )
    expect(open()).toBeGreaterThanOrEqual(10)
    const other = from('127.0.0.8')
    let output = ''
    other
      .on('data', (part) => {
        output += part.toString()
      })
      .write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await until('an answer', () => Promise.resolve(output.startsWith('HTTP/1.1 200')))
    expect(await (await get('/metrics')).text()).toMatch(/^hc_connections_refused_total [1-9]/m)
    await until('the end of the silent ones', () => Promise.resolve(open() === 0))
    other.destroy()
    await shop.restart({ MAX_CONNECTIONS: '10000', TRUST_PROXY: '1', REQUEST_TIMEOUT_MS: '60000' })
  })

  it('count requests for missing, static and malformed addresses and other methods too', async () => {
    await shop.restart({ RATE_LIMIT_PER_MINUTE: '30' })
    const client = (n: number): RequestInit => ({ headers: { 'x-forwarded-for': `203.0.113.${n}` } })
    const asks: [string, string][] = [
      ['GET', '/api/nothing'],
      ['GET', '/nothing'],
      ['GET', '/assets/nothing.js'],
      ['GET', '/art/nothing.svg'],
      ['GET', '/docs/nothing'],
      ['GET', `/api/${'x'.repeat(200)}`],
      ['PUT', '/api/user/login'],
      ['GET', '/%zz'],
      ['POST', '/assets/nothing.js'],
      ['POST', '/healthz'],
      ['GET', '/game/v1/nothing'],
    ]
    for (const [i, [method, path]] of asks.entries()) {
      const answers = await Promise.all(Array.from({ length: 35 }, () => get(path, { method, ...client(20 + i) })))
      const refused = answers.filter((answer) => answer.status === 429)
      const wait = Number(refused[0]?.headers.get('retry-after'))
      expect([path, refused.length, wait > 0, (await refused[0]?.json())?.msg]).toEqual([path, 5, true, 'SystemBusy'])
      expect([path, (await get('/api/bulletin/top', client(20 + i))).status]).toEqual([path, 429])
    }
    for (const path of ['/healthz', '/readyz', '/art/items/gem_60.svg']) {
      const answers = await Promise.all(Array.from({ length: 35 }, () => get(path, client(90))))
      expect([path, answers.every((answer) => answer.status === 200)]).toEqual([path, true])
    }
  })

  it('answer 429 with a Retry-After when an address exceeds its share of a minute', async () => {
    await shop.restart({ RATE_LIMIT_PER_MINUTE: '30' })
    const answers = await Promise.all(
      Array.from({ length: 45 }, () => get('/api/bulletin/top', { headers: { 'x-forwarded-for': '203.0.113.9' } })),
    )
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBe(15)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused[0]?.json()).toMatchObject({ msg: 'SystemBusy' })
    expect((await get('/api/bulletin/top', { headers: { 'x-forwarded-for': '203.0.113.10' } })).status).toBe(200)
  })
})
