import { NoAnswer } from './http.ts'
import type { PayMethod } from './methods.ts'

/** The country of the card or wallet, ISO 3166-1 alpha-2, if the gateway tells it. */
export type Payer = { payerCountry?: string }

/** Money that a gateway took. Amounts in integer cents; `txn` is the gateway's own number of the capture. */
export type Capture = { txn: string; amountCents: number; currency: string } & Payer

/** The payer's country as the gateway tells it; a value that is no country is ignored. */
export const payerFrom = (country: unknown): Payer =>
  typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? { payerCountry: country } : {}

/** Money that a gateway refunded of the capture `txn`. */
export type GatewayRefund = {
  refundTxn: string
  txn: string
  amountCents: number
  /** '' if the gateway does not tell it: then the capture's. */ currency: string
}

export type FailedRefund = GatewayRefund & { /** The gateway's own word. */ reason: string }

/** The data of an order for a gateway. It is the same at each call, so that a repeated call finds the first payment. */
export type Payment = {
  /** Also the idempotency key at the gateway: creating twice must not make two payments. */
  orderNo: string
  amountCents: number
  currency: string
  /** The item's name, for the payer's eyes; each gateway shortens it to its own limit. */
  title: string
  /** The address to which the gateway sends the player back. */
  returnUrl: string
  webhookUrl: string
  /** ms since 1970. */
  expiresAtMs: number
  /** The gateway's own number of the payment; null if its answer to `create` never came. */
  ref: string | null
  /** What the player chose to pay with; null or absent: the gateway's page asks. */
  method?: PayMethod | null
}

/** A purchase that a gateway is asked about: what it can be paid with. */
export type MethodWish = { country: string; currency: string; amountCents: number }

/**
 * The gateway's state of one order. `captures` contains explicit successes only; a status that we do not know is
 * `pending`, never an end.
 */
export type GatewayStatus = {
  state: 'unknown_payment' | 'pending' | 'paid' | 'failed' | 'cancelled'
  /** Empty although `paid` if the gateway reports captures by webhooks only. */
  captures: readonly Capture[]
  refunds: readonly GatewayRefund[]
  /** Refunds that the gateway accepted but did not make, or made and reversed. */
  failedRefunds?: readonly FailedRefund[]
}

/** The stage of a dispute (chargeback): the money is claimed back, stays with us, or is lost. */
export type DisputeStage = 'opened' | 'won' | 'lost'
export type Dispute = {
  id: string
  stage: DisputeStage
  /** The gateway's own word. */ reason: string
  /** The deadline for evidence, ms since 1970; 0 if the gateway does not tell it. */ dueMs: number
  /** `refunded` reports the money of a loss, too, and only that is booked. */ alsoMoney?: true
}

/**
 * One event of a gateway; a webhook may carry several. `orderNo` is empty if the gateway names only the capture
 * (`txn`).
 */
export type GatewayEvent = {
  eventId: string
  /**
   * `approved`: the payer has agreed, and `fetchStatus` captures the money. `promised`: the payer has a voucher, or a
   * bank debit is on its way; the money comes until `untilMs`, or never.
   */
  kind: 'paid' | 'failed' | 'cancelled' | 'refunded' | 'refund_failed' | 'dispute' | 'approved' | 'promised' | 'ignored'
  orderNo: string
  txn: string
  refundTxn: string
  amountCents: number
  currency: string
  dispute?: Dispute
  /** The reason of a failed refund. */
  reason?: string
  /** The end of a promise, ms since 1970. */
  untilMs?: number
} & Payer

/** One line of a gateway's own books, for reconciliation. `at` in ms since 1970. */
export type BookLine =
  | { kind: 'capture'; txn: string; orderNo: string; amountCents: number; currency: string; at: number }
  | {
      kind: 'refund' | 'refund_failed'
      refundTxn: string
      txn: string
      orderNo: string
      amountCents: number
      currency: string
      at: number
    }

/** A webhook that is not genuine: nothing in it is believed. */
export class BadSignature extends Error {}

/** The gateway understood the request and refuses it for good: a retry changes nothing. */
export class Refused extends Error {
  /** The gateway's number of a failed refund; '' if it made none. */
  readonly refundTxn: string
  constructor(message: string, refundTxn = '') {
    super(message)
    this.refundTxn = refundTxn
  }
}

/** The gateway accepted a refund and has not made it yet: a webhook or the next query tells the outcome. */
export class RefundUnderWay extends NoAnswer {
  readonly refundTxn: string
  constructor(message: string, refundTxn: string) {
    super(message, 200)
    this.refundTxn = refundTxn
  }
}

/**
 * A text for another party: one line without control characters, at most `max` UTF-16 units, no character cut in two.
 * Decision 100.
 */
export function plainText(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length <= max
    ? line
    : line
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trim()
}

export type WebhookHeaders = Record<string, string | string[] | undefined>

/** Our side of a payment gateway. Every outside call ends within its time-out, with an answer or with NoAnswer. */
export type Channel = {
  readonly code: string
  /** Shown if there is no translation. */
  readonly name: string
  readonly icon: string
  /** The kinds of goods that it can sell. */
  readonly sells: ReadonlySet<'item' | 'coin'>
  /** `points` pays from our own ledger: there is no gateway, and no call below is ever made. */
  readonly kind: 'gateway' | 'points'
  /** The seconds that a player has to pay, if the provider demands more than the shop's default. */
  readonly windowSeconds?: number
  /** The currencies that it takes; absent: any currency. */
  readonly currencies?: ReadonlySet<string>
  /** The smallest amount that it takes in a currency, in our minor units; 0 if it has no minimum. */
  minimum?(currency: string): number
  /** Amounts in a currency must be multiples of it, in our minor units; absent: 1. */
  step?(currency: string): number
  /** The methods that its page can be restricted to: our codes, and its own words for them. */
  readonly methodWords?: Readonly<Record<string, string>>
  /**
   * Which of them the merchant's account has for such a purchase, by our codes. Absent: it always has all of them.
   * @throws NoAnswer
   */
  methods?(wish: MethodWish): Promise<readonly string[]>
  /** Whether that depends on the purchase. */
  readonly methodsByPurchase?: true
  /** The body of the answer to a webhook, if the provider requires one. */
  readonly webhookAnswer?: string
  /** Whether `url` belongs to the gateway: the shop sends players to no other site. */
  ownsPage(url: URL): boolean
  create(payment: Payment): Promise<{ ref: string; url: string }>
  /**
   * @throws BadSignature before anything in the body is believed; NoAnswer if the provider must be asked and does not
   * answer.
   */
  readWebhook(raw: Buffer, headers: WebhookHeaders, nowMs: number): Promise<GatewayEvent[]>
  fetchStatus(payment: Payment): Promise<GatewayStatus>
  /** Asks the gateway to take no more money; the answer tells what it took before. */
  cancel(payment: Payment): Promise<GatewayStatus>
  /**
   * `key` makes a repeated refund the same refund. @throws Refused if the gateway will not refund, or the refund has
   * failed; RefundUnderWay.
   */
  refund(refund: {
    orderNo: string
    ref: string | null
    txn: string
    amountCents: number
    currency: string
    key: string
  }): Promise<{ refundTxn: string }>
  /** The gateway's page on which a person answers a dispute; absent if there is no known one. */
  disputePage?(id: string): string
  /** The seconds after which a capture or refund is in `books` for sure, if that takes more than minutes. */
  readonly booksLagSeconds?: number
  /**
   * The gateway's own books after a cursor that it made (null: from `sinceMs`), oldest first. Absent if the gateway has
   * no such list.
   */
  books?(
    after: { cursor: string | null; sinceMs: number },
    limit: number,
  ): Promise<{ lines: BookLine[]; cursor: string | null; more: boolean }>
}
