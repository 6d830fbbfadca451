import type { Stripe } from 'stripe'
import type { z } from 'zod'
import {
  type BookLine,
  type Channel,
  type GatewayRefund,
  type GatewayStatus,
  type Payment,
  plainText,
  Refused,
  RefundUnderWay,
} from '../channel.ts'
import { NoAnswer, readAnswer } from '../http.ts'
import { toUnits } from '../minor-units.ts'
import { stripeClient, type StripeConfig, StripeNo } from './stripe-client.ts'
import {
  balanceList,
  hasMethod,
  intent,
  methodConfigurations,
  isFailed,
  money,
  reasonOf,
  refundList,
  session,
  refund as refundForm,
  stripeMinimum,
  stripeStep,
  stripeUnits,
} from './stripe-forms.ts'
import { stripeMethods } from './stripe-methods.ts'
import { readStripeWebhook } from './stripe-webhook.ts'

export type { StripeConfig }

type Session = z.infer<typeof session>
type Refund = z.infer<typeof refundForm>

/**
 * A session lives at least 30 minutes (Stripe API reference, "Create a Checkout Session", expires_at); the rest leaves
 * time for a second try. Decision 75.
 */
const WINDOW_SECONDS = 35 * 60

/**
 * Codes that refuse a refund for good. Any other, such as an empty balance, may pass later (Stripe documentation,
 * "Error codes").
 */
const finalCodes: ReadonlySet<string> = new Set([
  'charge_already_refunded',
  'charge_disputed',
  'refund_disputed_payment',
])

/** Stripe documents no limit for a product's name; its pages show this much in a few lines. */
const TITLE_MAX = 250

const HOUR_MS = 3_600_000

/** A definite refusal that names the method. */
const refusesMethod = ({ status, param }: StripeNo): boolean =>
  (status === 400 || status === 422) && param.startsWith('allowed_payment_method_types')

const unknown: GatewayStatus = { state: 'unknown_payment', captures: [], refunds: [] }

/** `type`: the only kind of payment that the page offers. */
function request(payment: Payment, type?: string): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_no: payment.orderNo }
  const title = plainText(payment.title, TITLE_MAX)
  return {
    mode: 'payment',
    client_reference_id: payment.orderNo,
    metadata,
    payment_intent_data: { metadata, description: title },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: payment.currency.toLowerCase(),
          unit_amount: toUnits(payment.amountCents, payment.currency, stripeUnits),
          product_data: { name: title },
        },
      },
    ],
    // The buyer pays exactly our price: no conversion at the gateway. Decision 75.
    adaptive_pricing: { enabled: false },
    // Accounts that Stripe made since July 2026 sell through Stripe itself, with tax on top of our price, unless each
    // session says no. Decision 606.
    managed_payments: { enabled: false },
    ...(type === undefined ? {} : { allowed_payment_method_types: [type] }),
    success_url: payment.returnUrl,
    cancel_url: payment.returnUrl,
    expires_at: Math.floor(payment.expiresAtMs / 1000),
  }
}

/**
 * Stripe Checkout. A session has one PaymentIntent, and the intent one successful charge. So the intent's number serves
 * as the capture's: sessions, intents, refunds and disputes all name it.
 */
export function stripeChannel(config: StripeConfig, now: () => number): Channel {
  const ask = stripeClient(config)
  const pages = ['https://checkout.stripe.com', ...(config.apiUrl ? [new URL(config.apiUrl).origin] : [])]

  /**
   * The idempotency key is the order's number, or begins with it: Stripe answers a repetition with the first session.
   */
  const make = async (payment: Payment, idempotencyKey: string, type?: string): Promise<unknown> =>
    await ask((stripe) => stripe.checkout.sessions.create(request(payment, type), { idempotencyKey }))
  /**
   * First with the player's method. If Stripe refuses because of it, without: under a key of its own, because Stripe
   * repeats the answer to the first one. Both depend on the order's frozen facts alone. Decision 683.
   */
  async function makeSession(payment: Payment): Promise<unknown> {
    const type = payment.method ? stripeMethods[payment.method.code] : undefined
    if (type === undefined) return await make(payment, payment.orderNo)
    try {
      return await make(payment, payment.orderNo, type)
    } catch (error) {
      if (!(error instanceof StripeNo) || !refusesMethod(error)) throw error
      return await make(payment, `${payment.orderNo}.plain`)
    }
  }
  async function open(payment: Payment): Promise<Session> {
    const answer = readAnswer(session, await makeSession(payment), 'stripe')
    if (answer.client_reference_id !== payment.orderNo)
      throw new NoAnswer('stripe answered with the number of another order')
    return answer
  }
  async function look(id: string, payment: Payment): Promise<Session> {
    const checkout = readAnswer(
      session,
      await ask((stripe) =>
        stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent', 'payment_intent.latest_charge'] }),
      ),
      'stripe',
    )
    if (checkout.client_reference_id !== payment.orderNo)
      throw new NoAnswer('stripe answered with the number of another order')
    return checkout
  }
  /**
   * Without a stored number the session is found by creating it again. After its expiry Stripe refuses that if no
   * session was made. If today's parameters would differ (idempotency_error), the session exists, but nobody ever got
   * its address.
   */
  async function find(payment: Payment): Promise<Session | null> {
    try {
      return await look(payment.ref ?? (await open(payment)).id, payment)
    } catch (error) {
      if (
        error instanceof StripeNo &&
        (payment.ref === null
          ? error.param === 'expires_at' || error.type === 'idempotency_error'
          : error.code === 'resource_missing')
      )
        return null
      throw error
    }
  }
  const refundsOf = async (txn: string): Promise<Refund[]> =>
    readAnswer(refundList, await ask((stripe) => stripe.refunds.list({ payment_intent: txn, limit: 100 })), 'stripe')
      .data

  const orderOf = async (txn: string): Promise<string> =>
    readAnswer(intent, await ask((stripe) => stripe.paymentIntents.retrieve(txn)), 'stripe').metadata?.order_no ?? ''

  async function statusOf(it: Session): Promise<GatewayStatus> {
    const paid = typeof it.payment_intent === 'object' ? it.payment_intent : null
    if (paid?.status === 'succeeded' && paid.amount_received > 0) {
      const all = await refundsOf(paid.id)
      const asOurs = (item: Refund): GatewayRefund => ({
        refundTxn: item.id,
        txn: paid.id,
        ...money(item.amount, item.currency),
      })
      const failed = all.filter((item) => isFailed(item)).map((item) => ({ ...asOurs(item), reason: reasonOf(item) }))
      return {
        state: 'paid',
        captures: [
          {
            txn: paid.id,
            ...money(paid.amount_received, paid.currency),
            ...paid.latest_charge?.payment_method_details,
          },
        ],
        refunds: all.filter((item) => item.status === 'succeeded').map((item) => asOurs(item)),
        ...(failed.length > 0 ? { failedRefunds: failed } : {}),
      }
    }
    if (it.status === 'expired') return { state: 'cancelled', captures: [], refunds: [] }
    const failed =
      it.status === 'complete' && (paid?.status === 'requires_payment_method' || paid?.status === 'canceled')
    return { state: failed ? 'failed' : 'pending', captures: [], refunds: [] }
  }

  return {
    code: 'stripe',
    name: 'Stripe',
    icon: 'stripe',
    kind: 'gateway',
    sells: new Set(['item', 'coin']),
    windowSeconds: WINDOW_SECONDS,
    minimum: stripeMinimum,
    step: stripeStep,
    methodWords: stripeMethods,
    /** The account's default configuration. It does not depend on the purchase; the page itself does. */
    async methods() {
      const { data } = readAnswer(
        methodConfigurations,
        await ask((stripe) => stripe.paymentMethodConfigurations.list({ limit: 100 })),
        'stripe',
      )
      const configuration = data.find(({ is_default: isDefault, active }) => isDefault && active)
      // Wallets of cards have no word of their own on the page, but they have one here.
      return Object.entries(stripeMethods).flatMap(([code, word]) =>
        configuration && hasMethod(configuration, word === 'card' ? code : word) ? [code] : [],
      )
    },
    ownsPage: (url) => pages.includes(url.origin),
    disputePage: (id) => `https://dashboard.stripe.com/disputes/${encodeURIComponent(id)}`,
    async create(payment) {
      const { id, url } = await open(payment)
      if (!url) throw new NoAnswer('stripe has no page for a session that ended')
      return { ref: id, url }
    },
    // Async, so that an exception becomes a rejection, as in the other channels.
    async readWebhook(raw, headers, nowMs) {
      // oxlint-disable-line require-await
      return readStripeWebhook(config, raw, headers, nowMs)
    },
    async fetchStatus(payment) {
      const checkout = await find(payment)
      return checkout ? await statusOf(checkout) : unknown
    },
    async cancel(payment) {
      const checkout = await find(payment)
      if (!checkout) return unknown
      if (checkout.status !== 'open') return await statusOf(checkout)
      try {
        await ask((stripe) => stripe.checkout.sessions.expire(checkout.id))
      } catch (error) {
        // The session is no longer open: the next query tells its state.
        if (!(error instanceof StripeNo) || error.status !== 400) throw error
      }
      const after = await look(checkout.id, payment)
      if (after.status === 'open') throw new NoAnswer('stripe did not expire the session: it is still open')
      return await statusOf(after)
    },
    /**
     * Stripe forgets idempotency keys after a day, so the refund carries our key in its metadata and is searched first.
     * A refusal that Stripe only repeats (for example an empty balance this morning) made no refund: we ask again under
     * a new key for each hour.
     */
    async refund({ orderNo, txn, amountCents, currency, key }) {
      const make = async (idempotencyKey: string): Promise<Refund> =>
        readAnswer(
          refundForm,
          await ask((stripe) =>
            stripe.refunds.create(
              {
                payment_intent: txn,
                amount: toUnits(amountCents, currency, stripeUnits),
                metadata: { order_no: orderNo, refund_key: key },
              },
              { idempotencyKey },
            ),
          ),
          'stripe',
        )
      const existing = (await refundsOf(txn)).find((candidate) => candidate.metadata?.refund_key === key)
      const refund =
        existing ??
        (await make(key)
          .catch(async (error: unknown) => {
            if (error instanceof StripeNo && error.replayed && [400, 402, 403, 404].includes(error.status))
              return await make(`${key}.${Math.floor(now() / HOUR_MS)}`)
            throw error
          })
          .catch((error: unknown) => {
            if (
              error instanceof StripeNo &&
              error.status === 400 &&
              (finalCodes.has(error.code) || error.param === 'amount')
            )
              throw new Refused(error.message)
            throw error
          }))
      if (refund.status === 'succeeded') return { refundTxn: refund.id }
      if (isFailed(refund)) throw new Refused(`stripe: refund ${reasonOf(refund)}`, refund.id)
      throw new RefundUnderWay('stripe: the refund is under way', refund.id)
    },
    /**
     * Lists are newest first. Without a cursor we walk to their end; with one, each page precedes the last seen entry.
     */
    async books({ cursor, sinceMs }, limit) {
      const size = Math.min(limit, 100)
      const page = async (more: Stripe.BalanceTransactionListParams): Promise<z.infer<typeof balanceList>> =>
        readAnswer(
          balanceList,
          await ask((stripe) => stripe.balanceTransactions.list({ limit: size, expand: ['data.source'], ...more })),
          'stripe',
        )
      let at = await page(cursor ? { ending_before: cursor } : { created: { gte: Math.floor(sinceMs / 1000) } })
      const more = at.has_more
      if (cursor === null) {
        for (let last = at.data.at(-1); at.has_more && last; last = at.data.at(-1))
          at = await page({ created: { gte: Math.floor(sinceMs / 1000) }, starting_after: last.id })
      }
      const lines: BookLine[] = []
      for (const { source, created, type } of at.data.toReversed()) {
        if (!source?.payment_intent) continue
        // A failed refund has two transactions; the second one reports it.
        const failed = source.object === 'refund' && isFailed(source)
        if (failed && type === 'refund') continue
        // The money has left the balance and may come back: a webhook or a query reports the success.
        if (source.object === 'refund' && !failed && source.status !== 'succeeded') continue
        const txn = source.payment_intent
        // A refund made in Stripe's dashboard has no metadata of ours; a payment without them is not the shop's.
        const orderNo = source.metadata?.order_no ?? (source.object === 'refund' ? await orderOf(txn) : '')
        if (!orderNo) continue
        lines.push(
          source.object === 'refund'
            ? {
                kind: failed ? 'refund_failed' : 'refund',
                refundTxn: source.id,
                txn,
                orderNo,
                ...money(source.amount, source.currency),
                at: created * 1000,
              }
            : { kind: 'capture', txn, orderNo, ...money(source.amount_captured, source.currency), at: created * 1000 },
        )
      }
      return { lines, cursor: at.data[0]?.id ?? cursor, more }
    },
  }
}
