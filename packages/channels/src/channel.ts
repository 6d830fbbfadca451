/** Money that a gateway took. Amounts in integer cents; `txn` is the gateway's own number for it. */
export type Capture = { txn: string; amountCents: number; currency: string }
/** Money that a gateway gave back of the capture `txn`. */
export type GatewayRefund = { refundTxn: string; txn: string; amountCents: number }

export type StartPayment = {
  /** Also the idempotency key at the gateway: creating twice must not make two payments. */
  orderNo: string
  amountCents: number
  currency: string
  title: string
  /** Where the gateway sends the player back to. */
  returnUrl: string
  webhookUrl: string
  /** ms since 1970. */
  expiresAtMs: number
}

/**
 * What a gateway knows of one order. Only an explicit success is in `captures`; a status that we do not
 * know is `pending`, never an end.
 */
export type GatewayStatus = {
  state: 'unknown_payment' | 'pending' | 'paid' | 'failed' | 'cancelled'
  captures: readonly Capture[]
  refunds: readonly GatewayRefund[]
}

export type GatewayEvent = {
  eventId: string
  kind: 'paid' | 'failed' | 'cancelled' | 'refunded' | 'ignored'
  orderNo: string
  txn: string
  refundTxn: string
  amountCents: number
  currency: string
}

/** A webhook that is not genuine: nothing in it is believed. */
export class BadSignature extends Error {}

/** Our side of a payment gateway. Every outside call ends within its time-out, by an answer or by throwing. */
export type Channel = {
  readonly code: string
  /** Shown where no translation exists. */
  readonly name: string
  readonly icon: string
  /** What it can sell. */
  readonly sells: ReadonlySet<'item' | 'coin'>
  /** `points` pays from our own ledger: no gateway is behind it, and no call below is ever made. */
  readonly kind: 'gateway' | 'points'
  /** Whether players may be sent there: an answer that names another site is not followed. */
  ownsPage(url: URL): boolean
  create(payment: StartPayment): Promise<{ ref: string; url: string }>
  /** Pure. @throws BadSignature before anything in the body is believed. */
  readWebhook(raw: Buffer, headers: Record<string, string | string[] | undefined>, nowMs: number): GatewayEvent
  fetchStatus(orderNo: string): Promise<GatewayStatus>
  /** Asks the gateway to take no more money; the answer says what it took before. */
  cancel(orderNo: string): Promise<GatewayStatus>
  /** `key` makes a repeated refund the same refund. */
  refund(refund: { orderNo: string; txn: string; amountCents: number; key: string }): Promise<{ refundTxn: string }>
}
