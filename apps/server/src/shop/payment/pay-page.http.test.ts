import { createServer, type ServerResponse } from 'node:http'
import type { ResultOf } from '@hc/contract/calls'
import { describe, expect, it } from 'vitest'
import { withFixture, withPlayer, withShop } from '@hc/test/fixtures'
import { freePort, type Reply, until } from '@hc/test/shop'

let answer: (response: ServerResponse, body: { merchant_order: string }) => void
const paymentOf = (order: string, page: string): string =>
  JSON.stringify({ id: `pay_${order}`, status: 'open', page_url: page, captures: [], refunds: [] })

const port = await freePort()
const base = `http://127.0.0.1:${port}`
/** A gateway that answers as it is told. */
withFixture({
  what: 'gateway',
  start: async () => {
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => {
        text += part.toString()
      })
      request.on('end', () => {
        if (request.method === 'POST' && request.url === '/v1/payments')
          answer(response, JSON.parse(text) as { merchant_order: string })
        else response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      })
    })
    await new Promise<void>((ready) => {
      server.listen(port, '127.0.0.1', ready)
    })
    return server
  },
  stop: (server) => {
    server.closeAllConnections()
    server.close()
  },
})
const shop = withShop({ SANDBOX_URL: base, OUTSIDE_TIMEOUT_MS: '2000' })
const demo = withPlayer(shop)

const create = (key: string): Promise<Reply<ResultOf<'order/webCreate'>>> =>
  demo.call(
    'order/webCreate',
    { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'sandbox' },
    { 'idempotency-key': key },
  )
const json = { 'content-type': 'application/json' }

describe('a payment page', () => {
  it('redirects the player with 302, so that the Back button skips this page', async () => {
    answer = (response, { merchant_order: order }) => {
      response.writeHead(200, json).end(paymentOf(order, `${base}/page/${order}`))
    }
    const { result } = await create('good')
    const page = await fetch(result.pay_url, { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([302, `${base}/page/${result.sdk_order_id}`])
  })

  // Decision 243.
  it('whose record is lost is made again under the same number, and is the same page', async () => {
    const orders: string[] = []
    answer = (response, { merchant_order: order }) => {
      orders.push(order)
      response.writeHead(200, json).end(paymentOf(order, `${base}/page/${order}`))
    }
    const { db } = shop
    const { result } = await create('note-lost')
    await until('the payment is noted', async () => {
      const { rows } = await db.query<{ url: string | null }>(
        'select gateway_url as url from orders where order_no = $1',
        [result.sdk_order_id],
      )
      return rows[0]?.url !== null
    })
    await db.query('update orders set gateway_ref = null, gateway_url = null where order_no = $1', [
      result.sdk_order_id,
    ])
    const page = await fetch(result.pay_url, { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([302, `${base}/page/${result.sdk_order_id}`])
    expect(orders).toEqual([result.sdk_order_id, result.sdk_order_id])
    const { rows } = await db.query('select gateway_ref as ref, gateway_url as url from orders where order_no = $1', [
      result.sdk_order_id,
    ])
    expect(rows).toEqual([{ ref: `pay_${result.sdk_order_id}`, url: `${base}/page/${result.sdk_order_id}` }])
  })

  it.each([
    'https://evil.example/pay',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'http://127.0.0.1:1/page',
    'no address',
  ])("that is not the gateway's own is not followed: %s", async (page) => {
    answer = (response, { merchant_order: order }) => {
      response.writeHead(200, json).end(paymentOf(order, page))
    }
    const refused = await create(`bad ${page}`.replace(/[^\x21-\x7e]/g, '-'))
    expect(refused.msg).toBe('PaymentInitFailed')
    const opened = await fetch(`${shop.url}/pay/${refused.data?.sdk_order_id}`, { redirect: 'manual' })
    expect(opened.headers.get('location')).toContain(`/main/recharge/detail/${refused.data?.sdk_order_id}`)
  })
})

describe('an answer of a gateway', () =>
  it.each<[string, typeof answer]>([
    [
      'a redirect',
      (response) => {
        response.writeHead(302, { location: `${base}/elsewhere` }).end()
      },
    ],
    [
      'no JSON',
      (response) => {
        response.writeHead(200, json).end('<html>')
      },
    ],
    [
      'another form',
      (response) => {
        response.writeHead(200, json).end('{"id":5}')
      },
    ],
    [
      'too large',
      (response) => {
        response.writeHead(200, json).end(`"${'x'.repeat(300_000)}"`)
      },
    ],
    [
      'too late',
      (response, { merchant_order: order }) => {
        setTimeout(() => {
          response.writeHead(200, json).end(paymentOf(order, `${base}/p`))
        }, 3_000)
      },
    ],
    [
      'cut off',
      (response) => {
        response.writeHead(200, json).write('{"id":')
        setTimeout(() => {
          response.destroy()
        }, 50)
      },
    ],
  ])(
    'that is no answer of its form, too large, too late or a redirect leaves the order unpaid and loses nothing: %s',
    async (name, bad) => {
      answer = bad
      const key = `key-${name.replaceAll(' ', '-')}`
      const refused = await create(key)
      expect(refused).toMatchObject({ status: 200, msg: 'PaymentInitFailed' })
      answer = (response, { merchant_order: order }) => {
        response.writeHead(200, json).end(paymentOf(order, `${base}/page/${order}`))
      }
      const again = await create(key)
      expect(again).toMatchObject({ code: 0, result: { sdk_order_id: refused.data?.sdk_order_id } })
      expect((await demo.record(again.result.sdk_order_id)).status).toBe(1)
    },
  ))

describe('a channel', () => {
  const offered = async (headers: Record<string, string> = {}): Promise<string[]> =>
    (
      await demo.call('order/webPayChannel', { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60' }, headers)
    ).result.map((channel) => channel.channel_code)
  const rule = async (set: string): Promise<void> => {
    await shop.db.query(`update payment_channel set ${set} where channel_code = 'sandbox'`)
  }

  it('that fails five times in a row removes the channel from the offer until it recovers by itself', async () => {
    await shop.db.query('delete from channel_health')
    await until('it is offered', async () => (await offered()).includes('sandbox'))
    answer = (response) => {
      response.writeHead(500, json).end('{}')
    }
    for (let i = 0; i < 5; i++) expect((await create(`broken-${i}`)).msg).toBe('PaymentInitFailed')
    expect(await offered()).toEqual(['hcpoint'])
    await shop.db.query(`update channel_health set open_until = now() - interval '1 second'`)
    await until('it is offered again', async () => (await offered()).includes('sandbox'))
    answer = (response, { merchant_order: order }) => {
      response.writeHead(200, json).end(paymentOf(order, `${base}/page/${order}`))
    }
    expect((await create('whole-again')).code).toBe(0)
    expect((await shop.db.query('select failures from channel_health')).rows).toEqual([{ failures: 0 }])
  })

  it('is offered by country, currency and amount as its row says, in its order, and never while it is switched off', async () => {
    await shop.restart({ COUNTRY_HEADER: 'x-country-code' })
    const settled = (expectedChannels: string[], headers: Record<string, string> = {}): Promise<unknown> =>
      until(expectedChannels.join() || 'none', async () => (await offered(headers)).join() === expectedChannels.join())
    for (const [set, expectedChannels, headers] of [
      [`countries = '{DE,JP}'`, ['hcpoint'], {}],
      [`countries = '{DE,JP}'`, ['sandbox', 'hcpoint'], { 'x-country-code': 'de' }],
      [`countries = '{DE,JP}'`, ['hcpoint'], { 'x-country-code': 'US' }],
      [`countries = null, currencies = '{EUR}'`, ['hcpoint'], {}],
      [`currencies = '{EUR,USD}'`, ['sandbox', 'hcpoint'], {}],
      [`min_cents = 100`, ['hcpoint'], {}],
      [`min_cents = 99`, ['sandbox', 'hcpoint'], {}],
      [`max_cents = 98`, ['hcpoint'], {}],
      [`max_cents = 99, sort = 50`, ['hcpoint', 'sandbox'], {}],
      [`enabled = false`, ['hcpoint'], {}],
    ] as const) {
      await rule(set)
      await settled([...expectedChannels], headers)
    }
    expect((await create('switched-off')).msg).toBe('ChannelUnavailable')
    await rule(`enabled = true, min_cents = null, max_cents = null, currencies = null, sort = 0`)
    await settled(['sandbox', 'hcpoint'])
  })
})
