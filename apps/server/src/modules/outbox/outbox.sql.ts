import { batchable } from '../../platform/batch.ts'
import type { Query } from '../../platform/db.ts'

export type Leased = {
  outbox_id: string
  order_no: string
  payload: Record<string, unknown>
  attempts: number
  /** Older than 72 hours. */
  overtime: boolean
}

export const lease = (q: Query, kind: 'deliver' | 'refund', limit: number, leaseSeconds: number): Promise<Leased[]> =>
  q<Leased>({ name: 'lease-outbox', text: 'select * from lease_outbox($1, $2, $3)' }, [kind, limit, leaseSeconds])

export async function leaseOrder(q: Query, orderNo: string, leaseSeconds: number): Promise<Leased | undefined> {
  const [row] = await q<Leased>({
    name: 'lease-order',
    text: `update outbox set lease_until = app_now() + make_interval(secs => $2), attempts = attempts + 1
            where order_no = $1 and kind = 'deliver' and state in ('pending', 'unknown') and lease_until <= app_now()
        returning outbox_id, order_no, payload, attempts, created_at < app_now() - interval '72 hours' as overtime`,
  }, [orderNo, leaseSeconds])
  return row
}

const finishStatement = batchable('finish-delivery', 'finish_delivery', ['text', 'text', 'text', 'text', 'bigint'])

export async function finishDelivery(
  q: Query, id: string, state: 'confirmed' | 'refused' | 'unknown' | 'parked', proof: string | null, detail: string | null, pauseMs: number,
): Promise<void> {
  await q(finishStatement, [id, state, proof, detail, pauseMs])
}

export async function postpone(q: Query, id: string, overtime: boolean, detail: string, pauseMs: number): Promise<void> {
  await q({
    text: `update outbox set state = case when $2 then 'parked' else 'unknown' end, detail = $3, lease_until = '-infinity',
             run_at = app_now() + make_interval(secs => $4 / 1000.0) where outbox_id = $1 and state in ('pending', 'unknown')`,
  }, [id, overtime, detail, pauseMs])
}
