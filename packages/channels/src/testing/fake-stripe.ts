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
import { stripeNotation } from './notation.ts'

const seconds = (ms: number): number => Math.floor(ms / 1000)
const no = (status: number, type: string, code: string, param = ''): Reply => ({
  status,
  body: { error: { type, code, param, message: `${code} ${param}` } },
})

/** Of intents without money. */
const intentStates: Readonly<Record<string, string>> = {
  failed: 'requires_payment_method',
  promised: 'requires_action',
}

/** The smallest charges of an account that settles in these currencies (https://docs.stripe.com/currencies). */
const LEAST: Readonly<Record<string, number>> = { USD: 50, EUR: 50, GBP: 30, JPY: 50, HUF: 17_500, THB: 1000 }

/**
 * Stripe's Checkout, refunds and balance, built from its API reference: the documented fields, form-encoded bodies,
 * lists newest first.
 */
export class FakeStripe extends FakeGateway {
  readonly code = 'stripe'
  protected readonly notation = stripeNotation
  readonly key = ['sk', 'test', 'fake51CanaryOfTheSecretKey'].join('_')
  readonly webhookSecret = 'whsec_fakeCanaryOfTheEndpointSecret01'
  /**
   * The number of next refunds that find the merchant's balance empty; Stripe repeats that answer for their keys for a
   * day.
   */
  poor = 0
  /**
   * Whether the account sells through Stripe itself where a session does not say no, as accounts made since July 2026
   * do. Such a session needs a tax code, the item's own or the account's preset, and the buyer pays tax on top.
   */
  managed: 'no' | 'without preset' | 'with preset' = 'with preset'
  /** The words of the methods that the account has. Others are refused where a session is restricted to them. */
  has = new Set(['card', 'apple_pay', 'google_pay', 'ideal', 'konbini', 'boleto'])
  readonly #intents = new Map<string, string>()

  env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: this.key,
      STRIPE_WEBHOOK_SECRETS: `whsec_newerButUnknownToTheFake00001,${this.webhookSecret}`,
      STRIPE_API_URL: this.url,
    }
  }
  secrets(): string[] {
    return [this.key, this.webhookSecret]
  }

  /** The intent's number is the one that refunds and disputes name. */
  #intent(payment: FakePayment, capture: FakeCapture | undefined, charged = false): object | null {
    if (payment.state === 'open' || payment.state === 'cancelled') return null
    const number = capture?.txn ?? this.#intents.get(payment.orderNo) ?? this.id('pi')
    this.#intents.set(payment.orderNo, number)
    return {
      id: number,
      object: 'payment_intent',
      amount: capture?.amountCents ?? payment.amountCents,
      amount_received: capture?.amountCents ?? 0,
      currency: (capture?.currency ?? payment.currency).toLowerCase(),
      status: capture ? 'succeeded' : (intentStates[payment.state] ?? 'a_status_of_2031'),
      metadata: { order_no: payment.orderNo },
      livemode: this.live,
      latest_charge: capture ? (charged ? this.#charge(payment, capture) : `ch_${number}`) : null,
    }
  }
  #charge(payment: FakePayment, capture: FakeCapture): object {
    return {
      object: 'charge',
      id: `ch_${capture.txn}`,
      payment_intent: capture.txn,
      amount_captured: capture.amountCents,
      currency: capture.currency.toLowerCase(),
      metadata: { order_no: payment.orderNo },
      payment_method_details: { type: 'card', card: { brand: 'visa', country: capture.payerCountry ?? null } },
    }
  }
  #session(payment: FakePayment, expanded: boolean, capture = payment.captures[0]): object {
    const intent = this.#intent(payment, capture, expanded) as { id: string } | null
    const status = {
      open: 'open',
      approved: 'open',
      promised: 'complete',
      paid: 'complete',
      failed: 'complete',
      cancelled: 'expired',
      strange: 'a_status_of_2031',
    }[payment.state]
    return {
      id: payment.id,
      object: 'checkout.session',
      client_reference_id: payment.orderNo,
      metadata: { order_no: payment.orderNo },
      mode: 'payment',
      livemode: this.live,
      amount_total: capture?.amountCents ?? payment.amountCents,
      currency: (capture?.currency ?? payment.currency).toLowerCase(),
      expires_at: seconds(payment.expiresAtMs),
      status,
      payment_status: payment.captures.length > 0 ? 'paid' : 'unpaid',
      payment_intent: expanded ? intent : (intent?.id ?? null),
      url: status === 'open' ? `${this.url}/c/pay/${payment.id}` : null,
    }
  }
  #refund(refund: FakeRefund, orderNo: string): object {
    return {
      id: refund.refundTxn,
      object: 'refund',
      amount: refund.amountCents,
      currency: refund.currency.toLowerCase(),
      payment_intent: refund.txn,
      charge: `ch_${refund.txn}`,
      status: { done: 'succeeded', pending: 'pending', failed: 'failed' }[refund.state],
      metadata: refund.key ? { refund_key: refund.key, order_no: orderNo } : {},
    }
  }

  protected answer(call: Call): Reply {
    if (call.headers.authorization !== `Bearer ${this.key}`) return no(401, 'invalid_request_error', '')
    const form = new URLSearchParams(call.body)
    const other = no(400, 'idempotency_error', '')
    if (call.path === '/v1/checkout/sessions' && call.method === 'POST')
      return this.once(call.headers['idempotency-key'], call, () => this.#create(form), other)
    const [, id = '', expire] = /^\/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(call.path) ?? []
    if (id) {
      const payment = this.find(id)
      if (!payment) return no(404, 'invalid_request_error', 'resource_missing', 'id')
      if (expire) {
        if (payment.state !== 'open') return no(400, 'invalid_request_error', '')
        this.unsaid.push(...this.expire(payment.orderNo))
      }
      return { status: 200, body: this.#session(payment, call.query.get('expand[0]') === 'payment_intent') }
    }
    if (call.path === '/v1/refunds' && call.method === 'POST')
      return this.once(call.headers['idempotency-key'], call, () => this.#give(form), other)
    if (call.path === '/v1/refunds') {
      const txn = call.query.get('payment_intent') ?? ''
      const payment = this.byTxn(txn)
      return {
        status: 200,
        body: {
          object: 'list',
          has_more: false,
          data: (payment?.refunds ?? [])
            .filter((refund) => refund.txn === txn)
            .toReversed()
            .map((refund) => this.#refund(refund, payment?.orderNo ?? '')),
        },
      }
    }
    const [, txn = ''] = /^\/v1\/payment_intents\/([^/]+)$/.exec(call.path) ?? []
    const paid = txn && this.byTxn(txn)
    if (paid)
      return {
        status: 200,
        body: this.#intent(
          paid,
          paid.captures.find((capture) => capture.txn === txn),
        ),
      }
    if (call.path === '/v1/payment_method_configurations') return { status: 200, body: this.#configurations() }
    if (call.path === '/v1/balance_transactions') return { status: 200, body: this.#balance(call.query) }
    return no(404, 'invalid_request_error', '')
  }
  /** The account's default configuration, and a platform's that is not. */
  #configurations(): object {
    const state = (isOn: boolean): object => ({
      available: isOn,
      display_preference: { overridable: null, preference: isOn ? 'on' : 'off', value: isOn ? 'on' : 'off' },
    })
    const methods = Object.fromEntries([...this.has, 'swish'].map((word) => [word, state(this.has.has(word))]))
    return {
      object: 'list',
      has_more: false,
      data: [
        {
          id: 'pmc_other',
          object: 'payment_method_configuration',
          active: true,
          is_default: false,
          swish: state(true),
        },
        { id: 'pmc_own', object: 'payment_method_configuration', active: true, is_default: true, ...methods },
      ],
    }
  }
  #create(form: URLSearchParams): Reply {
    const text = (name: string): string => form.get(name) ?? ''
    const orderNo = text('client_reference_id')
    const expires = Number(text('expires_at')) * 1000
    if (expires < this.now() + 30 * 60_000 || expires > this.now() + 24 * 3_600_000)
      return no(400, 'invalid_request_error', '', 'expires_at')
    if (
      text('mode') !== 'payment' ||
      text('line_items[0][quantity]') !== '1' ||
      text('payment_intent_data[metadata][order_no]') !== orderNo
    )
      return no(400, 'invalid_request_error', 'parameter_missing', 'mode')
    const price = Number(text('line_items[0][price_data][unit_amount]'))
    const sellsItself = this.managed !== 'no' && text('managed_payments[enabled]') !== 'false'
    const code = 'line_items[0][price_data][product_data][tax_code]'
    if (sellsItself && this.managed === 'without preset' && text(code) === '')
      return no(400, 'invalid_request_error', 'parameter_missing', code)
    const amount = sellsItself ? Math.round(price * 1.09) : price
    const currency = text('line_items[0][price_data][currency]').toUpperCase()
    if (price < (LEAST[currency] ?? 1)) return no(400, 'invalid_request_error', 'amount_too_small', 'line_items')
    if (!this.notation.takes(price, currency)) return no(400, 'invalid_request_error', 'invalid_integer', 'line_items')
    const type = form.get('allowed_payment_method_types[0]')
    if (type !== null && !this.has.has(type))
      return no(400, 'invalid_request_error', '', 'allowed_payment_method_types[0]')
    const payment: FakePayment = {
      id: this.id('cs_test'),
      orderNo,
      amountCents: amount,
      currency,
      returnUrl: text('success_url'),
      expiresAtMs: expires,
      state: 'open',
      captures: [],
      refunds: [],
      ...(type === null ? {} : { method: type }),
    }
    this.payments.set(orderNo, payment)
    return { status: 200, body: this.#session(payment, false) }
  }
  #give(form: URLSearchParams): Reply {
    const txn = form.get('payment_intent') ?? ''
    const payment = this.byTxn(txn)
    if (!payment) return no(404, 'invalid_request_error', 'resource_missing', 'payment_intent')
    if (this.poor-- > 0) return { ...no(400, 'invalid_request_error', 'balance_insufficient'), kept: true }
    const remaining = this.mayGive(payment, txn)
    if (remaining === 0) return no(400, 'invalid_request_error', 'charge_already_refunded')
    if (!this.notation.takes(Number(form.get('amount')), payment.currency))
      return no(400, 'invalid_request_error', 'invalid_integer', 'amount')
    if (Number(form.get('amount')) > remaining) return no(400, 'invalid_request_error', '', 'amount')
    const refund = this.giveBack(payment, txn, Number(form.get('amount')), form.get('metadata[refund_key]') ?? '')
    this.unsaid.push(...this.refundedNews(payment, refund))
    return { status: 200, body: this.#refund(refund, payment.orderNo) }
  }
  #balance(query: URLSearchParams): object {
    const all = [...this.payments.values()]
      .flatMap((payment) => [
        ...payment.captures.map((capture) => ({
          id: `txn_c_${capture.txn}`,
          type: 'charge',
          at: capture.at,
          source: this.#charge(payment, capture),
        })),
        ...payment.refunds.map((refund) => ({
          id: `txn_r_${refund.refundTxn}`,
          type: 'refund',
          at: refund.at,
          source: this.#refund(refund, payment.orderNo),
        })),
        ...payment.refunds
          .filter((refund) => refund.state === 'failed')
          .map((refund) => ({
            id: `txn_x_${refund.refundTxn}`,
            type: 'refund_failure',
            at: refund.at,
            source: this.#refund(refund, payment.orderNo),
          })),
        ...payment.captures.map((capture) => ({
          id: `txn_f_${capture.txn}`,
          type: 'stripe_fee',
          at: capture.at,
          source: null,
        })),
      ])
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
      .filter((item) => seconds(item.at) >= Number(query.get('created[gte]') ?? 0))
    const limit = Number(query.get('limit'))
    const place = (id: string | null): number => all.findIndex((item) => item.id === id)
    const before = query.get('ending_before')
    const end = before ? place(before) : all.length
    const from = before ? Math.max(0, end - limit) : place(query.get('starting_after')) + 1
    const to = before ? end : Math.min(all.length, from + limit)
    return {
      object: 'list',
      has_more: before ? from > 0 : to < all.length,
      data: all.slice(from, to).map(({ at, ...item }) => ({ ...item, created: seconds(at) })),
    }
  }

  #event(type: string, object: object): News {
    return {
      id: this.id('evt'),
      object: 'event',
      type,
      livemode: this.live,
      created: seconds(this.now()),
      data: { object },
    }
  }
  protected paidNews(payment: FakePayment, capture: FakeCapture): News[] {
    return [
      this.#event('payment_intent.succeeded', this.#intent(payment, capture) ?? {}),
      this.#event('checkout.session.completed', this.#session(payment, false, capture)),
      ...(capture.payerCountry ? [this.#event('charge.succeeded', this.#charge(payment, capture))] : []),
    ]
  }
  protected override promisedNews(payment: FakePayment): News[] {
    return [this.#event('checkout.session.completed', this.#session(payment, false))]
  }
  protected failedNews(payment: FakePayment): News[] {
    return [
      this.#event('payment_intent.payment_failed', this.#intent(payment, undefined) ?? {}),
      this.#event('checkout.session.async_payment_failed', this.#session(payment, false)),
    ]
  }
  protected endedNews(payment: FakePayment): News[] {
    return [this.#event('checkout.session.expired', this.#session(payment, false))]
  }
  protected refundedNews(payment: FakePayment, refund: FakeRefund): News[] {
    const object = this.#refund(refund, payment.orderNo)
    return [
      this.#event('refund.created', { ...object, status: 'pending' }),
      this.#event('refund.updated', object),
      this.#event('charge.refunded', { object: 'charge', payment_intent: refund.txn }),
    ]
  }
  protected refundFailedNews(payment: FakePayment, refund: FakeRefund): News[] {
    const object = { ...this.#refund(refund, payment.orderNo), failure_reason: 'expired_or_canceled_card' }
    return [this.#event('refund.updated', object), this.#event('refund.failed', object)]
  }
  protected disputeNews(payment: FakePayment, capture: FakeCapture, stage: DisputeStage): News[] {
    return [
      this.#event(stage === 'opened' ? 'charge.dispute.created' : 'charge.dispute.closed', {
        id: `dp_${capture.txn}`,
        object: 'dispute',
        amount: capture.amountCents,
        currency: capture.currency.toLowerCase(),
        payment_intent: capture.txn,
        charge: `ch_${capture.txn}`,
        reason: 'fraudulent',
        metadata: {},
        status: { opened: 'needs_response', won: 'won', lost: 'lost' }[stage],
        evidence_details: { due_by: 1_900_000_000 },
      }),
    ]
  }
  strangeNews(orderNo: string): News[] {
    return [
      this.#event('checkout.session.of_2031', this.#session(this.payment(orderNo), false)),
      this.#event('checkout.session.completed', {
        ...this.#session(this.payment(orderNo), false),
        payment_status: 'a_status_of_2031',
      }),
    ]
  }

  pack(news: News, { forged, ageSeconds = 0 }: Sending): { body: string; headers: Record<string, string> } {
    const body = JSON.stringify(news)
    const time = seconds(this.now()) - ageSeconds
    const sign = (secret: string): string => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return {
      body,
      headers: {
        'stripe-signature': `t=${time},v1=${sign('whsec_theEndpointOfSomebodyElse')},v1=${forged ? sign('whsec_wrong') : sign(this.webhookSecret)},v0=${sign(this.webhookSecret)}`,
      },
    }
  }
}
