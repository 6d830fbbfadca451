import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { isSigned } from '@hc/channels/signature'
import { FakeStripe } from '@hc/channels/testing/fake-stripe'
import { type DeskClient, enrol } from '../../kit/desk.ts'
import { gameClient } from '../../kit/game-client.ts'
import { until } from '../../kit/shop.ts'

/**
 * What the world does with a new shop, from a network of its own and over TLS that it verifies: the owner and a second
 * person enrol and sell a product, the game brings a player, who buys; the gateway takes the money, the game grants.
 * It prints one line of JSON for each fact.
 */
type Input = {
  shop: string
  links: [string, string]
  key: { id: string; secret: string }
  gameSecret: string
}
const input = JSON.parse(await text(process.stdin)) as Input

/** The gateway in live mode. */
class LiveStripe extends FakeStripe {
  override readonly key = ['sk', 'live', 'boxProof51CanaryOfTheSecretKey'].join('_')
}
const gateway = new LiveStripe({ url: 'http://198.18.30.1:9100' })
gateway.live = true
gateway.webhookUrl = `${input.shop}/api/pay/stripe/webhook`

const grants: { delivery_id: string; sdk_order_id: string; role_id: string }[] = []
const forged: string[] = []
const server = createServer((request, response) => {
  void (async () => {
    const body = await text(request)
    const url = new URL(request.url ?? '/', gateway.url)
    const answer = (status: number, json: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    }
    if (url.pathname === '/game') {
      if (!isSigned([input.gameSecret], request.headers, Buffer.from(body), Date.now(), 300)) {
        forged.push(body)
        answer(401, {})
        return
      }
      const delivery = JSON.parse(body) as (typeof grants)[number]
      grants.push(delivery)
      answer(200, { delivery_id: delivery.delivery_id, grant_id: `G-${delivery.delivery_id}` })
      return
    }
    const { status, body: json } = gateway.handle({
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
    })
    answer(status, json)
  })()
})
await new Promise<void>((ready) => {
  server.listen(9100, '198.18.30.1', ready)
})

const fact = (name: string, value: unknown): void => {
  process.stdout.write(`${JSON.stringify({ fact: name, value })}\n`)
}

async function ask<Result>(path: string, body: object, token = ''): Promise<Result> {
  const answer = await fetch(`${input.shop}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { token } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  })
  const json = (await answer.json()) as { code: number; msg: string; result: Result }
  if (json.code !== 0) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`)
  return json.result
}

/** Does what needs two people. */
async function agreed(
  answer: { status: number; msg: string; data: Record<string, unknown> | null },
  other: DeskClient,
): Promise<void> {
  if (answer.status === 200) return
  if (answer.msg !== 'NeedsApproval') throw new Error(JSON.stringify(answer))
  const decided = await other.call('approval/decide', { approval_no: Number(answer.data?.approval), yes: true })
  if (decided.code !== 0) throw new Error(`approval/decide: ${JSON.stringify(decided)}`)
}

try {
  const home = await fetch(`${input.shop}/`, { redirect: 'follow' })
  fact('home', [home.status, home.headers.get('strict-transport-security')])
  const page = await home.text()
  const [, file = ''] = /"(\/assets\/[^"]+\.(?:js|css))"/.exec(page) ?? []
  fact('asset', [file !== '', (await fetch(input.shop + file)).status])
  fact('no asset', (await fetch(`${input.shop}/assets/none-00000000.js`)).status)
  const plain = await fetch(`${input.shop.replace('https', 'http')}/`, { redirect: 'manual' })
  fact('plain', [plain.status, plain.headers.get('location')])

  const desk = new URL(input.links[0]).origin
  const owner = (await enrol(desk, input.links[0], 'Lantern-harbour-42')).client
  const second = (await enrol(desk, input.links[1], 'Lantern-harbour-43')).client
  fact('owner', (await owner.call('session/me', {})).result)
  const product = {
    id: 'gem_60',
    kind: 'item' as const,
    price_cents: 99,
    bonus_pct: 0,
    quantity: 60,
    icon: '/art/items/gem_60.svg',
    tag: '' as const,
    sort: 1,
    texts: { 'en-US': { name: '60 Gems', desc: '' } },
  }
  await agreed(await owner.call('product/create', product), second)
  const { version, tag, sort, featured } = (await owner.call('product/read', { id: 'gem_60' })).result.product
  await agreed(await owner.call('product/sell', { id: 'gem_60', version, tag, sort, featured, active: true }), second)
  fact('product', (await owner.call('product/read', { id: 'gem_60' })).result.product.active)

  const game = gameClient(input.shop, input.key.id, input.key.secret)
  const put = async (path: string, body: object): Promise<void> => {
    const answer = await game.raw('PUT', path, JSON.stringify(body), game.headers('PUT', path, JSON.stringify(body)))
    if (answer.code !== 0) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  }
  await put('/game/v1/servers/s1', { name: 'First', status: 0 })
  await put('/game/v1/accounts/u1', { account: 'lina', emailLogin: false, disabled: false })
  await put('/game/v1/servers/s1/roles/r1', { uid: 'u1', name: 'Lina', level: 7 })
  const ticket = (await game.send('POST', '/game/v1/accounts/u1/web-token')).result.hctoken
  const { token } = await ask<{ token: string }>('user/tmpWebTokenLogin', { token: ticket })
  fact('player', token !== '')

  const beginMs = Date.now()
  const { sdk_order_id: order } = await ask<{ sdk_order_id: string }>(
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
  server.closeAllConnections()
  server.close()
}
