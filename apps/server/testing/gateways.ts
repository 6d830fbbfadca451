import { FakeAdyen } from '@hc/channels/testing/fake-adyen'
import type { FakeGateway } from '@hc/channels/testing/fake-gateway'
import { FakePaypal } from '@hc/channels/testing/fake-paypal'
import { FakeSandbox } from '@hc/channels/testing/fake-sandbox'
import { FakeStripe } from '@hc/channels/testing/fake-stripe'

/** What a provider has, or does otherwise than the others. */
export type Traits = {
  fake: () => FakeGateway
  /** Calls by their line, for trouble at the right place. */
  create: RegExp
  look: RegExp
  refund: RegExp
  /** Money can be found by asking, without a webhook. */
  polls: boolean
  /** A failed attempt ends the order; elsewhere the payer may try again on the same page. */
  failEnds: boolean
  /** The answer to a refund says that the money is back; elsewhere a webhook says so later. */
  refundsAtOnce: boolean
  /** A webhook bears its own time. */
  stamped: boolean
  /** How long until money is in the provider's list. */
  booksLagMs?: number
}

export const gateways: Traits[] = [
  {
    fake: () => new FakeSandbox(),
    create: /POST \/v1\/payments$/,
    look: /GET \/v1\/payments/,
    refund: /POST .*refunds/,
    polls: true,
    failEnds: true,
    refundsAtOnce: true,
    stamped: true,
  },
  {
    fake: () => new FakeStripe(),
    create: /POST \/v1\/checkout\/sessions$/,
    look: /GET \/v1\/checkout/,
    refund: /POST \/v1\/refunds/,
    polls: true,
    failEnds: true,
    refundsAtOnce: true,
    stamped: true,
  },
  {
    fake: () => new FakePaypal(),
    create: /POST \/v2\/checkout\/orders$/,
    look: /GET \/v2\/checkout/,
    refund: /POST .*\/refund$/,
    polls: true,
    failEnds: true,
    refundsAtOnce: true,
    stamped: false,
    booksLagMs: 4 * 3_600_000,
  },
  {
    fake: () => new FakeAdyen(),
    create: /POST \/v71\/paymentLinks$/,
    look: /GET \/v71\/paymentLinks/,
    refund: /POST .*\/refunds$/,
    polls: false,
    failEnds: false,
    refundsAtOnce: false,
    stamped: false,
  },
]
