import { z } from 'zod'
import { BadSignature, type DisputeStage, type GatewayEvent, type WebhookHeaders } from '../channel.ts'
import { readAnswer } from '../http.ts'
import { parsedBody } from '../parsed-body.ts'
import type { PaypalAsk, PaypalConfig } from './paypal-client.ts'
import {
  capture,
  captureOf,
  dispute,
  event,
  isFailed,
  isTaken,
  money,
  order,
  reasonOf,
  refund,
} from './paypal-forms.ts'

type News = Omit<GatewayEvent, 'eventId'>
const nothing: News = { kind: 'ignored', orderNo: '', txn: '', refundTxn: '', amountCents: 0, currency: '' }

/** Outcomes by which the payer keeps the money for good (PayPal Customer Disputes API, outcome_code). */
const LOST_OUTCOMES = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

function stageOf(it: z.infer<typeof dispute>): DisputeStage {
  if (it.status !== 'RESOLVED') return 'opened'
  return LOST_OUTCOMES.has(it.dispute_outcome?.outcome_code ?? '') ? 'lost' : 'won'
}

function meaning(type: string, resource: unknown): News {
  switch (type) {
    case 'CHECKOUT.ORDER.APPROVED': {
      const orderNo = order.parse(resource).purchase_units[0]?.custom_id
      return orderNo ? { ...nothing, kind: 'approved', orderNo } : nothing
    }
    case 'PAYMENT.CAPTURE.COMPLETED': {
      const it = capture.parse(resource)
      return it.custom_id && isTaken(it.status)
        ? { ...nothing, kind: 'paid', orderNo: it.custom_id, txn: it.id, ...money(it.amount) }
        : nothing
    }
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED': {
      const orderNo = capture.parse(resource).custom_id
      return orderNo ? { ...nothing, kind: 'failed', orderNo } : nothing
    }
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.REFUND.PENDING':
    case 'PAYMENT.REFUND.COMPLETED':
    case 'PAYMENT.REFUND.CANCELLED':
    case 'PAYMENT.REFUND.FAILED': {
      const it = refund.parse(resource)
      const about = { orderNo: it.custom_id, txn: captureOf(it), refundTxn: it.id, ...money(it.amount) }
      if (!about.txn) return nothing
      if (isFailed(it) || type.endsWith('.FAILED'))
        return { ...nothing, kind: 'refund_failed', ...about, reason: reasonOf(it) }
      return it.status === 'COMPLETED' ? { ...nothing, kind: 'refunded', ...about } : nothing
    }
    // Taken back by PayPal or the payer's bank, not refunded by us: the money is gone all the same. The resource is the
    // reversal. If it is the capture itself, the reversal's own number and amount come with PayPal's books.
    case 'PAYMENT.CAPTURE.REVERSED': {
      const it = refund.parse(resource)
      const txn = captureOf(it)
      const { amountCents, currency } = money(it.amount)
      const about = { orderNo: it.custom_id, txn: txn || it.id, amountCents: Math.abs(amountCents), currency }
      if (txn) return { ...nothing, kind: 'refunded', ...about, refundTxn: it.id }
      return {
        ...nothing,
        kind: 'dispute',
        ...about,
        dispute: { id: `reversal:${it.id}`, stage: 'lost', reason: 'REVERSED', dueMs: 0, alsoMoney: true },
      }
    }
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED': {
      const it = dispute.parse(resource)
      const about = it.disputed_transactions[0]
      if (!about?.seller_transaction_id) return nothing
      return {
        ...nothing,
        kind: 'dispute',
        orderNo: about.custom,
        txn: about.seller_transaction_id,
        ...money(it.dispute_amount),
        // After acceptance or a decision, PayPal reports the money as a refund or a reversal of the capture (PayPal
        // documentation, "Webhook event names"), and lists it.
        dispute: {
          id: it.dispute_id,
          stage: stageOf(it),
          reason: it.reason,
          dueMs: Date.parse(it.seller_response_due_date ?? '') || 0,
          alsoMoney: true,
        },
      }
    }
    default:
      return nothing
  }
}

const text = (value: string | string[] | undefined, form: RegExp): string =>
  typeof value === 'string' && form.test(value) ? value : ''

/** PayPal's certificates come from its own hosts for that mode: no other address is sent for verification. */
function isCertUrl(value: string, config: PaypalConfig): boolean {
  const url = URL.parse(value)
  if (!url) return false
  if (config.apiUrl && url.origin === new URL(config.apiUrl).origin) return true
  return (
    url.protocol === 'https:' &&
    (config.live
      ? ['api.paypal.com', 'api-m.paypal.com']
      : ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com']
    ).includes(url.hostname)
  )
}

/**
 * Reads a webhook after PayPal's own verification call (Webhooks Management API, "Verify webhook signature"). We send
 * the body back byte for byte, because the signature covers its bytes. The call names our webhook's id, so that an
 * event for another webhook, for example of the other mode, fails.
 */
export async function readPaypalWebhook(
  config: PaypalConfig,
  ask: PaypalAsk,
  raw: Buffer,
  headers: WebhookHeaders,
): Promise<GatewayEvent[]> {
  const transmission = {
    auth_algo: text(headers['paypal-auth-algo'], /^\w{1,100}$/),
    cert_url: text(headers['paypal-cert-url'], /^.{1,500}$/),
    transmission_id: text(headers['paypal-transmission-id'], /^[\w-]{1,50}$/),
    transmission_sig: text(headers['paypal-transmission-sig'], /^[\w+/=-]{1,500}$/),
    transmission_time: text(headers['paypal-transmission-time'], /^[\w:.+-]{1,100}$/),
    webhook_id: config.webhookId,
  }
  if (Object.values(transmission).includes('') || !isCertUrl(transmission.cert_url, config))
    throw new BadSignature('paypal webhook')
  const body = raw.toString('utf8')
  let it: z.infer<typeof event>
  try {
    it = event.parse(parsedBody(raw))
  } catch {
    throw new BadSignature('paypal webhook without a readable event')
  }
  const answer = await ask(
    'POST',
    '/v1/notifications/verify-webhook-signature',
    `${JSON.stringify(transmission).slice(0, -1)},"webhook_event":${body}}`,
  )
  const { verification_status: verdict } = readAnswer(
    z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) }),
    answer,
    'paypal',
  )
  if (verdict !== 'SUCCESS') throw new BadSignature('paypal webhook')
  return [{ eventId: it.id, ...meaning(it.event_type, it.resource) }]
}
