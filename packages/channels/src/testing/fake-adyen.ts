import { createHmac } from 'node:crypto'
import type { DisputeStage } from '../channel.ts'
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
import { adyenNotation } from './notation.ts'

const no = (status: number, errorCode: string, errorType = 'validation'): Reply => ({
  status,
  body: { status, errorCode, errorType, message: 'no' },
})

/** Adyen's Pay by Link, refunds and standard webhooks, built from its API explorer and webhook documentation. */
export class FakeAdyen extends FakeGateway {
  readonly code = 'adyen'
  protected readonly notation = adyenNotation
  readonly key = 'AQEfakeCanaryApiKeyOfTheMerchant'
  readonly account = 'FakePublisherECOM'
  readonly hmacKey = 'c0ffee'.repeat(10) + '0123'
  readonly password = 'canary-webhook-password'
  /** The event that reports a failed refund: before it was made, by the scheme, or after the money had come back. */
  failsBy: 'REFUND' | 'REFUND_FAILED' | 'REFUNDED_REVERSED' = 'REFUND_FAILED'

  /** The words of the methods that the account has. A link that is restricted to another is refused. */
  has = new Set(['scheme', 'applepay', 'googlepay', 'ideal', 'bcmc'])

  env(): Record<string, string> {
    return {
      ADYEN_API_KEY: this.key,
      ADYEN_MERCHANT_ACCOUNT: this.account,
      ADYEN_HMAC_KEYS: `${'ab'.repeat(32)},${this.hmacKey}`,
      ADYEN_API_URL: this.url,
      ADYEN_WEBHOOK_USER: 'adyen',
      ADYEN_WEBHOOK_PASSWORD: this.password,
    }
  }
  secrets(): string[] {
    return [this.key, this.hmacKey, this.password]
  }

  #link(payment: FakePayment): object {
    return {
      id: payment.id,
      reference: payment.orderNo,
      amount: { value: payment.amountCents, currency: payment.currency },
      merchantAccount: this.account,
      expiresAt: new Date(payment.expiresAtMs).toISOString(),
      // A refused attempt leaves the link unchanged.
      status: {
        open: 'active',
        approved: 'paymentPending',
        promised: 'paymentPending',
        paid: 'completed',
        failed: 'active',
        cancelled: 'expired',
        strange: 'status_of_2031',
      }[payment.state],
      url: `${this.url}/${payment.id}`,
    }
  }
  protected answer(call: Call): Reply {
    if (call.headers['x-api-key'] !== this.key) return no(401, '000', 'security')
    const body = (call.body ? JSON.parse(call.body) : {}) as {
      merchantAccount?: string
      reference?: string
      amount?: { value: number; currency: string }
      returnUrl?: string
      expiresAt?: string
      status?: string
      allowedPaymentMethods?: string[]
      countryCode?: string
    }
    if (call.path === '/v71/paymentMethods')
      return { status: 200, body: { paymentMethods: [...this.has].map((type) => ({ type, name: type })) } }
    if (call.path === '/v71/paymentLinks')
      return this.once(call.headers['idempotency-key'], call, () => {
        if (body.merchantAccount !== this.account) return no(403, '901', 'security')
        if (Date.parse(body.expiresAt ?? '') <= this.now()) return no(422, '14_030')
        if (!this.notation.takes(body.amount?.value ?? 0, body.amount?.currency ?? '')) return no(422, '137')
        const [method] = body.allowedPaymentMethods ?? []
        if (method !== undefined && !this.has.has(method)) return no(422, '14_005')
        const payment: FakePayment = {
          id: this.id('PL'),
          orderNo: body.reference ?? '',
          amountCents: body.amount?.value ?? 0,
          currency: body.amount?.currency ?? '',
          returnUrl: body.returnUrl ?? '',
          expiresAtMs: Date.parse(body.expiresAt ?? ''),
          state: 'open',
          captures: [],
          refunds: [],
          ...(method === undefined ? {} : { method }),
          ...(body.countryCode === undefined ? {} : { country: body.countryCode }),
        }
        this.payments.set(payment.orderNo, payment)
        return { status: 201, body: this.#link(payment) }
      })
    const [, id = ''] = /^\/v71\/paymentLinks\/([^/]+)$/.exec(call.path) ?? []
    if (id) {
      const payment = this.find(id)
      if (!payment) return no(404, '14_002')
      if (call.method === 'PATCH') {
        if (!['open', 'failed'].includes(payment.state) || body.status !== 'expired') return no(422, '14_031')
        payment.state = 'cancelled'
      }
      return { status: 200, body: this.#link(payment) }
    }
    const [, txn = ''] = /^\/v71\/payments\/([^/]+)\/refunds$/.exec(call.path) ?? []
    const payment = this.byTxn(txn)
    if (!payment) return no(404, '000')
    return this.once(call.headers['idempotency-key'], call, () => {
      const { value = 0, currency = '' } = body.amount ?? {}
      if (!this.notation.takes(value, currency) || value > this.mayGive(payment, txn)) return no(422, '137')
      const refund = this.giveBack(payment, txn, body.amount?.value, 'shop')
      this.unsaid.push(...this.refundedNews(payment, refund))
      return {
        status: 201,
        body: {
          merchantAccount: this.account,
          paymentPspReference: txn,
          pspReference: refund.refundTxn,
          status: 'received',
          reference: body.reference,
        },
      }
    })
  }

  #item(
    eventCode: string,
    success: boolean,
    pspReference: string,
    payment: FakePayment,
    amount: { amountCents: number; currency: string },
    originalReference?: string,
  ): News {
    return {
      additionalData: {},
      amount: { value: amount.amountCents, currency: amount.currency },
      eventCode,
      eventDate: new Date().toISOString(),
      merchantAccountCode: this.account,
      merchantReference: payment.orderNo,
      ...(originalReference ? { originalReference } : {}),
      pspReference,
      reason: 'a reason',
      success: String(success),
    }
  }
  protected paidNews(payment: FakePayment, capture: FakeCapture): News[] {
    // An authorisation's reason contains its code, the card's last digits and its expiry (Adyen documentation, "Webhook
    // structure and types").
    return [
      {
        ...this.#item('AUTHORISATION', true, capture.txn, payment, capture),
        reason: '033899:1111:03/2030',
        additionalData: capture.payerCountry ? { issuerCountry: capture.payerCountry } : {},
      },
      this.#item('CAPTURE', true, this.id('cap'), payment, capture, capture.txn),
    ]
  }
  protected failedNews(payment: FakePayment): News[] {
    return [this.#item('AUTHORISATION', false, this.id('txn'), payment, payment)]
  }
  protected endedNews(payment: FakePayment): News[] {
    return [this.#item('OFFER_CLOSED', true, this.id('off'), payment, payment)]
  }
  protected refundedNews(payment: FakePayment, refund: FakeRefund): News[] {
    return [this.#item('REFUND', true, refund.refundTxn, payment, refund, refund.txn)]
  }
  protected refundFailedNews(payment: FakePayment, refund: FakeRefund): News[] {
    const eventCode = this.failsBy
    return [
      {
        ...this.#item(eventCode, eventCode !== 'REFUND', refund.refundTxn, payment, refund, refund.txn),
        reason: 'Refund failed: closed account',
      },
    ]
  }
  protected disputeNews(payment: FakePayment, capture: FakeCapture, stage: DisputeStage): News[] {
    const codes = {
      opened: ['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK'],
      won: ['CHARGEBACK_REVERSED', 'PREARBITRATION_WON'],
      lost: ['SECOND_CHARGEBACK'],
    }[stage]
    return codes.map((code) => ({
      ...this.#item(code, true, `dsp_${capture.txn}`, payment, capture, capture.txn),
      additionalData: { defensePeriodEndsAt: '2030-03-17T18:46:40+01:00' },
    }))
  }
  strangeNews(orderNo: string): News[] {
    return [this.#item('EVENT_OF_2031', true, this.id('new'), this.payment(orderNo), this.payment(orderNo))]
  }

  /** Packs several items into one webhook, each with its own signature. */
  packAll(news: readonly News[], { forged }: Sending = {}): { body: string; headers: Record<string, string> } {
    const items = news.map((event) => {
      const { value, currency } = event.amount as { value: number; currency: string }
      const text = [
        event.pspReference,
        event.originalReference ?? '',
        event.merchantAccountCode,
        event.merchantReference,
        value,
        currency,
        event.eventCode,
        event.success,
      ].join(':')
      const hmacSignature = createHmac('sha256', Buffer.from(forged ? '00'.repeat(32) : this.hmacKey, 'hex'))
        .update(text)
        .digest('base64')
      return {
        NotificationRequestItem: { ...event, additionalData: { ...(event.additionalData as object), hmacSignature } },
      }
    })
    return {
      body: JSON.stringify({ live: String(this.live), notificationItems: items }),
      headers: { authorization: `Basic ${Buffer.from(`adyen:${this.password}`).toString('base64')}` },
    }
  }
  pack(news: News, sending: Sending): { body: string; headers: Record<string, string> } {
    return this.packAll([news], sending)
  }
}
