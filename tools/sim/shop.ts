import { hcpointChannel } from '@hc/channels/hcpoint/hcpoint'
import { sandboxChannel } from '@hc/channels/sandbox/sandbox'
import { signWebhook } from '@hc/channels/signature'
import type { Ctx } from '../../apps/server/src/ctx.ts'
import { gamePush } from '../../apps/server/src/modules/outbox/game-push.ts'
import { createBatcher } from '../../apps/server/src/platform/batch.ts'
import type { Query } from '../../apps/server/src/platform/db.ts'
import { EPOCH_MS } from './database.ts'
import type { Rng } from './rng.ts'
import type { HttpAnswer, HttpAsk, World } from './scheduler.ts'
import { createGame, type GameWorld } from './world-game.ts'
import { createGateway, type GatewayWorld } from './world-gateway.ts'

const whsec = (text: string): string => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`
const gatewaySecret = whsec('gateway')
const forgerSecret = whsec('forger')
const gameSecret = whsec('game')

/** What a mutant breaks outside the database. */
export type Wiring = (ctx: Ctx, rng: Rng) => Ctx

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The context that the real use cases run in: real adapters, the process's connection, virtual time, seeded randomness. */
export function shopContext(send: Query, rng: Rng, clockMs: () => number, wiring: Wiring): Ctx {
  const now = (): number => EPOCH_MS + clockMs()
  // As openDatabase does: what a process asks for at the same moment may share a statement.
  const together = createBatcher(send)
  const q: Query = (statement, args = []) => statement.batch ? together(statement, statement.batch, args) : send(statement, args)
  const channels = [
    sandboxChannel({ url: 'http://gateway.test', pageOrigin: 'http://gateway.test', apiKey: 'api-key', webhookSecrets: [gatewaySecret], timeoutMs: 600_000 }), hcpointChannel,
  ]
  return wiring({
    q, now, random: (n) => rng.bytes(n), log: silent, channels: new Map(channels.map((channel) => [channel.code, channel])),
    game: gamePush({ url: 'http://game.test/deliver', recallUrl: 'http://game.test/recall', secrets: [gameSecret], timeoutMs: 600_000 }, now),
    order: {
      publicUrl: 'http://shop.test', webhookBase: 'http://shop.test', expireSeconds: 300, repairAfterSeconds: 10, leaseSeconds: 30, reconcileSeconds: 60, limits: null,
      retry: { baseMs: 2_000, capMs: 60_000 },
    },
  }, rng)
}

export type Books = { gateway: GatewayWorld; game: GameWorld }

export function createBooks(rng: Rng, clockMs: () => number): Books & { world: World } {
  const gateway = createGateway(rng.fork(), clockMs)
  const game = createGame(rng.fork(), 0.03)
  const reply = ({ status, json }: { status: number; json: unknown }): HttpAnswer => ({ status, text: JSON.stringify(json) })
  return {
    gateway, game,
    world: {
      answer({ method, url, body }: HttpAsk) {
        const { host, pathname } = new URL(url)
        if (host === 'game.test' && pathname === '/recall') return reply(game.recall(body as Parameters<typeof game.recall>[0]))
        if (host === 'game.test') return reply(game.handle(body as Parameters<typeof game.handle>[0]))
        return reply(gateway.handle(method, pathname.slice('/v1/payments'.length), body))
      },
    },
  }
}

export type Letter = { raw: Buffer; headers: Record<string, string> }

/** A webhook as it arrives: signed by the gateway, or by somebody who would like to be it. */
export function letter(id: string, body: string, nowMs: number, how: 'genuine' | 'wrong secret' | 'changed' | 'stale'): Letter {
  const seconds = Math.floor(nowMs / 1000) - (how === 'stale' ? 400 : 0)
  const signature = signWebhook(how === 'wrong secret' ? forgerSecret : gatewaySecret, id, seconds, body)
  const raw = Buffer.from(how === 'changed' ? body.replace(/"amount_cents":\d+/, '"amount_cents":1').replace('"type":"payment.failed"', '"type":"payment.paid"') : body)
  return { raw, headers: { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signature } }
}
/** The same letter under a genuine signature: what a shop that checks none would take it for. */
export const resign = (raw: Buffer, nowMs: number): Record<string, string> => letter('evt_any', raw.toString(), nowMs, 'genuine').headers
