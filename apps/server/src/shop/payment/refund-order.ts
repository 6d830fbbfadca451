import type { Query } from '../../platform/db.ts'
import type { Refusal } from '../../sql-refusals.ts'

export type RefundState = 'requested' | 'sent' | 'done' | 'refused' | 'failed' | 'settled'
export type RefundRefusal = Refusal<'request_refund'>
export type RefundAsked = { state: RefundState; cents: number } | { refusal: RefundRefusal }

/**
 * Gives an order's money back, at an operator's word: points at once to the buckets that they came from, a gateway's
 * money by the refund worker. Its delivery stops in the same statement. Asked again, it is the same refund; one that
 * was refused, or failed before anything went back, is asked anew.
 *
 * @param by who asks, as the order's history names them
 * @returns the state of the refund and its money in minor units of the order's currency, or why there is none
 */
export async function requestRefund(q: Query, orderNo: string, reason: string, by: string): Promise<RefundAsked> {
  const [row] = await q<{ refusal: RefundRefusal | null; request_state: RefundState; cents: number }>(
    {
      name: 'request-refund',
      text: 'select refusal, request_state, cents from request_refund($1, $2, $3)',
    },
    [orderNo, reason, by],
  )
  if (!row) throw new Error('request_refund gave no row')
  return row.refusal ? { refusal: row.refusal } : { state: row.request_state, cents: row.cents }
}

export type OpenRefused = Refusal<'retry_refund'>

async function ofOpen<R extends string = OpenRefused>(
  q: Query,
  name: string,
  text: string,
  args: readonly string[],
): Promise<{ cents: number } | { refusal: R }> {
  const [row] = await q<{ refusal: R | null; cents: number }>({ name, text }, [...args])
  if (!row) throw new Error(`${name} gave no row`)
  return row.refusal ? { refusal: row.refusal } : { cents: row.cents }
}

/**
 * Asks gateways again for what they refused or failed to give back of an order: a new attempt each, for the last one is
 * known to have come to nothing.
 */
export const retryRefund = (
  q: Query,
  orderNo: string,
  by: string,
): Promise<{ cents: number } | { refusal: OpenRefused }> =>
  ofOpen(q, 'retry-refund', 'select refusal, cents from retry_refund($1, $2)', [orderNo, by])

/** Closes what is open of an order's refunds: the player has the money by other means, says the note. */
export const settleRefundElsewhere = (
  q: Query,
  orderNo: string,
  note: string,
  by: string,
): Promise<{ cents: number } | { refusal: OpenRefused }> =>
  ofOpen(q, 'settle-refund', 'select refusal, cents from settle_refund($1, $2, $3)', [orderNo, note, by])

/**
 * `several`: the order has more than one open refund, say of which capture; `failed_there`, `used`: the number is of a
 * refund that failed, or of another one.
 */
export type CloseRefused = Refusal<'close_refund'>
export type Closing = {
  orderNo: string
  /** Where the money went back. */ how: 'gateway' | 'elsewhere'
  /** The gateway's number, or the bank transfer's. */ reference: string
  txn: string
  note: string
  by: string
}

/**
 * Ends a refund that is parked, refused or failed by an operator's word: it went through at the gateway, or the player
 * has the money by other means. The order ends as it does with any refund.
 */
export const closeRefund = (
  q: Query,
  { orderNo, how, reference, txn, note, by }: Closing,
): Promise<{ cents: number } | { refusal: CloseRefused }> =>
  ofOpen<CloseRefused>(q, 'close-refund', 'select refusal, cents from close_refund($1, $2, $3, $4, $5, $6)', [
    orderNo,
    how,
    reference,
    txn,
    note,
    by,
  ])
