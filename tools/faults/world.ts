import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isSigned, signWebhook } from '@hc/channels/signature'

/** The gateway and the game of the fault run: other parties with books of their own, which misbehave by chance. */
export const SANDBOX_SECRET = `whsec_${Buffer.from('fault-run-sandbox-secret-0000001').toString('base64')}`
export const GAME_SECRET = `whsec_${Buffer.from('fault-run-game-secret-0000000001').toString('base64')}`
export const API_KEY = 'fault-run-api-key'

type Capture = { txn: string; amount_cents: number; currency: string }
type Refund = { refund_txn: string; txn: string; amount_cents: number; key: string }
export type Payment = { order: string; amount: number; status: 'open' | 'paid' | 'failed' | 'cancelled'; webhook: string; captures: Capture[]; refunds: Refund[] }
export type World = {
  url: string
  payments: Map<string, Payment>
  grants: Map<string, { grantId: string; order: string; arrivals: number }>
  refused: Set<string>
  faults: Record<string, number>
  /** The player pays, or the gateway says no. */
  pay(order: string): void
  /** From now on everybody behaves. */
  calm(): void
  close(): Promise<void>
}

const id = (prefix: string): string => `${prefix}_${randomBytes(9).toString('hex')}`
const body = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

export async function openWorld(port: number, random: () => number): Promise<World> {
  const payments = new Map<string, Payment>()
  const grants: World['grants'] = new Map()
  const refused = new Set<string>()
  const faults: Record<string, number> = {}
  const timers = new Set<NodeJS.Timeout>()
  let wild = true
  const chance = (name: string, probability: number): boolean => {
    if (!wild || random() >= probability) return false
    faults[name] = (faults[name] ?? 0) + 1
    return true
  }
  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => { timers.delete(timer); work() }, ms)
    timers.add(timer)
  }

  /** One webhook until it is answered 2xx, as a gateway does; `event` is the same in every copy. */
  function send(payment: Payment, event: object, secret: string, tries: number): void {
    const text = JSON.stringify(event)
    const eventId = (event as { id: string }).id
    const seconds = Math.floor(Date.now() / 1000)
    fetch(payment.webhook, {
      method: 'POST', body: text, signal: AbortSignal.timeout(4000),
      headers: { 'content-type': 'application/json', 'webhook-id': eventId, 'webhook-timestamp': String(seconds), 'webhook-signature': signWebhook(secret, eventId, seconds, text) },
    }).then(async (answer) => { await answer.arrayBuffer(); return answer.ok }, () => false)
      .then((ok) => { if (!ok && tries > 1) later(300 + random() * 700, () => { send(payment, event, secret, tries - 1) }) }, () => undefined)
  }
  function tell(payment: Payment, type: string, fields: object): void {
    if (chance('webhook dropped', 0.12)) return
    const event = { id: id('evt'), type, merchant_order: payment.order, ...fields }
    if (chance('webhook forged', 0.15)) send(payment, { ...event, id: id('evt'), txn: id('txn') }, `whsec_${randomBytes(24).toString('base64')}`, 1)
    const delay = chance('webhook delayed', 0.2) ? 500 + random() * 4000 : random() * 50
    later(delay, () => { send(payment, event, SANDBOX_SECRET, 60) })
    if (chance('webhook duplicated', 0.25)) later(delay + random() * 300, () => { send(payment, event, SANDBOX_SECRET, 60) })
    if (type === 'payment.paid' && chance('same capture under a second event', 0.1)) later(delay, () => { send(payment, { ...event, id: id('evt') }, SANDBOX_SECRET, 60) })
  }
  function charge(payment: Payment, amount = payment.amount): void {
    const capture = { txn: id('txn'), amount_cents: amount, currency: 'USD' }
    payment.captures.push(capture)
    payment.status = 'paid'
    tell(payment, 'payment.paid', capture)
  }

  const view = (payment: Payment): object => ({
    id: `pay_${payment.order}`, status: payment.status, page_url: `http://127.0.0.1:${port}/page/${payment.order}`,
    captures: payment.captures, refunds: payment.refunds,
  })
  function gateway(path: string, method: string, input: Record<string, unknown>): { status: number; json: object } {
    const [, order = '', action = ''] = /^\/v1\/payments(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (!order && method === 'POST') {
      const no = String(input.merchant_order)
      const known = payments.get(no) ?? { order: no, amount: Number(input.amount_cents), status: 'open' as const, webhook: String(input.webhook_url), captures: [], refunds: [] }
      payments.set(no, known)
      return { status: 200, json: view(known) }
    }
    const payment = payments.get(order)
    if (!payment) return { status: 404, json: { error: 'unknown' } }
    if (action === 'cancel' && payment.status === 'open') payment.status = 'cancelled'
    if (action === 'refunds') {
      const key = String(input.key)
      const given = payment.refunds.find((one) => one.key === key) ?? { refund_txn: id('ref'), txn: String(input.txn), amount_cents: Number(input.amount_cents), key }
      if (!payment.refunds.includes(given)) payment.refunds.push(given)
      return { status: 200, json: given }
    }
    return { status: 200, json: view(payment) }
  }

  async function game(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await body(request)
    if (!isSigned([GAME_SECRET], request.headers, raw, Date.now(), 300)) { response.writeHead(401).end('{}'); return }
    const { delivery_id: delivery, sdk_order_id: order } = JSON.parse(raw.toString()) as { delivery_id: string; sdk_order_id: string }
    if (chance('game down', 0.15)) { response.destroy(); return }
    if (chance('game 500', 0.1)) { response.writeHead(500).end('{}'); return }
    if (chance('game says OK and grants nothing', 0.1)) { response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ delivery_id: delivery, ok: true })); return }
    if (refused.has(delivery) || (!grants.has(delivery) && chance('game refuses', 0.03))) {
      refused.add(delivery)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ delivery_id: delivery, refused: 'inventory full' }))
      return
    }
    const grant = grants.get(delivery) ?? { grantId: id('grant'), order, arrivals: 0 }
    grant.arrivals++
    grants.set(delivery, grant)
    if (chance('grant acknowledged into the void', 0.12)) { response.destroy(); return }
    const slow = chance('game slow', 0.08) ? 2500 : 0
    later(slow, () => { response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ delivery_id: delivery, grant_id: grant.grantId })) })
  }

  const server: Server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? ''
      if (path.startsWith('/game')) { await game(request, response); return }
      const raw = await body(request)
      if (chance('gateway down', 0.06)) { response.writeHead(503).end('{}'); return }
      const { status, json } = gateway(path.replace(/^\/sandbox/, ''), request.method ?? 'GET', raw.length > 0 ? JSON.parse(raw.toString()) as Record<string, unknown> : {})
      if (chance('gateway answer lost after the effect', 0.08)) { response.destroy(); return }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    })().catch(() => { response.destroy() })
  })
  await new Promise<void>((done) => { server.listen(port, '127.0.0.1', done) })
  return {
    url: `http://127.0.0.1:${port}`, payments, grants, refused, faults,
    pay(order) {
      const payment = payments.get(order)
      if (!payment) return
      if (chance('payment failed first', 0.08)) { payment.status = 'failed'; tell(payment, 'payment.failed', {}); later(300 + random() * 1500, () => { charge(payment) }); return }
      if (chance('wrong amount', 0.04)) { charge(payment, Math.max(1, payment.amount - 1)); return }
      if (chance('paid late', 0.06)) { later(10_000 + random() * 3000, () => { charge(payment) }); return }
      if (chance('never paid', 0.06)) return
      charge(payment)
      if (chance('paid twice', 0.08)) later(random() * 800, () => { charge(payment) })
    },
    calm() { wild = false },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((done) => { server.close(done) })
    },
  }
}
