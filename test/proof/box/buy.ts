import { text } from 'node:stream/consumers'
import { until } from '../../kit/shop.ts'
import { ask, bringPlayers, fact, type Input, openForSale, openWorld } from './world.ts'

/**
 * What the world does with a new shop, from a network of its own and over TLS that it verifies: the owner and a second
 * person enrol and sell a product, the game brings a player, who buys; the gateway takes the money, the game grants.
 * It prints one line of JSON for each fact.
 */
const input = JSON.parse(await text(process.stdin)) as Input
const { gateway, grants, forged, close } = await openWorld(input)

try {
  const home = await fetch(`${input.shop}/`, { redirect: 'follow' })
  fact('home', [home.status, home.headers.get('strict-transport-security'), home.headers.get('keep-alive')])
  const page = await home.text()
  const [, file = ''] = /"(\/assets\/[^"]+\.(?:js|css))"/.exec(page) ?? []
  fact('asset', [file !== '', (await fetch(input.shop + file)).status])
  fact('no asset', (await fetch(`${input.shop}/assets/none-00000000.js`)).status)
  const plain = await fetch(`${input.shop.replace('https', 'http')}/`, { redirect: 'manual' })
  fact('plain', [plain.status, plain.headers.get('location')])
  const ways = ['/metrics', '/%6detrics', '/METRICS', '//metrics', '/metrics/']
  fact(
    'metrics',
    await Promise.all(ways.map(async (path) => /hc_/.test(await (await fetch(input.shop + path)).text()))),
  )

  await openForSale(input)
  const [token = ''] = await bringPlayers(input, 1)
  fact('player', token !== '')

  const beginMs = Date.now()
  const { sdk_order_id: order } = await ask<{ sdk_order_id: string }>(
    input.shop,
    'order/webCreate',
    { role_id: 'r1', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'stripe' },
    token,
  )
  await fetch(`${input.shop}/pay/${order}`, { redirect: 'manual' })
  const answers = await gateway.tell(gateway.pay(order))
  fact(
    'webhooks',
    answers.map(({ status }) => status),
  )
  const record = await until(
    'the delivered order',
    async () => {
      const [row] = await ask<{ status: number }[]>(
        input.shop,
        'order/record',
        { page: 1, size: 1, begin: 0, end: 0, sdk_order_id: order, status: -1 },
        token,
      )
      return row?.status === 4 && row
    },
    60_000,
  )
  fact('order', { order, status: record.status, ms: Date.now() - beginMs })
  fact('grants', grants.filter((grant) => grant.sdk_order_id === order && grant.role_id === 'r1').length)
  fact('forged', forged.length)
} catch (error) {
  fact('error', error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  close()
}
