import type { Channel } from '@hc/channels/channel'
import type { Query } from './platform/db.ts'
import type { Log } from './platform/log.ts'
import type { SecurityEvent } from './security-events.ts'

export type Delivery = { id: string; payload: Record<string, unknown>; attempt: number }
/** Only `confirmed`, with the game's own grant id, completes a delivery. */
export type DeliveryAnswer = { state: 'confirmed'; grantId: string } | { state: 'refused'; reason: string } | Unknown

/**
 * `answer`: the game did answer, by an error number or unreadably. `retryAfterMs`: how long it asks us to wait before
 * the next try.
 */
export type Unknown = { state: 'unknown'; answer?: 'error' | 'unreadable'; detail: string; retryAfterMs?: number }
export type RecallAnswer = { state: 'taken_back' } | { state: 'refused'; reason: string } | Unknown

/**
 * `off`: the game has no push address and pulls its deliveries. Without `recall`, the shop cannot ask the game to take
 * items back.
 */
export type Game = {
  deliver(delivery: Delivery): Promise<DeliveryAnswer>
  recall?(recall: Delivery): Promise<RecallAnswer>
  off?: true
}

/**
 * Delivers what this process itself made due, without a separate statement for the lease. Decision 246. `reserve`
 * reserves a slot and returns the lease in seconds to write the delivery with, or 0 if no slot is free. `settle` frees
 * the slot, or uses it to deliver.
 */
export type Courier = {
  reserve(): number
  settle(leaseSeconds: number, payload: Record<string, unknown> | null): void
}

/** The order rules that a publisher may set. */
export type OrderSettings = {
  publicUrl: string
  webhookBase: string
  /** Seconds until an unpaid order expires. */
  expireSeconds: number
  /** Seconds until a gateway is asked about an order for the first time. */
  repairAfterSeconds: number
  leaseSeconds: number
  /** Seconds between two readings of each gateway's own books. */
  reconcileSeconds: number
  /** Unpaid orders at once and orders an hour that a player may make; null: no limit. */
  limits: { unpaid: number; hourly: number } | null
  /** Seconds after an order's end at which its gateway is asked again for unreported money. */
  lateCheckSeconds?: readonly number[]
  retry: { baseMs: number; capMs: number }
}

/**
 * Everything that a use case may reach outside itself, and nothing else. A simulator can therefore replace the world
 * and run the real use cases statement by statement.
 */
export type Ctx = {
  q: Query
  /**
   * ms since 1970, by the database's clock as this process knows it. It is for ids and signatures; rules about time use
   * the database's own clock.
   */
  now: () => number
  random(bytes: number): Uint8Array
  /** Waits. No transaction may be open meanwhile. */
  pause(ms: number): Promise<void>
  /** Runs work in the background that may be lost. A process that stops waits for it, and a failure is logged. */
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
