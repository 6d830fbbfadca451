import { parsedBody } from '@hc/channels/parsed-body'

/**
 * What is kept of a webhook for whoever looks at it: numbers, states, amounts and times. Payers' names, addresses and
 * cards are at the gateway; a reason too, for an authorisation's at Adyen is the card's last digits and its end. What a
 * refund's or a dispute's says stands in `detail`.
 */
const kept: ReadonlySet<string> = new Set([
  'id',
  'object',
  'type',
  'event_type',
  'resource_type',
  'create_time',
  'created',
  'update_time',
  'livemode',
  'data',
  'resource',
  'status',
  'links',
  'rel',
  'href',
  'amount',
  'value',
  'currency',
  'currency_code',
  'amount_total',
  'amount_received',
  'amount_captured',
  'amount_cents',
  'metadata',
  'order_no',
  'refund_key',
  'merchant_order',
  'txn',
  'refund_txn',
  'payment_intent',
  'payment_status',
  'client_reference_id',
  'charge',
  'failure_reason',
  'evidence_details',
  'due_by',
  'due_ms',
  'custom_id',
  'custom',
  'invoice_id',
  'purchase_units',
  'payments',
  'captures',
  'refunds',
  'status_details',
  'dispute_id',
  'dispute_amount',
  'dispute_outcome',
  'outcome_code',
  'disputed_transactions',
  'seller_transaction_id',
  'seller_response_due_date',
  'live',
  'notificationItems',
  'NotificationRequestItem',
  'pspReference',
  'originalReference',
  'merchantReference',
  'merchantAccountCode',
  'eventCode',
  'eventDate',
  'success',
])

function keep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => kept.has(name))
      .map(([name, inner]) => [name, keep(inner)]),
  )
}

/**
 * A verified webhook's body without what is about persons. Nothing reads it again: what the shop needs stands in
 * columns of its own.
 * Decisions 102 and 113.
 */
export function withoutPayers(raw: Buffer): string {
  try {
    return JSON.stringify(keep(parsedBody(raw)))
  } catch {
    return ''
  }
}
