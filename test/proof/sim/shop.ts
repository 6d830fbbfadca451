import type { Channel } from '@hc/channels/channel'
import { createChannels } from '@hc/channels/registry'
import type { Sending } from '@hc/channels/testing/fake-gateway'
import { createHmac } from 'node:crypto'
import { signWebhook } from '@hc/channels/signature'
import type { Ctx } from '../../../apps/server/src/ctx.ts'
import { gamePush } from '../../../apps/server/src/shop/delivery/game-push.ts'
import { createCourier, noCourier } from '../../../apps/server/src/shop/delivery/courier.ts'
import { createBatcher } from '../../../apps/server/src/platform/batch.ts'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import { EPOCH_MS } from './database.ts'
import type { Rng } from './rng.ts'
import type { HttpAnswer, HttpAsk, World } from './scheduler.ts'
import { createGame, type GameWorld } from './world-game.ts'
import { createGateways, type Gateways, type Hook } from './world-gateways.ts'

const gameSecret = `whsec_${Buffer.from('game'.padEnd(32, '.')).toString('base64')}`
const timeoutMs = 600_000

/** A mutant's change outside the database: around the use cases, or in the adapters' calls and answers. */
export type Wiring = (ctx: Ctx, rng: Rng) => Ctx
export type Line = (ask: HttpAsk, answer: (ask: HttpAsk) => HttpAnswer, rng: Rng) => HttpAnswer

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * The real adapters, configured for these gateways. Each process has its own, because PayPal's keeps a
 * token.
 */
function channelsOf({ fakes }: Gateways, now: () => number): ReadonlyMap<string, Channel> {
  const { sandbox, stripe, paypal, adyen } = fakes
  const set = { ...paypal.env(), ...adyen.env() }
  return createChannels(
    {
      sandbox: {
        url: sandbox.url,
        pageOrigin: sandbox.url,
        apiKey: sandbox.key,
        webhookSecrets: [sandbox.webhookSecret],
        timeoutMs,
      },
      stripe: {
        secretKey: stripe.key,
        webhookSecrets: [stripe.webhookSecret],
        live: false,
        apiUrl: stripe.url,
        timeoutMs,
      },
      paypal: {
        clientId: set.PAYPAL_CLIENT_ID ?? '',
        clientSecret: set.PAYPAL_CLIENT_SECRET ?? '',
        webhookId: set.PAYPAL_WEBHOOK_ID ?? '',
        live: false,
        apiUrl: paypal.url,
        timeoutMs,
      },
      adyen: {
        merchantAccount: adyen.account,
        hmacKeys: [adyen.hmacKey],
        live: false,
        basicAuth: { user: 'adyen', password: adyen.password },
        apiKey: adyen.key,
        apiUrl: adyen.url,
        timeoutMs,
      },
    },
    now,
  )
}

/**
 * The context that the real use cases run in: real adapters, the process's connection, virtual time, seeded randomness.
 */
export function shopContext(
  send: Query,
  rng: Rng,
  gateways: Gateways,
  clockMs: () => number,
  wiring: Wiring,
  aside: Ctx['aside'],
  lateCheckSeconds?: readonly number[],
): Ctx {
  const now = (): number => EPOCH_MS + clockMs()
  // As openDatabase does: what a process asks for at the same moment may share a statement. Which one dawdles, the seed
  // says.
  const together = createBatcher(
    send,
    (dawdles) => {
      if (rng.chance(0.6)) queueMicrotask(dawdles)
      return () => undefined
    },
    () => false,
  )
  const q: Query = (statement, args = []) =>
    statement.batch ? together(statement, statement.batch, args) : send(statement, args)
  const ctx = wiring(
    {
      // Time passes by the seed alone: who waits for another's answer looks again at once, so many times.
      pause: () => Promise.resolve(),
      aside,
      courier: noCourier,
      q,
      now,
      random: (n) => rng.bytes(n),
      log: silent,
      alarm: () => undefined,
      channels: channelsOf(gateways, now),
      game: gamePush(
        { url: 'http://game.test/deliver', recallUrl: 'http://game.test/recall', secrets: [gameSecret], timeoutMs },
        now,
      ),
      order: {
        publicUrl: 'http://shop.test',
        webhookBase: 'http://shop.test',
        expireSeconds: 300,
        repairAfterSeconds: 10,
        leaseSeconds: 30,
        reconcileSeconds: 60,
        limits: null,
        ...(lateCheckSeconds ? { lateCheckSeconds } : {}),
        retry: { baseMs: 2_000, capMs: 60_000 },
      },
    },
    rng,
  )
  // Some processes leave their deliveries to workers.
  return rng.chance(0.5) ? { ...ctx, courier: createCourier(ctx) } : ctx
}

export type Books = { gateways: Gateways; game: GameWorld }

export function createBooks(
  rng: Rng,
  clockMs: () => number,
  line: Line = (ask, answer) => answer(ask),
): Books & { world: World } {
  const gateways = createGateways(rng.fork(), clockMs)
  const game = createGame(rng.fork(), 0.03)
  const noise = rng.fork()
  const reply = ({ status, json }: { status: number; json: unknown }): HttpAnswer => ({
    status,
    text: JSON.stringify(json),
  })
  return {
    gateways,
    game,
    world: {
      answer(ask: HttpAsk) {
        if (!ask.url.startsWith('http://game.test/')) return line(ask, gateways.answer, noise)
        const body = JSON.parse(ask.body) as never
        return reply(ask.url.endsWith('/recall') ? game.recall(body) : game.handle(body))
      },
    },
  }
}

export type Letter = { raw: Buffer; headers: Record<string, string> }
export type How = 'genuine' | 'wrong secret' | 'changed' | 'stale'

/** A webhook as it arrives: signed by the gateway, or by somebody who would like to be it. */
export function letter({ fakes }: Gateways, { code, news }: Hook, how: How): Letter {
  const sending: Sending = how === 'wrong secret' ? { forged: true } : how === 'stale' ? { ageSeconds: 400 } : {}
  const { body, headers } = fakes[code].pack(news, sending)
  const raw =
    how === 'changed'
      ? body
          .replaceAll(/("(?:amount_cents|amount_total|amount_received)":)\d+/g, '$11')
          .replaceAll(/("value": ?)\d+/g, '$11')
          // Currencies without decimals are written without them.
          .replaceAll(/("value": ?")\d+(?:\.\d+)?"/g, '$11"')
      : body
  if (how === 'changed' && raw === body) throw new Error(`nothing to change in ${body}`)
  return { raw: Buffer.from(raw), headers }
}

/** The same letter under a genuine signature: what a shop that checks none would take it for. */
export function resign(code: string, secret: string, raw: Buffer, nowMs: number): Record<string, string> {
  const seconds = Math.floor(nowMs / 1000)
  if (code === 'stripe')
    return {
      'stripe-signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${raw.toString()}`).digest('hex')}`,
    }
  return {
    'webhook-id': 'evt_any',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signWebhook(secret, 'evt_any', seconds, raw),
  }
}
