import { z } from 'zod'
import { type Channel, type GatewayStatus, type Payment, plainText, Refused, RefundUnderWay } from '../channel.ts'
import { jsonCall, NoAnswer, readAnswer } from '../http.ts'
import { toUnits } from '../minor-units.ts'
import { adyenMethods } from './adyen-methods.ts'
import { adyenUnits, type AdyenWebhookConfig, readAdyenWebhook } from './adyen-webhook.ts'

export type AdyenConfig = AdyenWebhookConfig & {
  apiKey: string
  /** An address other than the test system's, without version; each merchant has a live one of their own. */
  apiUrl: string | null
  timeoutMs: number
}

const link = z.object({ id: z.string().min(1).max(64), status: z.string(), reference: z.string(), url: z.string() })
const refundTaken = z.object({ pspReference: z.string().min(1).max(64) })
const offered = z.object({ paymentMethods: z.array(z.object({ type: z.string() })).default([]) })
const problem = z.object({ errorCode: z.string().default(''), errorType: z.string().default('') })
type Link = z.infer<typeof link>

/** A refusal by Adyen. If no caller handles it, it counts as no answer. */
class AdyenNo extends NoAnswer {
  /** Refused for its form or by a rule, and not because the same request is in progress (704). */
  readonly final: boolean
  constructor(status: number, { errorCode, errorType }: z.infer<typeof problem>) {
    super(`adyen answered ${status} ${/^[\w-]{1,20}$/.test(errorCode) ? errorCode : ''}`, status)
    this.final = status === 422 && errorType === 'validation' && errorCode !== '704'
  }
}

const states: ReadonlyMap<string, GatewayStatus['state']> = new Map([
  ['completed', 'paid'],
  ['paid', 'paid'],
  ['expired', 'cancelled'],
])

/**
 * Adyen Pay by Link, with automatic capture. Adyen reports payments by webhooks only (kept and repeated for 30 days): a
 * link only tells that it was paid, not by which payment, and there is no list of payments to query. So a capture is
 * never derived from a link, `books` is absent, and an order whose link was paid waits for its webhook.
 */
export function adyenChannel(config: AdyenConfig, now: () => number): Channel {
  const base = `${config.apiUrl ?? 'https://checkout-test.adyen.com'}/v71`
  const origin = config.apiUrl ? new URL(config.apiUrl).origin : null

  async function ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, key?: string): Promise<unknown> {
    const { status, json } = await jsonCall({
      method,
      url: base + path,
      timeoutMs: config.timeoutMs,
      headers: { 'x-api-key': config.apiKey, ...(key ? { 'idempotency-key': key } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (status < 200 || status > 299)
      throw new AdyenNo(status, problem.catch({ errorCode: '', errorType: '' }).parse(json))
    return json
  }
  const readLink = (json: unknown, orderNo: string): Link => {
    const it = readAnswer(link, json, 'adyen')
    if (it.reference !== orderNo) throw new NoAnswer('adyen answered with the number of another order')
    return it
  }
  /** `method`: the only one that the page offers. The key is the order's number, or begins with it. */
  const make = async (payment: Payment, key: string, method: object): Promise<Link> =>
    readLink(
      await ask(
        'POST',
        '/paymentLinks',
        {
          merchantAccount: config.merchantAccount,
          reference: payment.orderNo,
          amount: { value: toUnits(payment.amountCents, payment.currency, adyenUnits), currency: payment.currency },
          description: plainText(payment.title, 280),
          returnUrl: payment.returnUrl,
          expiresAt: new Date(payment.expiresAtMs).toISOString(),
          reusable: false,
          metadata: { order_no: payment.orderNo },
          ...method,
        },
        key,
      ),
      payment.orderNo,
    )
  /**
   * The idempotency key is kept for at least a week. First with the player's method; if Adyen refuses that for good,
   * without, under a key of its own. Both depend on the order's frozen facts alone. Decision 683.
   */
  async function open(payment: Payment): Promise<Link> {
    const { code = '', country = '' } = payment.method ?? {}
    const word = adyenMethods[code]
    if (word === undefined) return await make(payment, payment.orderNo, {})
    try {
      return await make(payment, payment.orderNo, {
        allowedPaymentMethods: [word],
        ...(country === '' ? {} : { countryCode: country }),
      })
    } catch (error) {
      if (!(error instanceof AdyenNo) || !error.final) throw error
      return await make(payment, `${payment.orderNo}.plain`, {})
    }
  }
  const look = async (id: string, payment: Payment): Promise<Link> =>
    readLink(await ask('GET', `/paymentLinks/${encodeURIComponent(id)}`), payment.orderNo)
  /**
   * Without a stored number the link is found by creating it again. If Adyen refuses that after the link's expiry, no
   * link was made.
   */
  async function find(payment: Payment): Promise<Link | null> {
    try {
      return await look(payment.ref ?? (await open(payment)).id, payment)
    } catch (error) {
      if (
        error instanceof AdyenNo &&
        (payment.ref === null ? error.final && now() >= payment.expiresAtMs : error.status === 404)
      )
        return null
      throw error
    }
  }
  const statusOf = (it: Link | null): GatewayStatus => ({
    state: it ? (states.get(it.status) ?? 'pending') : 'unknown_payment',
    captures: [],
    refunds: [],
  })

  return {
    code: 'adyen',
    name: 'Adyen',
    icon: 'adyen',
    kind: 'gateway',
    sells: new Set(['item', 'coin']),
    webhookAnswer: '[accepted]',
    methodWords: adyenMethods,
    methodsByPurchase: true,
    async methods({ country, currency, amountCents }) {
      const { paymentMethods: all } = readAnswer(
        offered,
        await ask('POST', '/paymentMethods', {
          merchantAccount: config.merchantAccount,
          countryCode: country,
          amount: { value: toUnits(amountCents, currency, adyenUnits), currency },
        }),
        'adyen',
      )
      const types = new Set(all.map(({ type }) => type))
      return Object.entries(adyenMethods).flatMap(([code, word]) => (types.has(word) ? [code] : []))
    },
    ownsPage: (url) =>
      url.origin === origin ||
      (url.protocol === 'https:' &&
        (config.live
          ? url.hostname.endsWith('.adyen.link') && url.hostname !== 'test.adyen.link'
          : url.hostname === 'test.adyen.link')),
    async create(payment) {
      const { id, url } = await open(payment)
      return { ref: id, url }
    },
    // Async, so that an exception becomes a rejection, as in the other channels.
    async readWebhook(raw, headers) {
      // oxlint-disable-line require-await
      return readAdyenWebhook(config, raw, headers)
    },
    fetchStatus: async (payment) => statusOf(await find(payment)),
    /** @throws NoAnswer while the link is being paid: the order must not end before the outcome is known. */
    async cancel(payment) {
      let existing = await find(payment)
      if (existing?.status === 'active') {
        try {
          await ask('PATCH', `/paymentLinks/${encodeURIComponent(existing.id)}`, { status: 'expired' })
        } catch (error) {
          // The link is no longer active: the next query tells its state.
          if (!(error instanceof AdyenNo) || error.status !== 422) throw error
        }
        existing = await look(existing.id, payment)
      }
      const status = statusOf(existing)
      if (status.state === 'pending') throw new NoAnswer('adyen: the link is being paid; await its webhook')
      return status
    },
    /**
     * Adyen accepts the request now and reports by webhook (REFUND) whether the money goes back. A repetition with the
     * same key is the same refund.
     */
    async refund({ orderNo, txn, amountCents, currency, key }) {
      const capture = await ask(
        'POST',
        `/payments/${encodeURIComponent(txn)}/refunds`,
        {
          merchantAccount: config.merchantAccount,
          reference: orderNo,
          amount: { value: toUnits(amountCents, currency, adyenUnits), currency },
        },
        key,
      ).catch((error: unknown) => {
        throw error instanceof AdyenNo && error.final ? new Refused(error.message) : error
      })
      throw new RefundUnderWay('adyen: the refund is under way', readAnswer(refundTaken, capture, 'adyen').pspReference)
    },
  }
}
