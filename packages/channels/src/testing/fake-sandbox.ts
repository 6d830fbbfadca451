import type { DisputeStage } from '../channel.ts'
import { signWebhook } from '../signature.ts'
import {
  type Call,
  FakeGateway,
  type FakeCapture,
  type FakePayment,
  type FakeRefund,
  type News,
  type Reply,
  type Sending,
} from './fake-gateway.ts'
import { sandboxNotation } from './notation.ts'

/** The sandbox gateway's API (apps/server/src/parties/sandbox), with the misbehaviour of the other fakes. */
export class FakeSandbox extends FakeGateway {
  readonly code = 'sandbox'
  protected readonly notation = sandboxNotation
  readonly key = 'sandbox-fake-canary-key'
  readonly webhookSecret = `whsec_${Buffer.from('canary-of-the-fake-sandbox-0001').toString('base64')}`

  env(): Record<string, string> {
    return { SANDBOX_URL: this.url, SANDBOX_API_KEY: this.key, SANDBOX_WEBHOOK_SECRET: this.webhookSecret }
  }
  secrets(): string[] {
    return [this.key, this.webhookSecret]
  }

  #view(payment: FakePayment): object {
    return {
      id: payment.id,
      status: payment.state,
      page_url: `${this.url}/pay/${payment.id}`,
      captures: payment.captures.map((capture) => ({
        txn: capture.txn,
        amount_cents: capture.amountCents,
        currency: capture.currency,
        ...(capture.payerCountry ? { payer_country: capture.payerCountry } : {}),
      })),
      refunds: payment.refunds
        .filter((refund) => refund.state !== 'failed')
        .map((refund) => ({ refund_txn: refund.refundTxn, txn: refund.txn, amount_cents: refund.amountCents })),
    }
  }
  protected answer(call: Call): Reply {
    if (call.headers.authorization !== `Bearer ${this.key}`) return { status: 401, body: { error: 'key' } }
    if (call.path === '/v1/books') return { status: 200, body: this.#books(call.query) }
    const body = (call.body ? JSON.parse(call.body) : {}) as Record<string, string | number>
    const [, orderNo = '', action] = /^\/v1\/payments(?:\/([^/]+))?(?:\/(\w+))?$/.exec(call.path) ?? []
    if (!orderNo) return this.once(String(body.merchant_order), call, () => this.#create(body))
    const payment = this.payments.get(orderNo)
    if (!payment) return { status: 404, body: {} }
    if (action === 'cancel' && (payment.state === 'open' || payment.state === 'promised'))
      this.unsaid.push(...this.expire(orderNo))
    if (action !== 'refunds') return { status: 200, body: this.#view(payment) }
    const txn = String(body.txn)
    const cachedRefund = payment.refunds.find((candidate) => candidate.key === body.key)
    if (!cachedRefund && Number(body.amount_cents) > this.mayGive(payment, txn)) return { status: 409, body: {} }
    const refund = cachedRefund ?? this.giveBack(payment, txn, Number(body.amount_cents), String(body.key))
    if (!cachedRefund) this.unsaid.push(...this.refundedNews(payment, refund))
    return { status: 200, body: { refund_txn: refund.refundTxn, txn, amount_cents: refund.amountCents } }
  }
  #books(query: URLSearchParams): object {
    const all = [...this.payments.values()]
      .flatMap((payment) => {
        const line = { merchant_order: payment.orderNo }
        return [
          ...payment.captures.map((capture) => ({
            ...line,
            kind: 'capture',
            id: capture.txn,
            txn: capture.txn,
            amount_cents: capture.amountCents,
            currency: capture.currency,
            at: capture.at,
          })),
          ...payment.refunds
            .filter((refund) => refund.state !== 'failed')
            .map((refund) => ({
              ...line,
              kind: 'refund',
              id: refund.refundTxn,
              txn: refund.txn,
              amount_cents: refund.amountCents,
              currency: refund.currency,
              at: refund.at,
            })),
        ]
      })
      .filter((item) => item.at >= Number(query.get('since_ms')))
      .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    const from = all.findIndex((item) => item.id === query.get('after')) + 1
    const lines = all.slice(from, from + Number(query.get('limit')))
    return { lines, after: lines.at(-1)?.id ?? query.get('after'), more: from + lines.length < all.length }
  }
  #create(body: Record<string, string | number>): Reply {
    const orderNo = String(body.merchant_order)
    const payment: FakePayment = {
      id: this.id('pay'),
      orderNo,
      amountCents: Number(body.amount_cents),
      currency: String(body.currency),
      returnUrl: String(body.return_url),
      expiresAtMs: Number(body.expires_at_ms),
      state: 'open',
      captures: [],
      refunds: [],
      ...(body.method === undefined ? {} : { method: String(body.method) }),
    }
    this.payments.set(orderNo, payment)
    return { status: 200, body: this.#view(payment) }
  }

  #event(type: string, payment: FakePayment, more: object): News {
    return { id: this.id('evt'), type, merchant_order: payment.orderNo, ...more }
  }
  protected paidNews(payment: FakePayment, capture: FakeCapture): News[] {
    return [
      this.#event('payment.paid', payment, {
        txn: capture.txn,
        amount_cents: capture.amountCents,
        currency: capture.currency,
        ...(capture.payerCountry ? { payer_country: capture.payerCountry } : {}),
      }),
    ]
  }
  protected override promisedNews(payment: FakePayment): News[] {
    return [this.#event('payment.promised', payment, { until_ms: this.now() + 3 * 86_400_000 })]
  }
  protected failedNews(payment: FakePayment): News[] {
    return [this.#event('payment.failed', payment, {})]
  }
  protected endedNews(payment: FakePayment): News[] {
    return [this.#event('payment.cancelled', payment, {})]
  }
  protected refundedNews(payment: FakePayment, refund: FakeRefund): News[] {
    return [
      this.#event('payment.refunded', payment, {
        txn: refund.txn,
        refund_txn: refund.refundTxn,
        amount_cents: refund.amountCents,
        currency: refund.currency,
      }),
    ]
  }
  protected refundFailedNews(payment: FakePayment, refund: FakeRefund): News[] {
    return [
      this.#event('payment.refund_failed', payment, {
        txn: refund.txn,
        refund_txn: refund.refundTxn,
        amount_cents: refund.amountCents,
        currency: refund.currency,
        reason: 'the account was closed',
      }),
    ]
  }
  protected disputeNews(payment: FakePayment, capture: FakeCapture, stage: DisputeStage): News[] {
    return [
      this.#event(`payment.dispute_${stage}`, payment, {
        txn: capture.txn,
        dispute_id: `dsp_${capture.txn}`,
        reason: 'fraud',
        due_ms: 1_900_000_000_000,
        amount_cents: capture.amountCents,
        currency: capture.currency,
      }),
    ]
  }
  strangeNews(orderNo: string): News[] {
    return [this.#event('payment.of_2031', this.payment(orderNo), {})]
  }

  pack(news: News, { forged, ageSeconds = 0 }: Sending): { body: string; headers: Record<string, string> } {
    const body = JSON.stringify(news)
    const time = Math.floor(this.now() / 1000) - ageSeconds
    const secret = forged
      ? `whsec_${Buffer.from('somebody-elses-secret-00000001').toString('base64')}`
      : this.webhookSecret
    return {
      body,
      headers: {
        'webhook-id': String(news.id),
        'webhook-timestamp': String(time),
        'webhook-signature': signWebhook(secret, String(news.id), time, body),
      },
    }
  }
}
