import { NoAnswer } from './http.ts'

/** The country of the card or wallet, ISO 3166-1 alpha-2, where the gateway tells it. */
export type Payer = { payerCountry?: string }

/** Money that a gateway took. Amounts in integer cents; `txn` is the gateway's own number for it. */
export type Capture = { txn: string; amountCents: number; currency: string } & Payer

/** A gateway's word for the payer's country; anything that is none says nothing. */
export const payerFrom = (country: unknown): Payer =>
  typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? { payerCountry: country } : {}

/** Money that a gateway gave back of the capture `txn`. */
export type GatewayRefund = {
  refundTxn: string
  txn: string
  amountCents: number
  /** '' where the gateway does not say: its capture's. */ currency: string
}

export type FailedRefund = GatewayRefund & { /** As the gateway names it. */ reason: string }

/** What a gateway is told of an order: the same at each call, so that asking for it again finds the first. */
export type Payment = {
  /** Also the idempotency key at the gateway: creating twice must not make two payments. */
  orderNo: string
  amountCents: number
  currency: string
  /** The item's name, for the payer's eyes; each gateway shortens it to its own limit. */
  title: string
  /** Where the gateway sends the player back to. */
  returnUrl: string
  webhookUrl: string
  /** ms since 1970. */
  expiresAtMs: number
  /** The gateway's own number of the payment; null where its answer to `create` never came. */
  ref: string | null
}

/**
 * What a gateway knows of one order. Only an explicit success is in `captures`; a status that we do not
 * know is `pending`, never an end.
 */
export type GatewayStatus = {
  state: 'unknown_payment' | 'pending' | 'paid' | 'failed' | 'cancelled'
  /** None though `paid` where the gateway tells by webhooks alone what it took. */
  captures: readonly Capture[]
  refunds: readonly GatewayRefund[]
  /** Refunds that the gateway took and did not do, or did and undid. */
  failedRefunds?: readonly FailedRefund[]
}

/** Where a dispute (chargeback) stands: money asked back, left with us, or gone. */
export type DisputeStage = 'opened' | 'won' | 'lost'
export type Dispute = {
  id: string
  stage: DisputeStage
  /** As the gateway names it. */ reason: string
  /** Until when evidence counts, ms since 1970; 0 where it is not said. */ dueMs: number
  /** The money of a loss is told by `refunded` as well, and that alone counts. */ alsoMoney?: true
}

/**
 * One piece of news; a webhook may carry several. `orderNo` is empty where the gateway names the capture (`txn`) alone.
 */
export type GatewayEvent = {
  eventId: string
  /** `approved`: the payer has agreed, and `fetchStatus` takes the money. */
  kind: 'paid' | 'failed' | 'cancelled' | 'refunded' | 'refund_failed' | 'dispute' | 'approved' | 'ignored'
  orderNo: string
  txn: string
  refundTxn: string
  amountCents: number
  currency: string
  dispute?: Dispute
  /** Why a refund failed. */
  reason?: string
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

/** The gateway understood, and says no for good: asking again changes nothing. */
export class Refused extends Error {
  /** The gateway's number of a refund that failed; '' where it made none. */
  readonly refundTxn: string
  constructor(message: string, refundTxn = '') {
    super(message)
    this.refundTxn = refundTxn
  }
}

/** The gateway took a refund and has not done it yet: news, or the next question, tell how it ended. */
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

/** Our side of a payment gateway. Every outside call ends within its time-out, by an answer or by throwing NoAnswer. */
export type Channel = {
  readonly code: string
  /** Shown where no translation exists. */
  readonly name: string
  readonly icon: string
  /** What it can sell. */
  readonly sells: ReadonlySet<'item' | 'coin'>
  /** `points` pays from our own ledger: no gateway is behind it, and no call below is ever made. */
  readonly kind: 'gateway' | 'points'
  /** Seconds that a player has to pay, where the provider demands more than the shop gives. */
  readonly windowSeconds?: number
  /** The currencies that it takes; left out: all that it is asked for. */
  readonly currencies?: ReadonlySet<string>
  /** The smallest amount that it takes in a currency, in our minor units; 0 where it names none. */
  minimum?(currency: string): number
  /** Its amounts in a currency are multiples of it, in our minor units; left out: 1. */
  step?(currency: string): number
  /** The text that a webhook is answered with, where the provider wants its own. */
  readonly webhookAnswer?: string
  /** Whether players may be sent there: an answer that names another site is not followed. */
  ownsPage(url: URL): boolean
  create(payment: Payment): Promise<{ ref: string; url: string }>
  /**
   * @throws BadSignature before anything in the body is believed; NoAnswer where the provider must be asked and does
   * not answer.
   */
  readWebhook(raw: Buffer, headers: WebhookHeaders, nowMs: number): Promise<GatewayEvent[]>
  fetchStatus(payment: Payment): Promise<GatewayStatus>
  /** Asks the gateway to take no more money; the answer says what it took before. */
  cancel(payment: Payment): Promise<GatewayStatus>
  /**
   * `key` makes a repeated refund the same refund. @throws Refused where the gateway will not give it back, or has
   * failed to; RefundUnderWay.
   */
  refund(refund: {
    orderNo: string
    ref: string | null
    txn: string
    amountCents: number
    currency: string
    key: string
  }): Promise<{ refundTxn: string }>
  /** The page at the gateway on which a person answers a dispute; absent where none is known. */
  disputePage?(id: string): string
  /** Seconds until money stands in `books` for sure, where that takes more than minutes. */
  readonly booksLagSeconds?: number
  /**
   * The gateway's own books after a cursor of its making (null: from `sinceMs`), oldest first. Absent where it has no
   * such list.
   */
  books?(
    after: { cursor: string | null; sinceMs: number },
    limit: number,
  ): Promise<{ lines: BookLine[]; cursor: string | null; more: boolean }>
}
