import type { z } from 'zod'
import {
  type BookLine,
  type Channel,
  type GatewayStatus,
  type Payment,
  plainText,
  Refused,
  RefundUnderWay,
} from '../channel.ts'
import { NoAnswer, readAnswer } from '../http.ts'
import { toDecimal } from '../minor-units.ts'
import { type PaypalConfig, PaypalNo, paypalClient } from './paypal-client.ts'
import {
  capture as captureForm,
  captureOf,
  isFailed,
  isTaken,
  money,
  order,
  paypalCurrencies,
  payerOf,
  paypalUnits,
  reasonOf,
  refund as refundForm,
  transactions,
} from './paypal-forms.ts'
import { readPaypalWebhook } from './paypal-webhook.ts'

export type { PaypalConfig }

type Order = z.infer<typeof order>

const HOUR_MS = 3_600_000
/** Transactions are listed after at most three hours (PayPal Transaction Search API, "List transactions"). */
const LISTED_AFTER_MS = 3 * HOUR_MS

/**
 * Issues that refuse a refund for good. Any other issue, such as an empty balance or the same request in progress, may
 * pass later (PayPal Payments API v2, "Refund captured payment").
 */
const finalIssues: ReadonlySet<string> = new Set([
  'CAPTURE_FULLY_REFUNDED',
  'REFUND_AMOUNT_EXCEEDED',
  'REFUND_NOT_ALLOWED',
  'REFUND_TIME_LIMIT_EXCEEDED',
  'REFUND_IS_RESTRICTED',
  'REFUND_CAPTURE_CURRENCY_MISMATCH',
  'CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED',
  'PARTIAL_REFUND_NOT_ALLOWED',
  'MAX_NUMBER_OF_REFUNDS_EXCEEDED',
  'TRANSACTION_DISPUTED',
])

/** Codes of transactions that returned a received payment. */
const backCodes: ReadonlySet<string> = new Set(['T1106', 'T1107', 'T1201'])

const unknown: GatewayStatus = { state: 'unknown_payment', captures: [], refunds: [] }
const amountOf = (amountCents: number, currency: string): object => ({
  currency_code: currency,
  value: toDecimal(amountCents, currency, paypalUnits),
})

/**
 * PayPal Orders v2. The payer agrees on PayPal's page. The money moves only when we capture it, and we capture in
 * `fetchStatus`, before the order's expiry and never after it. PayPal has no call to cancel an order: one that is not
 * captured takes no money, and lapses. Decision 76.
 */
export function paypalChannel(config: PaypalConfig, now: () => number): Channel {
  const ask = paypalClient(config, now)
  const pages = [
    config.live ? 'https://www.paypal.com' : 'https://www.sandbox.paypal.com',
    ...(config.apiUrl ? [new URL(config.apiUrl).origin] : []),
  ]
  const readOrder = (json: unknown, orderNo: string): Order => {
    const it = readAnswer(order, json, 'paypal')
    if (it.purchase_units[0] && it.purchase_units[0].custom_id !== orderNo)
      throw new NoAnswer('paypal answered with the number of another order')
    return it
  }
  /**
   * The order number is the request's id, so that a repetition is the same order. It is also the invoice number, for
   * which the account takes money only once.
   */
  async function open(payment: Payment): Promise<Order> {
    return readOrder(
      await ask(
        'POST',
        '/v2/checkout/orders',
        JSON.stringify({
          intent: 'CAPTURE',
          purchase_units: [
            {
              reference_id: payment.orderNo,
              custom_id: payment.orderNo,
              invoice_id: payment.orderNo,
              description: plainText(payment.title, 127),
              amount: amountOf(payment.amountCents, payment.currency),
            },
          ],
          payment_source: {
            paypal: {
              experience_context: {
                return_url: payment.returnUrl,
                cancel_url: payment.returnUrl,
                user_action: 'PAY_NOW',
                shipping_preference: 'NO_SHIPPING',
                payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
              },
            },
          },
        }),
        payment.orderNo,
      ),
      payment.orderNo,
    )
  }
  async function look(id: string, payment: Payment): Promise<Order | null> {
    try {
      return readOrder(await ask('GET', `/v2/checkout/orders/${encodeURIComponent(id)}`), payment.orderNo)
    } catch (error) {
      // PayPal forgets an order that lapsed without money.
      if (error instanceof PaypalNo && error.status === 404) return null
      throw error
    }
  }
  /**
   * Without a stored number the order is found by creating it again, while PayPal keeps the request's id (6 hours);
   * later nobody could pay it any more.
   */
  async function find(payment: Payment): Promise<Order | null> {
    if (payment.ref !== null) return await look(payment.ref, payment)
    if (now() > payment.expiresAtMs + HOUR_MS) return null
    return await look((await open(payment)).id, payment)
  }
  /**
   * An order has one capture: PayPal refuses a second one. The key contains the approval, so that after a refused
   * capture the payer can approve again.
   */
  async function capture(it: Order, payment: Payment): Promise<Order | null> {
    try {
      await ask(
        'POST',
        `/v2/checkout/orders/${encodeURIComponent(it.id)}/capture`,
        '{}',
        `${payment.orderNo}.${it.update_time}`,
      )
    } catch (error) {
      // 422: captured already, or the payer must choose another means of payment. The next query tells.
      if (!(error instanceof PaypalNo) || error.status !== 422) throw error
    }
    return await look(it.id, payment)
  }
  /** '' for a payment that is not the shop's. */
  async function orderOf(txn: string): Promise<string> {
    try {
      return readAnswer(captureForm, await ask('GET', `/v2/payments/captures/${encodeURIComponent(txn)}`), 'paypal')
        .custom_id
    } catch (error) {
      if (error instanceof PaypalNo && error.status === 404) return ''
      throw error
    }
  }
  function statusOf(it: Order): GatewayStatus {
    const all = it.purchase_units.flatMap((unit) => unit.payments?.captures ?? [])
    const captures = all
      .filter((item) => isTaken(item.status))
      .map((item) => ({ txn: item.id, ...money(item.amount), ...payerOf(it) }))
    const back = it.purchase_units
      .flatMap((unit) => unit.payments?.refunds ?? [])
      .map((item) => ({
        one: item,
        ours: { refundTxn: item.id, txn: captureOf(item) || (captures[0]?.txn ?? ''), ...money(item.amount) },
      }))
    const refunds = back.filter(({ one }) => one.status === 'COMPLETED').map(({ ours }) => ours)
    const failedRefunds = back
      .filter(({ one }) => isFailed(one))
      .map(({ one, ours }) => ({ ...ours, reason: reasonOf(one) }))
    if (captures.length > 0)
      return { state: 'paid', captures, refunds, ...(failedRefunds.length > 0 ? { failedRefunds } : {}) }
    if (it.status === 'VOIDED') return { state: 'cancelled', captures: [], refunds: [] }
    const over =
      it.status === 'COMPLETED' &&
      all.length > 0 &&
      all.every((item) => item.status === 'DECLINED' || item.status === 'FAILED')
    return { state: over ? 'failed' : 'pending', captures: [], refunds: [] }
  }
  return {
    code: 'paypal',
    name: 'PayPal',
    icon: 'paypal',
    kind: 'gateway',
    methodWords: { paypal: 'paypal' },
    sells: new Set(['item', 'coin']),
    currencies: paypalCurrencies,
    ownsPage: (url) => pages.includes(url.origin),
    async create(payment) {
      const answer = await open(payment)
      const page = answer.links.find((link) => link.rel === 'payer-action' || link.rel === 'approve')
      if (!page) throw new NoAnswer('paypal has no page for this order')
      return { ref: answer.id, url: page.href }
    },
    readWebhook: (raw, headers) => readPaypalWebhook(config, ask, raw, headers),
    async fetchStatus(payment) {
      let paypalOrder = await find(payment)
      if (paypalOrder?.status === 'APPROVED' && now() < payment.expiresAtMs)
        paypalOrder = await capture(paypalOrder, payment)
      return paypalOrder ? statusOf(paypalOrder) : unknown
    },
    /**
     * An approved but not captured order counts as cancelled: after its expiry we never capture it. A capture in
     * progress at this moment is a late payment.
     */
    async cancel(payment) {
      const paypalOrder = await find(payment)
      if (!paypalOrder) return unknown
      const status = statusOf(paypalOrder)
      const pendingCapture = paypalOrder.purchase_units.some((unit) =>
        unit.payments?.captures.some((candidate) => candidate.status === 'PENDING'),
      )
      return status.state === 'pending' && !pendingCapture ? { ...status, state: 'cancelled' } : status
    },
    async refund({ orderNo, txn, amountCents, currency, key }) {
      const refund = readAnswer(
        refundForm,
        await ask(
          'POST',
          `/v2/payments/captures/${encodeURIComponent(txn)}/refund`,
          JSON.stringify({ amount: amountOf(amountCents, currency), custom_id: orderNo }),
          key,
        ).catch((error: unknown) => {
          throw error instanceof PaypalNo && error.status === 422 && finalIssues.has(error.issue)
            ? new Refused(error.message)
            : error
        }),
        'paypal',
      )
      if (refund.status === 'COMPLETED') return { refundTxn: refund.id }
      const later = readAnswer(
        refundForm,
        await ask('GET', `/v2/payments/refunds/${encodeURIComponent(refund.id)}`),
        'paypal',
      )
      if (later.status === 'COMPLETED') return { refundTxn: later.id }
      if (isFailed(later)) throw new Refused(`paypal: refund ${reasonOf(later)}`, later.id)
      throw new RefundUnderWay('paypal: the refund is under way', later.id)
    },
    booksLagSeconds: LISTED_AFTER_MS / 1000 + 600,
    /**
     * Reads windows of up to 31 days that are surely complete, page by page; the cursor is `from-to-page`. T00xx are
     * payments, T1107 refunds, T1106 reversals and T1201 chargebacks (PayPal documentation, "Transaction event codes").
     */
    async books({ cursor, sinceMs }, limit) {
      const ready = now() - LISTED_AFTER_MS
      const [from = sinceMs, to = 0, at = 1] = cursor?.split('-').map(Number) ?? []
      const end = to || Math.min(from + 31 * 24 * HOUR_MS, ready)
      if (end <= from) return { lines: [], cursor: cursor ?? `${from}`, more: false }
      const iso = (ms: number): string => new Date(ms).toISOString()
      const page = readAnswer(
        transactions,
        await ask(
          'GET',
          `/v1/reporting/transactions?${new URLSearchParams({
            start_date: iso(from),
            end_date: iso(end - 1),
            fields: 'transaction_info',
            transaction_status: 'S',
            page_size: String(Math.min(limit, 500)),
            page: String(at),
          }).toString()}`,
        ),
        'paypal',
      )
      const lines: BookLine[] = []
      for (const { transaction_info: it } of page.transaction_details) {
        const { amountCents, currency } = money(it.transaction_amount)
        const back = backCodes.has(it.transaction_event_code) && amountCents < 0
        if (!back && !(it.transaction_event_code.startsWith('T00') && amountCents > 0)) continue
        const orderNo = it.custom_field || (back ? await orderOf(it.paypal_reference_id) : '')
        if (!orderNo) continue
        const shared = {
          orderNo,
          amountCents: Math.abs(amountCents),
          currency,
          at: Date.parse(it.transaction_initiation_date),
        }
        lines.push(
          back
            ? { kind: 'refund', refundTxn: it.transaction_id, txn: it.paypal_reference_id, ...shared }
            : { kind: 'capture', txn: it.transaction_id, ...shared },
        )
      }
      lines.sort((a, b) => a.at - b.at)
      const next = at < page.total_pages
      return { lines, cursor: next ? `${from}-${end}-${at + 1}` : String(end), more: next || end < ready }
    },
  }
}
