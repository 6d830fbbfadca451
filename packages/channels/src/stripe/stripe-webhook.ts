import { createHmac, timingSafeEqual } from 'node:crypto'
import { BadSignature, type DisputeStage, type GatewayEvent, type WebhookHeaders } from '../channel.ts'
import { hmacKey } from '../hmac-key.ts'
import { parsedBody } from '../parsed-body.ts'
import type { StripeConfig } from './stripe-client.ts'
import { charge, dispute, event, intent, isFailed, money, reasonOf, refund, session } from './stripe-forms.ts'

const TOLERANCE_SECONDS = 300

/**
 * The `Stripe-Signature` header: `t` and one or more `v1`, hex HMAC-SHA256 over `t.body` with the endpoint's whole
 * secret; other schemes are ignored (Stripe documentation, "Verify webhook signatures manually").
 */
export function isStripeSigned(secrets: readonly string[], header: string, raw: Buffer, nowMs: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const signatures = parts
    .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
    .map(([, value]) => Buffer.from(value ?? '', 'hex'))
  return secrets.some((secret) => {
    const nonSharedBuffer = createHmac('sha256', hmacKey(secret)).update(`${time}.`).update(raw).digest()
    return signatures.some((bytes) => timingSafeEqual(bytes, nonSharedBuffer))
  })
}

const stages: ReadonlyMap<string, DisputeStage> = new Map([
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
])

/**
 * Vouchers live 3 days by default, Multibanco's 7 (types of npm `stripe` 23.1.0). A debit that takes longer is late
 * money.
 */
const PROMISE_DAYS = 7
const DAY_MS = 86_400_000

type News = Omit<GatewayEvent, 'eventId'>
const nothing: News = { kind: 'ignored', orderNo: '', txn: '', refundTxn: '', amountCents: 0, currency: '' }

/**
 * The meaning of an event that was made at `madeAt` (seconds). Kinds that are not listed here, and events of other
 * payments of the account, are ignored.
 */
function meaning(type: string, object: unknown, madeAt: number): News {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const it = session.parse(object)
      const txn = typeof it.payment_intent === 'string' ? it.payment_intent : (it.payment_intent?.id ?? '')
      if (!it.client_reference_id) return nothing
      // The payer has a voucher, or a bank debit is on its way. The session does not tell until when.
      if (it.payment_status === 'unpaid' && it.status === 'complete')
        return {
          ...nothing,
          kind: 'promised',
          orderNo: it.client_reference_id,
          untilMs: madeAt * 1000 + PROMISE_DAYS * DAY_MS,
        }
      if (it.payment_status !== 'paid' || !txn) return nothing
      return {
        ...nothing,
        kind: 'paid',
        orderNo: it.client_reference_id,
        txn,
        ...money(it.amount_total ?? 0, it.currency ?? ''),
      }
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const orderNo = session.parse(object).client_reference_id
      return orderNo ? { ...nothing, kind: type.endsWith('expired') ? 'cancelled' : 'failed', orderNo } : nothing
    }
    case 'payment_intent.succeeded': {
      const it = intent.parse(object)
      const orderNo = it.metadata?.order_no
      return orderNo && it.status === 'succeeded'
        ? { ...nothing, kind: 'paid', orderNo, txn: it.id, ...money(it.amount_received, it.currency) }
        : nothing
    }
    // The same payment again, with the card's country. A charge has a copy of its intent's metadata (Stripe
    // documentation, "Metadata").
    case 'charge.succeeded': {
      const it = charge.parse(object)
      const orderNo = it.metadata?.order_no
      return orderNo && it.payment_intent && it.amount_captured > 0
        ? {
            ...nothing,
            kind: 'paid',
            orderNo,
            txn: it.payment_intent,
            ...money(it.amount_captured, it.currency),
            ...it.payment_method_details,
          }
        : nothing
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const it = refund.parse(object)
      if ((it.status !== 'succeeded' && !isFailed(it)) || !it.payment_intent) return nothing
      const about = {
        orderNo: it.metadata?.order_no ?? '',
        txn: it.payment_intent,
        refundTxn: it.id,
        ...money(it.amount, it.currency),
      }
      return isFailed(it)
        ? { ...nothing, kind: 'refund_failed', ...about, reason: reasonOf(it) }
        : { ...nothing, kind: 'refunded', ...about }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const it = dispute.parse(object)
      if (!it.payment_intent) return nothing
      return {
        ...nothing,
        kind: 'dispute',
        txn: it.payment_intent,
        ...money(it.amount, it.currency),
        dispute: {
          id: it.id,
          stage: stages.get(it.status) ?? 'opened',
          reason: it.reason,
          dueMs: (it.evidence_details?.due_by ?? 0) * 1000,
        },
      }
    }
    default:
      return nothing
  }
}

/** @throws BadSignature, also for an event of the other mode: test money must not count. */
export function readStripeWebhook(
  config: Pick<StripeConfig, 'webhookSecrets' | 'live'>,
  raw: Buffer,
  headers: WebhookHeaders,
  nowMs: number,
): GatewayEvent[] {
  const header = headers['stripe-signature']
  if (typeof header !== 'string' || !isStripeSigned(config.webhookSecrets, header, raw, nowMs))
    throw new BadSignature('stripe webhook')
  const it = event.parse(parsedBody(raw))
  if (it.livemode !== config.live) throw new BadSignature('stripe webhook of the other mode')
  return [{ eventId: it.id, ...meaning(it.type, it.data.object, it.created) }]
}
