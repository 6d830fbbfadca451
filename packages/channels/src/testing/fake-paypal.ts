import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { DisputeStage } from '../channel.ts'
import {
  type Call,
  type Charge,
  FakeGateway,
  type FakeCapture,
  type FakePayment,
  type FakeRefund,
  type News,
  type Reply,
  type Sending,
} from './fake-gateway.ts'
import { paypalNotation, read, formatUnits } from './notation.ts'

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '')
const money = (units: number, currency: string): object => ({
  value: formatUnits(units, currency, paypalNotation),
  currency_code: currency,
})
const no = (status: number, name: string, issue?: string): Reply => ({
  status,
  body: { name, message: `${name} ${issue ?? ''}`, details: issue ? [{ issue, description: issue }] : [] },
})

/**
 * PayPal's Orders v2, Payments v2, webhook verification and transaction search, built from their public references.
 * PayPal signs with a certificate; this fake signs the same text with a secret of its own, so that only its own
 * verification call can tell.
 */
export class FakePaypal extends FakeGateway {
  readonly code = 'paypal'
  protected readonly notation = paypalNotation
  readonly #id = 'AfakeClientIdOfTheShop'
  readonly #secret = 'EfakeCanaryClientSecret'
  readonly #webhook = '8FAKEWEBHOOKID01'
  #token = 'A21AAfakeCanaryBearerToken'
  /** The number of next approvals that fail at the capture: the payer's card is declined. */
  declines = 0
  readonly #declined = new Set<string>()
  readonly #reversals = new Set<string>()
  readonly #updated = new Map<string, string>()

  env(): Record<string, string> {
    return {
      PAYPAL_CLIENT_ID: this.#id,
      PAYPAL_CLIENT_SECRET: this.#secret,
      PAYPAL_WEBHOOK_ID: this.#webhook,
      PAYPAL_API_URL: this.url,
    }
  }
  secrets(): string[] {
    return [this.#secret, this.#token, Buffer.from(`${this.#id}:${this.#secret}`).toString('base64')]
  }

  /** Invalidates all tokens issued so far. */
  endTokens(): void {
    this.#token = `${this.#token}+`
  }

  #capture(payment: FakePayment, capture: FakeCapture): object {
    const remaining = this.leftOf(payment, capture.txn)
    const status = remaining === capture.amountCents ? 'COMPLETED' : remaining === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    return {
      id: capture.txn,
      status,
      amount: money(capture.amountCents, capture.currency),
      final_capture: true,
      custom_id: payment.orderNo,
      invoice_id: payment.orderNo,
      links: [{ rel: 'up', href: `${this.url}/v2/checkout/orders/${payment.id}` }],
    }
  }
  #refund(payment: FakePayment, refund: FakeRefund): object {
    return {
      id: refund.refundTxn,
      status: { done: 'COMPLETED', pending: 'PENDING', failed: 'FAILED' }[refund.state],
      amount: money(refund.amountCents, refund.currency),
      custom_id: payment.orderNo,
      links: [
        { rel: 'self', href: `${this.url}/v2/payments/refunds/${refund.refundTxn}` },
        { rel: 'up', href: `${this.url}/v2/payments/captures/${refund.txn}` },
      ],
    }
  }
  #order(payment: FakePayment): object {
    const denied = this.#declined.has(payment.orderNo)
      ? [
          {
            id: `den_${payment.id}`,
            status: 'DECLINED',
            amount: money(payment.amountCents, payment.currency),
            custom_id: payment.orderNo,
          },
        ]
      : []
    const captures = [...denied, ...payment.captures.map((capture) => this.#capture(payment, capture))]
    return {
      id: payment.id,
      intent: 'CAPTURE',
      update_time: this.#updated.get(payment.orderNo) ?? '2026-01-01T00:00:00Z',
      status: {
        open: 'PAYER_ACTION_REQUIRED',
        approved: 'APPROVED',
        promised: 'APPROVED',
        paid: 'COMPLETED',
        failed: 'COMPLETED',
        cancelled: 'VOIDED',
        strange: 'A_STATUS_OF_2031',
      }[payment.state],
      ...(payment.captures[0]?.payerCountry
        ? { payment_source: { paypal: { address: { country_code: payment.captures[0].payerCountry } } } }
        : {}),
      purchase_units: [
        {
          reference_id: payment.orderNo,
          custom_id: payment.orderNo,
          invoice_id: payment.orderNo,
          amount: money(payment.amountCents, payment.currency),
          ...(captures.length > 0
            ? { payments: { captures, refunds: payment.refunds.map((refund) => this.#refund(payment, refund)) } }
            : {}),
        },
      ],
      links: [
        { rel: 'self', href: `${this.url}/v2/checkout/orders/${payment.id}` },
        { rel: 'payer-action', href: `${this.url}/checkoutnow?token=${payment.id}` },
      ],
    }
  }

  protected answer(call: Call): Reply {
    if (call.path === '/v1/oauth2/token') {
      const right =
        call.headers.authorization === `Basic ${Buffer.from(`${this.#id}:${this.#secret}`).toString('base64')}` &&
        call.body === 'grant_type=client_credentials'
      return right
        ? { status: 200, body: { access_token: this.#token, token_type: 'Bearer', expires_in: 120 } }
        : no(401, 'invalid_client')
    }
    if (call.headers.authorization !== `Bearer ${this.#token}`) return no(401, 'AUTHENTICATION_FAILURE')
    if (call.path === '/v1/notifications/verify-webhook-signature') return this.#verify(call.body)
    if (call.path === '/v1/reporting/transactions') return this.#transactions(call.query)
    const key = call.headers['paypal-request-id']
    if (call.path === '/v2/checkout/orders')
      return this.once(key, call, () => this.#create(JSON.parse(call.body) as never))
    const [, what = '', id = '', action] =
      /^\/v2\/(checkout\/orders|payments\/captures|payments\/refunds)\/([^/]+)(?:\/(\w+))?$/.exec(call.path) ?? []
    if (what === 'payments/captures' && action === 'refund')
      return this.once(key, call, () => this.#give(id, JSON.parse(call.body) as never))
    if (what === 'payments/refunds') {
      const payment = [...this.payments.values()].find((candidate) =>
        candidate.refunds.some((refund) => refund.refundTxn === id),
      )
      const refund = payment?.refunds.find((candidate) => candidate.refundTxn === id)
      return payment && refund ? { status: 200, body: this.#refund(payment, refund) } : no(404, 'RESOURCE_NOT_FOUND')
    }
    if (what === 'payments/captures') {
      const payment = this.byTxn(id)
      const capture = payment?.captures.find((candidate) => candidate.txn === id)
      return payment && capture ? { status: 200, body: this.#capture(payment, capture) } : no(404, 'RESOURCE_NOT_FOUND')
    }
    const payment = what === 'checkout/orders' ? this.find(id) : undefined
    if (!payment || payment.state === 'cancelled') return no(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    return action === 'capture'
      ? this.once(key, call, () => this.#take(payment))
      : { status: 200, body: this.#order(payment) }
  }
  #create(body: {
    intent: string
    purchase_units: [{ custom_id: string; invoice_id: string; amount: { value: string; currency_code: string } }]
    payment_source: { paypal: { experience_context: { return_url: string } } }
  }): Reply {
    const [unit] = body.purchase_units
    const { value, currency_code: currency } = unit.amount
    const units = read(value, currency, this.notation)
    if (body.intent !== 'CAPTURE') return no(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX')
    if (units === null) return no(422, 'UNPROCESSABLE_ENTITY', 'DECIMAL_PRECISION')
    if (!this.notation.takes(units, currency)) return no(422, 'UNPROCESSABLE_ENTITY', 'CURRENCY_NOT_SUPPORTED')
    const payment: FakePayment = {
      id: this.id('PPO'),
      orderNo: unit.custom_id,
      amountCents: units,
      currency,
      returnUrl: body.payment_source.paypal.experience_context.return_url,
      expiresAtMs: this.now() + 3 * 3_600_000,
      state: 'open',
      captures: [],
      refunds: [],
    }
    this.payments.set(payment.orderNo, payment)
    return { status: 200, body: this.#order(payment) }
  }
  #take(payment: FakePayment): Reply {
    if (payment.captures.length > 0 && !this.lax) return no(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
    if (!['approved', this.lax ? 'paid' : 'approved'].includes(payment.state))
      return no(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
    if (this.declines > 0) {
      this.declines--
      payment.state = 'open'
      return { ...no(422, 'UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED'), kept: true }
    }
    this.unsaid.push(...this.charge(payment.orderNo))
    return { status: 201, body: this.#order(payment) }
  }
  #give(txn: string, body: { amount: { value: string; currency_code: string } }): Reply {
    const payment = this.byTxn(txn)
    if (!payment) return no(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    const units = read(body.amount.value, body.amount.currency_code, this.notation)
    if (units === null) return no(422, 'UNPROCESSABLE_ENTITY', 'DECIMAL_PRECISION')
    const remaining = this.mayGive(payment, txn)
    if (remaining === 0) return no(422, 'UNPROCESSABLE_ENTITY', 'CAPTURE_FULLY_REFUNDED')
    if (units > remaining) return no(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED')
    const refund = this.giveBack(payment, txn, units, 'shop')
    this.unsaid.push(...this.refundedNews(payment, refund))
    return { status: 201, body: this.#refund(payment, refund) }
  }
  #transactions(query: URLSearchParams): Reply {
    const all = [...this.payments.values()]
      .flatMap((payment) => [
        ...payment.captures.map((capture) => ({
          at: capture.at,
          transaction_id: capture.txn,
          transaction_event_code: 'T0006',
          transaction_amount: money(capture.amountCents, capture.currency),
          custom_field: payment.orderNo,
        })),
        ...payment.refunds
          .filter((refund) => refund.state === 'done')
          .map((refund) => ({
            at: refund.at,
            transaction_id: refund.refundTxn,
            transaction_event_code: this.#reversals.has(refund.refundTxn) ? 'T1106' : 'T1107',
            paypal_reference_id: refund.txn,
            paypal_reference_id_type: 'TXN',
            transaction_amount: money(-refund.amountCents, refund.currency),
          })),
      ])
      .filter(
        (item) =>
          item.at >= Date.parse(query.get('start_date') ?? '') &&
          item.at <= Date.parse(query.get('end_date') ?? '') &&
          item.at < this.now() - 3 * 3_600_000,
      )
      .toSorted((a, b) => a.at - b.at)
    const size = Number(query.get('page_size'))
    const page = Number(query.get('page'))
    return {
      status: 200,
      body: {
        page,
        total_items: all.length,
        total_pages: Math.ceil(all.length / size),
        transaction_details: all.slice((page - 1) * size, page * size).map(({ at, ...info }) => ({
          transaction_info: {
            ...info,
            transaction_status: 'S',
            transaction_initiation_date: new Date(at).toISOString(),
          },
        })),
      },
    }
  }

  override pay(orderNo: string, charge: Charge = {}): News[] {
    const payment = this.payment(orderNo)
    if (payment.state !== 'open') return this.charge(orderNo, charge)
    payment.state = 'approved'
    this.#updated.set(orderNo, iso(this.now() + this.calls.length * 1000))
    return [this.#event('CHECKOUT.ORDER.APPROVED', this.#order(payment))]
  }
  /** Reports a loss twice: as the dispute's end, and as the money that PayPal takes back. */
  override dispute(orderNo: string, stage: DisputeStage, amountCents?: number, txn?: string): News[] {
    const payment = this.payment(orderNo)
    const news = super.dispute(orderNo, stage, amountCents, txn)
    const lostDispute = stage === 'lost' ? payment.lost?.pop() : undefined
    if (!lostDispute) return news
    const reversal = this.giveBack(payment, lostDispute.txn, lostDispute.amountCents, '', 'done')
    this.#reversals.add(reversal.refundTxn)
    return [...news, this.#event('PAYMENT.CAPTURE.REVERSED', this.#refund(payment, reversal))]
  }
  override fail(orderNo: string): News[] {
    this.#declined.add(orderNo)
    return super.fail(orderNo)
  }

  #event(event_type: string, resource: object): News {
    return { id: this.id('WH'), event_version: '1.0', create_time: iso(this.now()), event_type, resource }
  }
  protected paidNews(payment: FakePayment, capture: FakeCapture): News[] {
    return [this.#event('PAYMENT.CAPTURE.COMPLETED', { ...this.#capture(payment, capture), status: 'COMPLETED' })]
  }
  protected failedNews(payment: FakePayment): News[] {
    return [
      this.#event('PAYMENT.CAPTURE.DENIED', {
        id: `den_${payment.id}`,
        status: 'DECLINED',
        amount: money(payment.amountCents, payment.currency),
        custom_id: payment.orderNo,
      }),
    ]
  }
  protected endedNews(): News[] {
    return []
  }
  protected refundedNews(payment: FakePayment, refund: FakeRefund): News[] {
    return [this.#event('PAYMENT.CAPTURE.REFUNDED', this.#refund(payment, refund))]
  }
  protected refundFailedNews(payment: FakePayment, refund: FakeRefund): News[] {
    return [
      this.#event('PAYMENT.REFUND.FAILED', { ...this.#refund(payment, refund), status_details: { reason: 'ECHECK' } }),
    ]
  }
  protected disputeNews(payment: FakePayment, capture: FakeCapture, stage: DisputeStage): News[] {
    return [
      this.#event(stage === 'opened' ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED', {
        dispute_id: `PP-D-${capture.txn}`,
        reason: 'UNAUTHORISED',
        status: stage === 'opened' ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
        dispute_amount: money(capture.amountCents, capture.currency),
        disputed_transactions: [{ seller_transaction_id: capture.txn }],
        seller_response_due_date: '2030-03-17T17:46:40Z',
        ...(stage === 'opened'
          ? {}
          : {
              dispute_outcome: { outcome_code: stage === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR' },
            }),
      }),
    ]
  }
  strangeNews(orderNo: string): News[] {
    return [this.#event('PAYMENT.CAPTURE.OF_2031', { custom_id: orderNo })]
  }

  #sign(id: string, time: string, webhook: string, body: string): string {
    return createHmac('sha256', 'the key behind the certificate')
      .update(`${id}|${time}|${webhook}|${crc32(body)}`)
      .digest('base64')
  }
  #verify(requestText: string): Reply {
    const at = requestText.indexOf('"webhook_event":')
    const {
      transmission_id: id,
      transmission_time: time,
      webhook_id: webhook,
      transmission_sig: signature,
    } = JSON.parse(requestText) as Record<string, string>
    const right =
      signature ===
        this.#sign(id ?? '', time ?? '', webhook ?? '', requestText.slice(at + '"webhook_event":'.length, -1)) &&
      webhook === this.#webhook
    return { status: 200, body: { verification_status: right ? 'SUCCESS' : 'FAILURE' } }
  }
  pack(news: News, { forged }: Sending): { body: string; headers: Record<string, string> } {
    // Spaced as no serialiser would repeat it: the signature covers these bytes.
    const body = JSON.stringify(news, null, ' ')
    const id = `${this.id('t')}-b0d1`
    const time = iso(this.now())
    return {
      body,
      headers: {
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': `${this.url}/v1/notifications/certs/CERT-1`,
        'paypal-transmission-sig': this.#sign(id, time, forged ? 'ANOTHERWEBHOOK' : this.#webhook, body),
      },
    }
  }
}
