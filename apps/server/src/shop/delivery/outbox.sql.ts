import type { Unknown } from '../../ctx.ts'
import { batchableLists } from '../../platform/batch.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'

export type Leased = {
  outbox_id: string
  order_no: string
  payload: Record<string, unknown>
  attempts: number
  /** So old that no worker asks the game any more: `is_overtime`. */
  overtime: boolean
}

/**
 * Leases up to `limit` due rows of a kind for `leaseSeconds`. After that another process may take them, so a row whose
 * process died is tried again.
 */
export const lease = (
  q: Query,
  kind: 'deliver' | 'refund' | 'recall',
  limit: number,
  leaseSeconds: number,
): Promise<Leased[]> =>
  q<Leased>(
    {
      name: 'lease-outbox',
      text: 'select outbox_id, order_no, payload, attempts, overtime from lease_outbox($1, $2, $3)',
    },
    [kind, limit, leaseSeconds],
  )

/**
 * Leases an order's delivery for this process, if it is due. This also respects the pause after a failure, and one that
 * the game asked for.
 */
export async function leaseOrder(q: Query, orderNo: string, leaseSeconds: number): Promise<Leased | undefined> {
  const [row] = await q<Leased>(
    {
      name: 'lease-order',
      text: `update outbox set lease_until = app_now() + make_interval(secs => $2), attempts = attempts + 1
            where outbox_id = 'dlv_' || $1 and state in ('pending', 'unknown') and run_at <= app_now()
            and lease_until <= app_now()
        returning outbox_id, order_no, payload, attempts, is_overtime(created_at) as overtime`,
    },
    [orderNo, leaseSeconds],
  )
  return row
}

/** The answers of one round share a statement. Decision 244. */
const PACE_MS = 20
const finishArgs = {
  id: 'text',
  state: 'text',
  proof: 'text',
  detail: 'text',
  pause: 'bigint',
  answer: 'text',
} as const
const finishStatement = batchableLists('finish-deliveries', 'finish_deliveries', finishArgs, [], { paceMs: PACE_MS })

/** The game's answer. `unknown` is retried after the pause; `parked` waits for an operator. */
export type Finished =
  | { state: 'confirmed'; /** The game's grant id, or `taken_back` for a recall. */ proof: string }
  | { state: 'refused' | 'parked'; detail: string; pauseMs?: number; answer?: Unknown['answer'] }
  | { state: 'unknown'; detail: string; pauseMs: number; answer?: Unknown['answer'] }

const finish = (id: string, it: Finished): unknown[] =>
  it.state === 'confirmed'
    ? [id, it.state, it.proof, null, 0, null]
    : [id, it.state, null, it.detail, it.pauseMs ?? 0, it.answer ?? null]

/** Records the game's answer to a delivery that this process has leased. */
export async function finishDelivery(q: Query, id: string, answer: Finished): Promise<void> {
  await q(finishStatement, finish(id, answer))
}

/** Records the game's answer to a recall that this process has leased. */
export async function finishRecall(q: Query, id: string, answer: Finished): Promise<void> {
  await q({ name: 'finish-recall', text: 'select finish_recall($1, $2, $3, $4, $5, $6)' }, finish(id, answer))
}

type Postponed = { attempt: number; overtime: boolean; detail: string; pauseMs: number }
/** Postpones an attempt of a refund without an answer by `pauseMs`; parks an `overtime` one for an operator. */
export async function postponeRefund(
  q: Query,
  id: string,
  { attempt, overtime, detail, pauseMs }: Postponed,
): Promise<void> {
  await q(
    {
      text: `with told as (update outbox b set state = case when $2 then 'parked'
        else 'unknown' end, detail = $3, lease_until = '-infinity',
             run_at = app_now() + make_interval(secs => $4 / 1000.0) where outbox_id = $1
             and state in ('pending', 'unknown') and refund_attempt(b) = $5
             returning outbox_id, order_no, attempts, state, detail)
        insert into outbox_try (outbox_id, order_no, attempt, state, detail, at)
        select outbox_id, order_no, attempts, state, detail, app_now() from told`,
    },
    [id, overtime, detail, pauseMs, attempt],
  )
}

type Pending = { payload: Payload; created: number; waiting: number }
type Payload = {
  delivery_id: string
  sdk_order_id: string
  uid: string
  server_id: string
  role_id: string
  items: { cp_goods_id: string; quantity: number; bonus: number }[]
}

/**
 * Waiting deliveries for a game that pulls, oldest first, after the delivery with the id `after`; each row has the
 * total.
 */
export const pullDeliveries = (q: Query, limit: number, serverId: string, after: string): Promise<Pending[]> =>
  q<Pending>(
    {
      name: 'pull-deliveries',
      text: `select payload, ${epochSeconds('created_at')} as created, waiting from pull_deliveries($1, $2, $3)`,
    },
    [limit, serverId, after],
  )

type DeliveryState = 'pending' | 'unknown' | 'confirmed' | 'refused' | 'parked' | 'cancelled' | 'recall'

/**
 * Records the game's acknowledgement of a delivery: its grant id or the reason of its refusal. Returns the resulting
 * state; undefined if there is no such delivery.
 */
export async function ackDelivery(
  q: Query,
  id: string,
  grant: string | null,
  refused: string | null,
): Promise<{ state: DeliveryState; proof: string | null; detail: string | null } | undefined> {
  const [row] = await q<{ state: DeliveryState | null; proof: string | null; detail: string | null }>(
    {
      name: 'ack-delivery',
      text: 'select state, proof, detail from ack_delivery($1, $2, $3)',
    },
    [id, grant, refused],
  )
  return row?.state ? { ...row, state: row.state } : undefined
}
