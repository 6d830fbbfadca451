import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isSigned, signWebhook } from '@hc/channels/signature'
import { asObject, count, type Rng, type Tally } from '../sim/rng.ts'
import { createGame, type GameWorld } from '../sim/world-game.ts'
import { createGateway, type GatewayWorld, type Hook, type Payment } from './gateway.ts'

/**
 * The gateway and the game of the chaos run: those of the simulator behind real HTTP, with books of their own,
 * misbehaving by chance.
 */
export const SANDBOX_SECRET = `whsec_${Buffer.from('fault-run-sandbox-secret-0000001').toString('base64')}`
export const GAME_SECRET = `whsec_${Buffer.from('fault-run-game-secret-0000000001').toString('base64')}`
export const API_KEY = 'fault-run-api-key'
export const PAGES = 'http://gateway.test'

export type World = {
  url: string
  gateway: GatewayWorld
  game: GameWorld
  faults: Tally
  /** Whole seconds in which one of them is away, or the gateway is slow. */
  outage: { gateway: boolean; game: boolean; gatewaySlowMs: number }
  /** The player pays, or the gateway refuses. */
  pay(order: string): void
  /**
   * The player's bank, or the merchant at the gateway's own desk, takes money back: now and then, of what was paid.
   * False once everybody behaves.
   */
  bank(): boolean
  /** Pending news and payments. */
  pending(): number
  /** Ends all misbehaviour. */
  calm(): void
  close(): Promise<void>
}

type BookLine = {
  kind: 'capture' | 'refund'
  id: string
  txn: string
  merchant_order: string
  amount_cents: number
  currency: string
  at: number
}

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
const JSON_TYPE = { 'content-type': 'application/json' }

/** `webhookPort`: where the gateway's news goes, as through a load balancer. */
export async function openWorld(port: number, rng: Rng, webhookPort: () => number): Promise<World> {
  const faults: Tally = new Map()
  const gateway = createGateway(rng.fork(), Date.now)
  const game = createGame(rng.fork(), 0)
  const timers = new Set<NodeJS.Timeout>()
  const disputes: { close: (isWon: boolean) => void }[] = []
  const lines: BookLine[] = []
  const onStatement = new Set<string>()
  const outage = { gateway: false, game: false, gatewaySlowMs: 0 }
  let wild = true
  const chance = (name: string, probability: number): boolean => {
    if (!wild || !rng.chance(probability)) return false
    count(faults, name)
    return true
  }
  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }

  /** One webhook until it is answered 2xx, as a gateway does; the event's id is the same in every copy. */
  function send(hook: Hook, secret: string, tries: number): void {
    const seconds = Math.floor(Date.now() / 1000)
    fetch(`http://127.0.0.1:${webhookPort()}/api/pay/sandbox/webhook`, {
      method: 'POST',
      body: hook.body,
      signal: AbortSignal.timeout(4000),
      headers: {
        ...JSON_TYPE,
        'webhook-id': hook.id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signWebhook(secret, hook.id, seconds, hook.body),
      },
    })
      .then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.ok
        },
        () => false,
      )
      .then(
        (ok) => {
          if (!ok && tries > 1) later(300 + rng.int(700), () => send(hook, secret, tries - 1))
        },
        () => undefined,
      )
  }
  /** Sends the gateway's news, well or badly, and continues its books. */
  function flush(payment: Payment): void {
    for (const capture of payment.captures)
      if (!onStatement.has(capture.txn)) {
        onStatement.add(capture.txn)
        lines.push({
          kind: 'capture',
          id: capture.txn,
          txn: capture.txn,
          merchant_order: payment.order,
          amount_cents: capture.amount_cents,
          currency: capture.currency,
          at: capture.at,
        })
      }
    for (const refund of payment.refunds)
      if (!onStatement.has(refund.refund_txn)) {
        onStatement.add(refund.refund_txn)
        lines.push({
          kind: 'refund',
          id: refund.refund_txn,
          txn: refund.txn,
          merchant_order: payment.order,
          amount_cents: refund.amount_cents,
          currency: 'USD',
          at: Date.now(),
        })
      }
    for (const hook of gateway.hooks.splice(0)) {
      if (chance('webhook never sent', 0.12)) continue
      if (chance('webhook forged', 0.12)) {
        const event = JSON.parse(hook.body) as object
        const forged = `evt_${rng.hex(8)}`
        send(
          { ...hook, id: forged, body: JSON.stringify({ ...event, id: forged, txn: `txn_${rng.hex(8)}` }) },
          `whsec_${Buffer.from(rng.bytes(24)).toString('base64')}`,
          1,
        )
      }
      const delay = chance('webhook delayed past expiry', 0.03)
        ? 11_000 + rng.int(3000)
        : chance('webhook reordered', 0.2)
          ? 500 + rng.int(4000)
          : rng.int(50)
      later(delay, () => send(hook, SANDBOX_SECRET, 60))
      if (chance('webhook duplicated', 0.25)) later(delay + rng.int(300), () => send(hook, SANDBOX_SECRET, 60))
    }
  }
  function charge(payment: Payment, amount = payment.amount): void {
    const capture = gateway.charge(payment, amount)
    gateway.tellPaid(payment, capture)
    if (chance('two events for one payment', 0.1)) gateway.tellPaid(payment, capture)
    flush(payment)
  }

  function pay(order: string): void {
    const payment = gateway.payments.get(order)
    if (!payment) return
    if (chance('payment failed first', 0.08)) {
      gateway.end(payment, 'failed')
      flush(payment)
      later(300 + rng.int(1500), () => charge(payment))
    } else if (chance('wrong amount', 0.03)) charge(payment, Math.max(1, payment.amount - 1))
    else if (chance('paid late', 0.05)) later(10_000 + rng.int(3000), () => charge(payment))
    else if (!chance('never paid', 0.06)) {
      charge(payment)
      if (chance('paid twice', 0.07)) later(rng.int(800), () => charge(payment))
    }
  }

  function bank(): boolean {
    if (!wild) return false
    const old = [...gateway.payments.values()].filter(
      (candidate) => (candidate.captures[0]?.at ?? Infinity) < Date.now() - 3000,
    )
    if (old.length === 0) return true
    const payment = rng.pick(old)
    const capture = rng.pick(payment.captures)
    const what = rng.int(5)
    if (what === 0 && gateway.chargeBack(payment, capture, 1)) count(faults, 'refunded at the gateway')
    if (what === 1 && gateway.chargeBack(payment, capture, 0.5)) count(faults, 'refunded in part at the gateway')
    if (what === 2 || what === 3) {
      count(faults, 'dispute opened')
      disputes.push(gateway.dispute(payment, capture))
    }
    if (what === 4 && disputes.length > 0) {
      const isWon = rng.chance(0.4)
      count(faults, isWon ? 'dispute won' : 'dispute lost')
      disputes.splice(rng.int(disputes.length), 1)[0]?.close(isWon)
    }
    // A lost dispute may belong to another payment.
    for (const candidate of gateway.payments.values()) if (candidate.refunds.length > 0) flush(candidate)
    flush(payment)
    return true
  }

  function books(query: URLSearchParams): object {
    const from = Number(query.get('after') ?? 0)
    const page = lines.slice(from, from + Number(query.get('limit') ?? 100))
    return { lines: page, after: String(from + page.length), more: from + page.length < lines.length }
  }

  async function atGateway(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await read(request)
    if (outage.gateway || chance('gateway down', 0.05)) {
      response.writeHead(503).end('{}')
      return
    }
    const url = new URL((request.url ?? '').replace(/^\/sandbox\/v1/, ''), PAGES)
    let answer = { status: 200, json: {} as unknown }
    if (url.pathname === '/books') answer.json = books(url.searchParams)
    else {
      const body = raw.length > 0 ? (JSON.parse(raw.toString()) as Record<string, unknown>) : {}
      answer = gateway.handle(request.method ?? 'GET', url.pathname.replace(/^\/payments/, ''), body)
      const payment = gateway.payments.get(
        typeof body.merchant_order === 'string' ? body.merchant_order : (url.pathname.split('/')[2] ?? ''),
      )
      if (payment) flush(payment)
    }
    if (chance('gateway answer lost after the effect', 0.06)) {
      response.destroy()
      return
    }
    const pause = outage.gatewaySlowMs > 0 ? outage.gatewaySlowMs * (0.5 + rng.next() / 2) : 0
    if (!response.destroyed)
      later(pause, () => {
        response.writeHead(answer.status, JSON_TYPE).end(JSON.stringify(answer.json))
      })
  }

  async function atGame(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await read(request)
    if (!isSigned([GAME_SECRET], request.headers, raw, Date.now(), 300)) {
      count(faults, 'the game refused a signature')
      response.writeHead(401).end('{}')
      return
    }
    const recall = request.url === '/game/recall'
    const what = recall ? 'recall' : 'delivery'
    if (outage.game || chance('game down', 0.1)) {
      response.destroy()
      return
    }
    if (chance('game 500', 0.08)) {
      response.writeHead(500).end('{}')
      return
    }
    const body = JSON.parse(raw.toString()) as Record<string, never>
    if (chance(`game says OK to a ${what} and does nothing`, 0.08)) {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ ...body, ok: true, grant_id: undefined }))
      return
    }
    if (
      recall &&
      !game.takenBack.has(body.delivery_id ?? '') &&
      (game.kept.has(body.delivery_id ?? '') || chance('recall refused', 0.15))
    ) {
      game.kept.add(body.delivery_id ?? '')
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ recall_id: body.recall_id, refused: 'used up' }))
      return
    }
    if (!recall && !game.grants.has(body.delivery_id ?? '') && chance('game refuses', 0.02))
      game.refused.add(body.delivery_id ?? '')
    const answer = recall ? game.recall(body as never) : game.handle(body as never)
    if (recall) count(faults, 'recall answered')
    if (chance(`game's answer to a ${what} lost`, 0.1)) {
      response.destroy()
      return
    }
    const text = JSON.stringify(answer.json)
    if (chance('game answers twice', 0.05)) {
      const whole = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
      request.socket.write(whole + whole)
      return
    }
    later(chance('game slow', 0.06) ? 2500 : 0, () => {
      response.writeHead(200, JSON_TYPE).end(text)
    })
  }

  const server: Server = createServer((request, response) => {
    ;(request.url?.startsWith('/game') ? atGame : atGateway)(request, response).catch(() => {
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    gateway,
    game,
    faults,
    outage,
    pay,
    bank,
    pending: () => timers.size,
    calm() {
      wild = false
      outage.gateway = outage.game = false
      outage.gatewaySlowMs = 0
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

export const faultsOf = (world: World): Record<string, number> => asObject(world.faults)
