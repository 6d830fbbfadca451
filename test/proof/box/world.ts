import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { isSigned } from '@hc/channels/signature'
import { FakeStripe } from '@hc/channels/testing/fake-stripe'
import { type DeskClient, enrol } from '../../kit/desk.ts'
import { gameClient } from '../../kit/game-client.ts'

/** The other parties of a new shop in a network of their own: gateway, game, people and players. */
export type Input = {
  shop: string
  links: [string, string]
  key: { id: string; secret: string }
  gameSecret: string
}
export type Grant = { delivery_id: string; sdk_order_id: string; role_id: string }

class LiveStripe extends FakeStripe {
  override readonly key = ['sk', 'live', 'boxProof51CanaryOfTheSecretKey'].join('_')
}

/** The gateway and the game, at an address of the world. */
export async function openWorld(input: Input) {
  const gateway = new LiveStripe({ url: 'http://198.18.30.1:9100' })
  gateway.live = true
  gateway.webhookUrl = `${input.shop}/api/pay/stripe/webhook`
  const grants: Grant[] = []
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
        const delivery = JSON.parse(body) as Grant
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
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { gateway, grants, forged, close }
}

export const fact = (name: string, value: unknown): void => {
  process.stdout.write(`${JSON.stringify({ fact: name, value })}\n`)
}

/** A worse release of a drill marks what it fails itself. */
export const markOf = ({ headers }: Response): string => (headers.has('x-sabotage') ? 'sabotage ' : '')

/** A player's call. @throws for any answer but a good one */
export async function ask<Result>(shop: string, path: string, body: object, token = ''): Promise<Result> {
  const answer = await fetch(`${shop}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { token } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  })
  const words = await answer.text()
  const problem = `${path}: ${markOf(answer)}${answer.status} ${words.slice(0, 300)}`
  // What has a good body and a bad status is a failure for a player's page.
  if (!answer.ok) throw new Error(problem)
  const json = JSON.parse(words) as { code: number; msg: string; result: Result }
  if (json.code !== 0) throw new Error(problem)
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

/** The owner and a second person enrol, and put a product on sale. */
export async function openForSale({ links }: Input): Promise<void> {
  const desk = new URL(links[0]).origin
  const owner = (await enrol(desk, links[0], 'Lantern-harbour-42')).client
  const second = (await enrol(desk, links[1], 'Lantern-harbour-43')).client
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
}

/** The game has players `u1` … with a character each, `r1` …; their sessions. */
export async function bringPlayers({ shop, key }: Input, count: number): Promise<string[]> {
  const game = gameClient(shop, key.id, key.secret)
  const put = async (path: string, body: object): Promise<void> => {
    const answer = await game.raw('PUT', path, JSON.stringify(body), game.headers('PUT', path, JSON.stringify(body)))
    if (answer.code !== 0) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  }
  await put('/game/v1/servers/s1', { name: 'First', status: 0 })
  const tokens = []
  for (let n = 1; n <= count; n++) {
    await put(`/game/v1/accounts/u${n}`, { account: `lina${n}`, emailLogin: false, disabled: false })
    await put(`/game/v1/servers/s1/roles/r${n}`, { uid: `u${n}`, name: `Lina ${n}`, level: 7 })
    const ticket = (await game.send('POST', `/game/v1/accounts/u${n}/web-token`)).result.hctoken
    tokens.push((await ask<{ token: string }>(shop, 'user/tmpWebTokenLogin', { token: ticket })).token)
  }
  return tokens
}
