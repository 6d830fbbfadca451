import { fieldsOf } from '@hc/domain/record'
import type { BodyOf, ResultOf } from '@hc/contract/calls'
import { CallError } from '@hc/contract/client'
import { IDEMPOTENCY_HOURS } from '@hc/domain/limits'
import { api } from '../../lib/api.ts'
import { serverNow } from '../../lib/clock.ts'
import { createStore } from '../../lib/store.ts'
import { keys, randomId, readJson, remove, writeJson } from '../../lib/storage.ts'

/** An order that was sent and not answered yet. The same key and body make the same order, never a second one. */
export type PendingOrder = { key: string; body: BodyOf<'order/webCreate'>; name: string; price: number; at: number }
export type CreatedOrder = ResultOf<'order/webCreate'>

const HOUR_MS = 3_600_000

const isPending = (value: unknown): value is PendingOrder => {
  const { key, body, at } = fieldsOf(value)
  return typeof key === 'string' && typeof fieldsOf(body).cp_goods_id === 'string' && typeof at === 'number'
}

/** An unanswered order from an earlier page or before a lost connection; null if none is known. */
export const pendingStore = createStore<PendingOrder | null>(null)

export function loadPending(): void {
  const pending = readJson(keys.pendingOrder, isPending)
  // After that time the server has forgotten the key and would make a second order.
  if (pending && serverNow() - pending.at > IDEMPOTENCY_HOURS * HOUR_MS) forgetPending()
  else pendingStore.set(pending)
}

export function forgetPending(): void {
  remove(keys.pendingOrder)
  pendingStore.set(null)
}

/** Whether the order may exist although we have no answer: then its key must be kept. */
export function mayExist(error: unknown): boolean {
  if (!(error instanceof CallError)) return true
  return (
    error.code === -1 ||
    error.status >= 500 ||
    error.status === 429 ||
    error.msg === 'SystemBusy' ||
    error.msg === 'PaymentInitFailed'
  )
}

/** Sends one order with its key. @throws CallError; if the outcome is unknown, the key is kept and offered again. */
export async function send(pending: PendingOrder): Promise<CreatedOrder> {
  writeJson(keys.pendingOrder, pending)
  try {
    const created = await api.call('order/webCreate', pending.body, { idempotencyKey: pending.key })
    forgetPending()
    return created
  } catch (error) {
    if (mayExist(error)) pendingStore.set(pending)
    else forgetPending()
    throw error
  }
}

/**
 * Identifies a purchase by item, character and channel. The shown bonus is left out: the unanswered order may have it.
 */
const purchase = (body: PendingOrder['body']): string => JSON.stringify({ ...body, bonus: undefined })

/** A new order, or the unanswered one if it is the same purchase. */
export function makePending(body: PendingOrder['body'], name: string, price: number): PendingOrder {
  const open = pendingStore.get()
  if (open && purchase(open.body) === purchase(body)) return open
  return { key: randomId(), body, name, price, at: serverNow() }
}
