import type { Query } from '../../platform/db.ts'

export type RefundState = 'requested' | 'sent' | 'done' | 'refused'
export type RefundRefusal = 'not_found' | 'not_paid' | 'refunded'
export type RefundAsked = { state: RefundState; cents: number } | { refusal: RefundRefusal }

/**
 * Gives an order's money back, at an operator's word: points at once to the buckets that they came from, a gateway's money by the
 * refund worker. Its delivery stops in the same statement. Asked again, it is the same refund; one that was refused is asked anew.
 */
export async function requestRefund(q: Query, orderNo: string, reason: string, by: string): Promise<RefundAsked> {
  const [row] = await q<{ refusal: RefundRefusal | null; request_state: RefundState; cents: number }>({
    name: 'request-refund', text: 'select refusal, request_state, cents from request_refund($1, $2, $3)',
  }, [orderNo, reason, by])
  if (!row) throw new Error('request_refund gave no row')
  return row.refusal ? { refusal: row.refusal } : { state: row.request_state, cents: row.cents }
}
