import type { Channel } from '@hc/channels/channel'
import type { Query } from './platform/db.ts'
import type { Log } from './platform/log.ts'
import type { SecurityEvent } from './security-events.ts'

export type Delivery = { id: string; payload: Record<string, unknown>; attempt: number }
/** Only `confirmed`, which carries the game's own grant id, ends a delivery as done. */
export type DeliveryAnswer = { state: 'confirmed'; grantId: string } | { state: 'refused'; reason: string } | Unknown

/** `retryAfterMs`: how long the game asks us to wait before the next try. */
export type Unknown = { state: 'unknown'; detail: string; retryAfterMs?: number }
export type RecallAnswer = { state: 'taken_back' } | { state: 'refused'; reason: string } | Unknown

/**
 * `off`: the game has no address to push to; it pulls its deliveries. Without `recall` it takes nothing back by itself.
 */
export type Game = {
  deliver(delivery: Delivery): Promise<DeliveryAnswer>
  recall?(recall: Delivery): Promise<RecallAnswer>
  off?: true
}

/**
 * Delivers what this process made due itself, so that no statement has to lease it. Decision 246. `reserve` gives the
 * lease in seconds that a delivery is written with, 0 where this process has no hand free; `settle` gives the hand
 * back, or has it deliver.
 */
export type Courier = {
  reserve(): number
  settle(leaseSeconds: number, payload: Record<string, unknown> | null): void
}

/** The order rules that a publisher may set. */
export type OrderSettings = {
  publicUrl: string
  webhookBase: string
  /** Seconds until an unpaid order runs out. */
  expireSeconds: number
  /** Seconds until a gateway is asked about an order for the first time. */
  repairAfterSeconds: number
  leaseSeconds: number
  /** How often each gateway's own books are read on. */
  reconcileSeconds: number
  /** Unpaid orders at once and orders an hour that a player may make; null: as many as they like. */
  limits: { unpaid: number; hourly: number } | null
  /** Seconds after an order's end at which its gateway is asked again for unreported money. */
  lateCheckSeconds?: readonly number[]
  retry: { baseMs: number; capMs: number }
}

/**
 * Everything that a use case may reach outside itself, and nothing else: so a simulator can stand in for
 * the world and run the real use cases statement by statement.
 */
export type Ctx = {
  q: Query
  /**
   * ms since 1970, by the database's clock as this process knows it. For ids and signatures; rules about time ask the
   * database itself.
   */
  now: () => number
  random(bytes: number): Uint8Array
  /** Waits; nothing may be open in the database meanwhile. */
  pause(ms: number): Promise<void>
  /** Work that no answer waits for and that may be lost: a process that stops waits for it, and a failure is logged. */
  aside(work: Promise<unknown>): void
  courier: Courier
  channels: ReadonlyMap<string, Channel>
  game: Game
  log: Log
  /** Counts an event for monitoring, and logs one line. No personal data. */
  alarm: (event: SecurityEvent, data: object) => void
  order: OrderSettings
}

/** A number in [0, 1) from the context's randomness. */
export const fraction = (ctx: Pick<Ctx, 'random'>): number => {
  const [a = 0, b = 0, c = 0, d = 0] = ctx.random(4)
  return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) / 2 ** 32
}
