import { FakeAdyen } from '@hc/channels/testing/fake-adyen'
import type { FakeGateway } from '@hc/channels/testing/fake-gateway'
import { FakePaypal } from '@hc/channels/testing/fake-paypal'
import { FakeSandbox } from '@hc/channels/testing/fake-sandbox'
import { FakeStripe } from '@hc/channels/testing/fake-stripe'

/** The traits in which a provider differs from the others. */
export type Traits = {
  fake: () => FakeGateway
  /** The request lines of calls, so that a test can fail the right one. */
  create: RegExp
  look: RegExp
  refund: RegExp
  /** The shop can find money by asking, without a webhook. */
  polls: boolean
  /** A failed attempt ends the order. If false, the payer may try again on the same page. */
  failEnds: boolean
  /** The answer to a refund confirms it. If false, a webhook confirms it later. */
  refundsAtOnce: boolean
  /** A webhook carries its own time. */
  stamped: boolean
  /** ms until money appears in the provider's list. */
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
