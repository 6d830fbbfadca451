import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  BadSignature,
  type DisputeStage,
  type GatewayEvent,
  type Payer,
  payerFrom,
  type WebhookHeaders,
} from '../channel.ts'
import { hmacKey } from '../hmac-key.ts'
import { parsedBody } from '../parsed-body.ts'
import { type Deviations, fromUnits } from '../minor-units.ts'

/**
 * Currencies for which Adyen uses other decimals than ISO 4217 (Adyen documentation, "Currency codes and minor units").
 */
export const adyenUnits: Deviations = new Map([
  ['CLP', 2],
  ['CVE', 0],
  ['IDR', 0],
  ['ISK', 2],
])

export type AdyenWebhookConfig = {
  merchantAccount: string
  /** Hex; several keys during a rotation. */
  hmacKeys: readonly string[]
  live: boolean
  basicAuth: { user: string; password: string } | null
}

/** An item that tells of a payment. */
const item = z.object({
  pspReference: z.string().min(1).max(64),
  originalReference: z.string().max(64).default(''),
  merchantAccountCode: z.string(),
  merchantReference: z.string().default(''),
  eventCode: z.string().min(1).max(64),
  success: z.union([z.string(), z.boolean()]).transform(String),
  amount: z.object({ value: z.number().int(), currency: z.string().max(8) }),
  reason: z.string().default(''),
  additionalData: z.record(z.string(), z.unknown()).default({}),
})
/**
 * What the signature covers, of whatever length: a report's name stands where a payment's number does (Adyen
 * documentation, "Reporting webhooks"), and an item without a payment has no amount.
 */
const signedItem = z.looseObject({
  pspReference: z.string().default(''),
  originalReference: z.string().nullish(),
  merchantAccountCode: z.string().default(''),
  merchantReference: z.string().nullish(),
  eventCode: z.string().default(''),
  success: z.union([z.string(), z.boolean()]).transform(String),
  amount: z.looseObject({ value: z.number().nullish(), currency: z.string().nullish() }).nullish(),
  additionalData: z.record(z.string(), z.unknown()).default({}),
})
const webhook = z.object({
  live: z.union([z.string(), z.boolean()]).transform(String),
  notificationItems: z
    .array(z.object({ NotificationRequestItem: signedItem }))
    .min(1)
    .max(100),
})
type Signed = z.infer<typeof signedItem>
type Item = z.infer<typeof item>

const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

/**
 * HMAC-SHA256 with the hex key over eight fields of the item, joined by colons; a missing field is empty (Adyen
 * documentation, "Verify HMAC signatures").
 */
function isItemSigned(keys: readonly string[], it: Signed): boolean {
  const input = it.additionalData.hmacSignature
  if (typeof input !== 'string') return false
  const text = [
    it.pspReference,
    it.originalReference ?? '',
    it.merchantAccountCode,
    it.merchantReference ?? '',
    it.amount?.value ?? '',
    it.amount?.currency ?? '',
    it.eventCode,
    it.success,
  ].join(':')
  return keys.some((key) => sameText(createHmac('sha256', hmacKey(key, 'hex')).update(text).digest('base64'), input))
}

/**
 * The stage of a dispute, by the event's code alone: the code is signed, `disputeStatus` is not. A reversed chargeback
 * may come a second time, so it is still open (Adyen documentation, "Dispute webhooks").
 */
const stages: ReadonlyMap<string, DisputeStage> = new Map([
  ['REQUEST_FOR_INFORMATION', 'opened'],
  ['NOTIFICATION_OF_CHARGEBACK', 'opened'],
  ['CHARGEBACK', 'opened'],
  ['CHARGEBACK_REVERSED', 'opened'],
  ['PREARBITRATION_WON', 'won'],
  ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'won'],
  ['SECOND_CHARGEBACK', 'lost'],
  ['PREARBITRATION_LOST', 'lost'],
  ['DISPUTE_DEFENSE_PERIOD_ENDED', 'lost'],
])

/**
 * The country that issued the card (Adyen API Explorer, "AUTHORISATION" webhook: `issuerCountry`,
 * `cardIssuingCountry`). Adyen sends it if the webhook's additional settings say so. The signature does not cover it,
 * so it decides nothing about money.
 */
const payerOf = ({ additionalData: it }: Item): Payer => payerFrom(it.issuerCountry ?? it.cardIssuingCountry)

const nothing = { kind: 'ignored', orderNo: '', txn: '', refundTxn: '', amountCents: 0, currency: '' } as const

/** The news of an item. One of another form tells of no payment: it is kept and answered. */
function meaning(signed: Signed, merchantAccount: string): Omit<GatewayEvent, 'eventId'> {
  const read = item.safeParse(signed)
  if (!read.success) return nothing
  const it: Item = read.data
  // Staff may give a refund a reference of their own: then the payment's number tells the order.
  const orderNo = /^[0-9A-HJKMNP-TV-Z]{26}$/.test(it.merchantReference) ? it.merchantReference : ''
  if (it.merchantAccountCode !== merchantAccount) return nothing
  const success = it.success === 'true'
  const money = {
    amountCents: fromUnits(it.amount.value, it.amount.currency, adyenUnits),
    currency: it.amount.currency,
  }
  const stage = stages.get(it.eventCode)
  if (stage) {
    const dueAt = it.additionalData.defensePeriodEndsAt
    return {
      ...nothing,
      kind: 'dispute',
      orderNo,
      txn: it.originalReference,
      ...money,
      dispute: {
        id: it.pspReference,
        stage,
        reason: it.reason,
        dueMs: typeof dueAt === 'string' ? Date.parse(dueAt) || 0 : 0,
      },
    }
  }
  switch (it.eventCode) {
    // A refused attempt does not end the order: the payer may try again on the same page.
    case 'AUTHORISATION':
      return success && orderNo
        ? { ...nothing, kind: 'paid', orderNo, txn: it.pspReference, ...money, ...payerOf(it) }
        : nothing
    case 'REFUND':
    case 'CANCEL_OR_REFUND': {
      if (!it.originalReference || money.amountCents <= 0) return nothing
      return {
        ...nothing,
        kind: success ? 'refunded' : 'refund_failed',
        orderNo,
        txn: it.originalReference,
        refundTxn: it.pspReference,
        ...money,
        ...(success ? {} : { reason: it.reason }),
      }
    }
    // The scheme refused the refund, or the money came back, after Adyen had reported success. Both carry the refund's
    // own number (Adyen documentation, "Refund").
    case 'REFUND_FAILED':
    case 'REFUNDED_REVERSED':
      return it.originalReference
        ? {
            ...nothing,
            kind: 'refund_failed',
            orderNo,
            txn: it.originalReference,
            refundTxn: it.pspReference,
            ...money,
            reason: it.reason || it.eventCode,
          }
        : nothing
    // Authorised, but then not captured: the money is not ours after all.
    case 'CAPTURE_FAILED':
      return it.originalReference
        ? { ...nothing, kind: 'refunded', orderNo, txn: it.originalReference, refundTxn: it.pspReference, ...money }
        : nothing
    default:
      return nothing
  }
}

const EVENT_ID = 150
/** A long number, such as a report's name, is kept by its hash. */
function eventIdOf({ eventCode, pspReference, success }: Signed): string {
  const id = `${eventCode}:${pspReference}:${success}`
  return id.length <= EVENT_ID ? id : createHash('sha256').update(id).digest('hex')
}

/**
 * Reads a webhook. Every item carries its own signature; one wrong signature rejects the whole webhook. Copies of an
 * event have the same code, number and success (Adyen documentation, "Handle webhook events").
 */
export function readAdyenWebhook(config: AdyenWebhookConfig, raw: Buffer, headers: WebhookHeaders): GatewayEvent[] {
  if (config.basicAuth) {
    const expected = `Basic ${Buffer.from(`${config.basicAuth.user}:${config.basicAuth.password}`).toString('base64')}`
    if (!sameText(String(headers.authorization), expected))
      throw new BadSignature('adyen webhook with a wrong password')
  }
  let it: z.infer<typeof webhook>
  try {
    it = webhook.parse(parsedBody(raw))
  } catch {
    throw new BadSignature('adyen webhook without readable items')
  }
  const items = it.notificationItems.map((entry) => entry.NotificationRequestItem)
  if (!items.every((candidate) => isItemSigned(config.hmacKeys, candidate))) throw new BadSignature('adyen webhook')
  if (it.live !== String(config.live)) throw new BadSignature('adyen webhook of the other mode')
  return items.map((candidate) => ({
    eventId: eventIdOf(candidate),
    ...meaning(candidate, config.merchantAccount),
  }))
}
