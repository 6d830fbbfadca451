import { z } from 'zod'
import { BadSignature, type Channel, type GatewayEvent, type GatewayStatus, payerFrom, Refused } from '../channel.ts'
import { jsonCall, NoAnswer, readAnswer } from '../http.ts'
import { parsedBody } from '../parsed-body.ts'
import { isSigned } from '../signature.ts'

export type SandboxConfig = {
  /** Base URL of the gateway, without a trailing slash. */
  url: string
  /** Origin of its payment pages, as browsers reach it. */
  pageOrigin: string
  /** Bearer key of the merchant. */
  apiKey: string
  /** Webhook secrets, `whsec_` and base64; several during a rotation. */
  webhookSecrets: readonly string[]
  timeoutMs: number
  /** False: one method alone. */
  allMethods?: boolean
}

/** Our methods and the gateway's words for them. The first is the page as it ever was. */
const sandboxMethods: Readonly<Record<string, string>> = {
  sandbox: 'wallet',
  sandbox_bank: 'bank',
  sandbox_voucher: 'voucher',
}

/** The fields of its webhooks that may be stored (decision 102). */
export const sandboxKept: readonly string[] = [
  'id',
  'type',
  'status',
  'merchant_order',
  'txn',
  'refund_txn',
  'amount_cents',
  'currency',
  'dispute_id',
  'due_ms',
  'until_ms',
]

const capture = z.object({
  txn: z.string().min(1).max(64),
  amount_cents: z.number().int(),
  currency: z.string().max(8),
  payer_country: z.string().max(8).optional(),
})
const refund = z.object({
  refund_txn: z.string().min(1).max(64),
  txn: z.string().min(1).max(64),
  amount_cents: z.number().int(),
  currency: z.string().max(8).default(''),
})
const payment = z.object({
  id: z.string(),
  status: z.string(),
  page_url: z.string(),
  captures: z.array(capture),
  refunds: z.array(refund),
})
const event = z.object({
  id: z.string().min(1).max(128),
  type: z.string(),
  merchant_order: z.string().max(64),
  txn: z.string().max(64).default(''),
  refund_txn: z.string().max(64).default(''),
  amount_cents: z.number().int().min(-1e12).max(1e12).default(0),
  currency: z.string().max(8).default(''),
  dispute_id: z.string().max(64).default(''),
  reason: z.string().max(64).default(''),
  due_ms: z.number().int().min(0).max(1e14).default(0),
  /** The end of a promise. */
  until_ms: z.number().int().min(0).max(1e14).default(0),
  payer_country: z.string().max(8).optional(),
})

const bookLine = z.object({
  kind: z.enum(['capture', 'refund']),
  id: z.string(),
  txn: z.string(),
  merchant_order: z.string(),
  amount_cents: z.number().int(),
  currency: z.string(),
  at: z.number(),
})
const bookPage = z.object({ lines: z.array(bookLine), after: z.string(), more: z.boolean() })

const states: ReadonlyMap<string, GatewayStatus['state']> = new Map([
  ['paid', 'paid'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
  ['open', 'pending'],
])
const kinds: ReadonlyMap<string, GatewayEvent['kind']> = new Map([
  ['payment.dispute_opened', 'dispute'],
  ['payment.dispute_won', 'dispute'],
  ['payment.dispute_lost', 'dispute'],
  ['payment.paid', 'paid'],
  ['payment.promised', 'promised'],
  ['payment.failed', 'failed'],
  ['payment.cancelled', 'cancelled'],
  ['payment.refunded', 'refunded'],
  ['payment.refund_failed', 'refund_failed'],
])

const stages = ['opened', 'won', 'lost'] as const

function statusOf(json: unknown): GatewayStatus {
  const it = readAnswer(payment, json, 'sandbox')
  return {
    state: states.get(it.status) ?? 'pending',
    captures: it.captures.map((c) => ({
      txn: c.txn,
      amountCents: c.amount_cents,
      currency: c.currency,
      ...payerFrom(c.payer_country),
    })),
    refunds: it.refunds.map((r) => ({
      refundTxn: r.refund_txn,
      txn: r.txn,
      amountCents: r.amount_cents,
      currency: r.currency,
    })),
  }
}

/** The sandbox gateway: a separate party that we know only by its HTTP API and its signed webhooks. */
export function sandboxChannel(config: SandboxConfig): Channel {
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    base = '/v1/payments',
  ): Promise<{ status: number; json: unknown }> {
    const answer = await jsonCall({
      method,
      url: `${config.url}${base}${path}`,
      timeoutMs: config.timeoutMs,
      headers: { authorization: `Bearer ${config.apiKey}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (![200, 404, 409].includes(answer.status)) throw new NoAnswer(`sandbox answered ${answer.status}`, answer.status)
    return answer
  }
  return {
    code: 'sandbox',
    name: 'Sandbox Pay',
    icon: 'sandbox',
    kind: 'gateway',
    sells: new Set(['item', 'coin']),
    methodWords: config.allMethods === false ? { sandbox: 'wallet' } : sandboxMethods,
    ownsPage: (url) => url.origin === config.pageOrigin,
    async create(start) {
      const { status, json } = await ask('POST', '', {
        merchant_order: start.orderNo,
        amount_cents: start.amountCents,
        currency: start.currency,
        title: start.title,
        return_url: start.returnUrl,
        webhook_url: start.webhookUrl,
        expires_at_ms: start.expiresAtMs,
        ...(start.method ? { method: sandboxMethods[start.method.code] ?? '' } : {}),
      })
      if (status !== 200) throw new NoAnswer('sandbox did not create the payment: check SANDBOX_URL', status)
      const answer = readAnswer(payment, json, 'sandbox')
      return { ref: answer.id, url: answer.page_url }
    },
    // Async, so that an exception becomes a rejection, as in the other channels.
    async readWebhook(raw, headers, nowMs) {
      // oxlint-disable-line require-await
      if (!isSigned(config.webhookSecrets, headers, raw, nowMs, 300)) throw new BadSignature('sandbox webhook')
      const it = event.parse(parsedBody(raw))
      const stage = stages.find((candidate) => it.type === `payment.dispute_${candidate}`)
      return [
        {
          eventId: it.id,
          kind: kinds.get(it.type) ?? 'ignored',
          orderNo: it.merchant_order,
          txn: it.txn,
          refundTxn: it.refund_txn,
          amountCents: it.amount_cents,
          currency: it.currency,
          ...payerFrom(it.payer_country),
          ...(it.until_ms === 0 ? {} : { untilMs: it.until_ms }),
          ...(it.type === 'payment.refund_failed' ? { reason: it.reason } : {}),
          ...(stage ? { dispute: { id: it.dispute_id, stage, reason: it.reason, dueMs: it.due_ms } } : {}),
        },
      ]
    },
    async fetchStatus({ orderNo }) {
      const { status, json } = await ask('GET', `/${orderNo}`)
      return status === 404 ? { state: 'unknown_payment', captures: [], refunds: [] } : statusOf(json)
    },
    async cancel({ orderNo }) {
      const { status, json } = await ask('POST', `/${orderNo}/cancel`, {})
      return status === 404 ? { state: 'unknown_payment', captures: [], refunds: [] } : statusOf(json)
    },
    async refund({ orderNo, txn, amountCents, key }) {
      const { status, json } = await ask('POST', `/${orderNo}/refunds`, { txn, amount_cents: amountCents, key })
      if (status === 409) throw new Refused('refunded already')
      if (status !== 200) throw new NoAnswer('sandbox does not know the payment', status)
      return { refundTxn: readAnswer(refund, json, 'sandbox').refund_txn }
    },
    async books({ cursor, sinceMs }, limit) {
      const { status, json } = await ask(
        'GET',
        `?${new URLSearchParams({ since_ms: String(Math.floor(sinceMs)), after: cursor ?? '', limit: String(limit) })}`,
        undefined,
        '/v1/books',
      )
      if (status !== 200) throw new NoAnswer('sandbox did not list its books', status)
      const { lines, after, more } = readAnswer(bookPage, json, 'sandbox')
      return {
        cursor: after || null,
        more,
        lines: lines.map(({ kind, id, txn, merchant_order: orderNo, amount_cents: amountCents, currency, at }) =>
          kind === 'capture'
            ? { kind, txn: id, orderNo, amountCents, currency, at }
            : { kind, refundTxn: id, txn, orderNo, amountCents, currency, at },
        ),
      }
    },
  }
}
