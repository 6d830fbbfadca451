import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSigned, signWebhook } from '@hc/channels/signature'
import { count, type Rng, type Tally } from '../sim/rng.ts'
import { createGame } from '../sim/world-game.ts'
import { type Answer, createGateway, type Hook } from '../sim/world-gateway.ts'

export type Secrets = { apiKey: string; gateway: string; game: string; forger: string }
export type WorldServer = Awaited<ReturnType<typeof startWorld>>

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** The other parties as servers of their own, with their own books: a payment gateway and a game, both unreliable by seed. */
export async function startWorld(rng: Rng, secrets: Secrets, shopPorts: readonly number[], timeoutMs: number) {
  const gateway = createGateway(rng.fork(), Date.now)
  const game = createGame(rng.fork(), 0.02)
  const faults: Tally = new Map()
  const figures: Tally = new Map()
  const findings: string[] = []
  let bad = true

  function handle(request: IncomingMessage, raw: Buffer): Answer {
    const path = request.url ?? ''
    const body = JSON.parse(raw.toString() || '{}') as Record<string, unknown>
    if (path === '/game/deliver') {
      if (!isSigned([secrets.game], request.headers, raw, Date.now(), 300)) { findings.push('a delivery was not signed'); return { status: 401, json: {} } }
      return game.handle(body as Parameters<typeof game.handle>[0])
    }
    if (request.headers.authorization !== `Bearer ${secrets.apiKey}`) { findings.push('a gateway call had no key'); return { status: 401, json: {} } }
    return gateway.handle(request.method ?? '', path.slice('/v1/payments'.length), body)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await read(request)
    count(figures, 'outsideCalls')
    const fault = bad && rng.chance(0.2)
      ? rng.weigh({ 'answer lost': 25, 'error status': 15, 'error after the effect': 10, 'too slow': 10, 'answer without content': 15, 'connection cut': 15, 'answer twice as long as it says': 5 }) : 'none'
    if (fault !== 'none') count(faults, `outside: ${fault}`)
    if (fault === 'connection cut') { request.socket.destroy(); return }
    if (fault === 'error status') { response.writeHead(503).end('{}'); return }
    if (fault === 'answer without content' && rng.chance(0.5)) { response.writeHead(200).end('{"ok":true}'); return }
    const { status, json } = handle(request, raw)
    if (fault === 'answer lost') { request.socket.destroy(); return }
    if (fault === 'error after the effect') { response.writeHead(500).end('Internal Server Error'); return }
    if (fault === 'answer without content') { response.writeHead(200).end('<html></html>'); return }
    if (fault === 'too slow') await sleep(timeoutMs + 200)
    const text = JSON.stringify(json)
    response.writeHead(status, { 'content-type': 'application/json', ...(fault.startsWith('answer twice') ? { 'content-length': '9' } : {}) }).end(fault.startsWith('answer twice') ? text.slice(0, 9) : text)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => { request.socket.destroy() })
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  const address = server.address()

  /** One webhook to one of the shop's processes; false where it was not taken. */
  async function post(id: string, body: string, secret: string, seconds: number, sentBody = body): Promise<number> {
    return await fetch(`http://127.0.0.1:${rng.pick(shopPorts)}/api/pay/sandbox/webhook`, {
      method: 'POST', body: sentBody, signal: AbortSignal.timeout(3000),
      headers: { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signWebhook(secret, id, seconds, body) },
    }).then(async (reply) => { await reply.arrayBuffer(); return reply.status }, () => 0)
  }
  const now = (): number => Math.floor(Date.now() / 1000)

  async function deliver(hook: Hook): Promise<void> {
    const copies = bad && rng.chance(0.2) ? 2 : 1
    if (copies > 1) count(faults, 'webhook duplicated')
    count(figures, 'webhooks')
    const statuses = await Promise.all(Array.from({ length: copies }, () => post(hook.id, hook.body, secrets.gateway, now())))
    if (statuses.some((status) => status >= 400 && ![429, 503].includes(status))) findings.push(`a genuine webhook was answered ${statuses.join(', ')}`)
    // As gateways do: what was not taken is sent again.
    if (!statuses.includes(200)) gateway.hooks.push(hook)
  }
  /** News may be lost only while the shop still asks by itself (its late checks). */
  const mayBeLost = (hook: Hook): boolean => {
    const made = gateway.payments.get(hook.order)
    return made !== undefined && Date.now() < made.expiresAt
  }

  let sending: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // Any order, a few at a time.
    const batch = Array.from({ length: Math.min(8, gateway.hooks.length) }, () => gateway.hooks.splice(rng.int(gateway.hooks.length), 1)[0]).filter((hook) => hook !== undefined)
    for (const hook of batch) {
      if (bad && rng.chance(0.15)) { gateway.hooks.push(hook); count(faults, 'webhook delayed'); continue }
      if (bad && rng.chance(0.15) && mayBeLost(hook)) { count(faults, 'webhook dropped'); continue }
      sending = Promise.all([sending, deliver(hook)])
    }
    if (bad && rng.chance(0.12)) void forge()
  }, 60)

  async function forge(): Promise<void> {
    const payment = [...gateway.payments.values()].at(-1 - rng.int(5))
    if (!payment) return
    const how = rng.weigh({ 'wrong secret': 3, changed: 2, stale: 1 })
    const id = `evt_${rng.hex(8)}`
    const body = JSON.stringify({ id, type: 'payment.paid', merchant_order: payment.order, txn: `txn_${rng.hex(8)}`, amount_cents: payment.amount, currency: 'USD' })
    const status = how === 'changed'
      ? await post(id, body.replace('payment.paid', 'payment.failed'), secrets.gateway, now(), body)
      : await post(id, body, how === 'stale' ? secrets.gateway : secrets.forger, now() - (how === 'stale' ? 600 : 0))
    if (status === 0 || status === 503) return
    count(faults, `webhook forged: ${how}`)
    if (status !== 401) findings.push(`a forged webhook (${how}) was answered ${status}`)
  }

  return {
    gateway, game, faults, figures, findings,
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** From now on everybody behaves. */
    behave() { bad = false },
    async stop() {
      clearInterval(timer)
      await sending.catch(() => undefined)
      server.closeAllConnections()
      await new Promise((done) => { server.close(done) })
    },
  }
}
