import { sandboxOutcomes } from '@hc/contract/sandbox-outcomes'
import { jsonCall } from '@hc/channels/http'
import { signWebhook } from '@hc/channels/signature'
import { AppError } from '@hc/contract/errors'
import { defaultLocale, matchLocale } from '@hc/contract/locales'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Query } from '../../platform/db.ts'
import { page } from '../html.ts'
import { applyOutcome, captured, giveBack } from './outcome.ts'
import { payPage, type ShopLook, unknownPage } from './pay-page.ts'
import { books, charge, find, newId, queueWebhook, type SandboxPayment, sandboxSchema, view } from './sandbox-store.ts'

/** The interval between two looks for late payments and for webhooks to retry, and so their greatest delay. */
const LOOK_MS = 2_000

export type SandboxOptions = {
  q: Query
  /** Public base of the payment pages, e.g. http://localhost:8080/sandbox. */
  pageBase: string
  apiKey: string
  webhookSecret: string
  /** Where webhooks may go: the merchant registered at this gateway. */
  webhookBase: string
  shop: ShopLook
}

const create = z.object({
  merchant_order: z.string().min(1).max(64),
  amount_cents: z.number().int().positive(),
  currency: z.string().length(3),
  title: z.string().max(200),
  return_url: z.url(),
  webhook_url: z.url(),
  expires_at_ms: z.number().int(),
  method: z.enum(['', 'wallet', 'bank', 'voucher']).default(''),
})
const outcomeBody = z.object({
  outcome: z.enum(sandboxOutcomes),
  payer_country: z
    .string()
    .regex(/^([A-Z]{2})?$/)
    .default(''),
})
const DAY_MS = 86_400_000
const disputeBody = z.object({
  reason: z.enum(['fraudulent', 'product_not_received', 'duplicate']),
  days: z.number().int().min(1).max(60),
})
const refundBody = z.object({
  txn: z.string(),
  amount_cents: z.number().int().positive(),
  key: z.string().min(1).max(200),
})

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {})
  if (!parsed.success)
    throw new AppError('InvalidParams', {
      issues: parsed.error.issues.map((i) => ({ path: i.path.join('.'), message: i.message })),
    })
  return parsed.data
}

const booksQuery = z.object({
  since_ms: z.coerce.number().int().min(0).default(0),
  after: z.string().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/**
 * The sandbox gateway: a payment provider that shares only a process with the shop. They exchange signed HTTP requests.
 */
export async function sandboxParty(
  fastify: FastifyInstance,
  options: SandboxOptions,
): Promise<{ stop: () => Promise<void> }> {
  const { q } = options
  await q({ text: sandboxSchema })
  const sender = startSender(options)
  const merchant = (request: FastifyRequest): void => {
    if (request.headers.authorization !== `Bearer ${options.apiKey}`) throw new AppError('Unauthorized')
  }
  const paymentOf = async (order: string): Promise<SandboxPayment> => {
    const payment = await find(q, order)
    if (!payment) throw new AppError('NotFound')
    return payment
  }
  type Order = { Params: { order: string } }

  fastify.post('/sandbox/v1/payments', async (request) => {
    merchant(request)
    const it = parse(create, request.body)
    if (!it.webhook_url.startsWith(`${options.webhookBase}/`))
      throw new AppError('InvalidParams', { issues: [{ path: 'webhook_url', message: 'is not registered' }] })
    await q(
      {
        name: 'sb-create',
        text: `insert into sandbox.payment (merchant_order, id, amount_cents, currency, title, return_url,
          webhook_url, expires_at, method)
             values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8 / 1000.0), $9) on conflict do nothing`,
      },
      [
        it.merchant_order,
        newId('pay'),
        it.amount_cents,
        it.currency,
        it.title,
        it.return_url,
        it.webhook_url,
        it.expires_at_ms,
        it.method,
      ],
    )
    return await view(q, it.merchant_order, options.pageBase)
  })
  fastify.get<Order>('/sandbox/v1/payments/:order', async (request) => {
    merchant(request)
    await paymentOf(request.params.order)
    return await view(q, request.params.order, options.pageBase)
  })
  fastify.get('/sandbox/v1/books', async (request) => {
    merchant(request)
    const { since_ms: since, after, limit } = parse(booksQuery, request.query)
    return await books(q, since, after, limit)
  })
  fastify.post<Order>('/sandbox/v1/payments/:order/cancel', async (request) => {
    merchant(request)
    await paymentOf(request.params.order)
    await q(
      {
        text: `update sandbox.payment set status = 'cancelled' where merchant_order = $1 and status in ('open', 'promised')`,
      },
      [request.params.order],
    )
    return await view(q, request.params.order, options.pageBase)
  })
  fastify.post<Order>('/sandbox/v1/payments/:order/refunds', async (request) => {
    merchant(request)
    const it = parse(refundBody, request.body)
    const payment = await paymentOf(request.params.order)
    const [capture] = await q<{ txn: string; amount_cents: number; currency: string }>(
      {
        text: 'select txn, amount_cents, currency from sandbox.capture where txn = $1 and merchant_order = $2',
      },
      [it.txn, request.params.order],
    )
    if (!capture) throw new AppError('NotFound')
    return await giveBack(q, payment, { ...capture, amount_cents: it.amount_cents }, it.key)
  })
  fastify.post<Order>('/sandbox/v1/payments/:order/outcome', async (request) => {
    const { outcome, payer_country: country } = parse(outcomeBody, request.body)
    await applyOutcome(q, await paymentOf(request.params.order), outcome, country)
    sender.kick()
    return { code: 0, msg: 'success', result: { sdk_order_id: request.params.order, outcome } }
  })
  // A bank that takes a payment back, as the demo's desk lets people try.
  fastify.post<Order>('/sandbox/v1/payments/:order/dispute', async (request) => {
    const { reason, days } = parse(disputeBody, request.body)
    const payment = await paymentOf(request.params.order)
    const capture = await captured(q, payment)
    if (!capture) throw new AppError('NotFound')
    const dispute = { dispute_id: newId('dp'), reason, due_ms: Date.now() + days * DAY_MS }
    await queueWebhook(q, payment, 'payment.dispute_opened', { ...capture, ...dispute })
    sender.kick()
    return { code: 0, msg: 'success', result: dispute }
  })

  await fastify.register((scope, _options, ready) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    scope.get<Order>('/sandbox/pay/:order', async (request, reply) => {
      const payment = await find(q, request.params.order)
      const { shop } = options
      const language = request.headers['accept-language']
      const order = payment ? await shop.show(payment.merchant_order) : undefined
      const locale = matchLocale(order?.locale ?? language ?? '') ?? defaultLocale
      return await page(
        reply,
        payment ? 200 : 404,
        'Sandbox Pay',
        payment
          ? payPage(payment, {
              ...shop,
              locale,
              order,
              done: new URL(request.url, 'http://x').searchParams.get('done'),
            })
          : unknownPage(locale),
        locale,
      )
    })
    scope.post<Order>('/sandbox/pay/:order', async (request, reply) => {
      const { outcome, payer_country: country } = parse(outcomeBody, request.body)
      await applyOutcome(q, await paymentOf(request.params.order), outcome, country)
      sender.kick()
      return await reply.redirect(`/sandbox/pay/${encodeURIComponent(request.params.order)}?done=${outcome}`, 303)
    })
    ready()
  })
  return { stop: sender.stop }
}

/** Sends queued webhooks, each retried with growing pauses until the merchant answers 2xx; charges late payments. */
function startSender(options: SandboxOptions): { kick: () => void; stop: () => Promise<void> } {
  const { q } = options
  let stopped = false
  let running: Promise<void> | undefined
  let again = false

  async function chargeLate(): Promise<void> {
    const late = await q<SandboxPayment>({
      name: 'sb-late',
      text: `update sandbox.payment set charge_after = null where charge_after <= now() returning *`,
    })
    for (const payment of late)
      await queueWebhook(q, payment, 'payment.paid', await charge(q, payment, payment.amount_cents))
  }

  async function round(): Promise<void> {
    const hooks = await q<{ id: string; url: string; body: string; attempts: number }>({
      name: 'sb-due',
      text: `update sandbox.webhook set run_at = now() + make_interval(secs => least(600, 2 ^ attempts)), attempts =
        attempts + 1
              where id in (select id from sandbox.webhook where not done and run_at <= now() order by run_at
              limit 20 for update skip locked)
          returning id, url, body, attempts`,
    })
    const ended = await Promise.all(
      hooks.map(async (hook) => ((await send(hook)) || hook.attempts >= 40 ? hook.id : null)),
    )
    const ids = ended.filter((id) => id !== null)
    if (ids.length > 0)
      await q({ name: 'sb-done', text: 'update sandbox.webhook set done = true where id = any($1)' }, [ids])
    if (hooks.length === 20) again = true
  }

  async function send(hook: { id: string; url: string; body: string }): Promise<boolean> {
    const seconds = Math.floor(Date.now() / 1000)
    const id = hook.id.split('#')[0] ?? ''
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signWebhook(options.webhookSecret, id, seconds, hook.body),
    }
    return await jsonCall({ method: 'POST', url: hook.url, body: hook.body, headers, timeoutMs: 10_000 }).then(
      ({ status }) => status >= 200 && status < 300,
      () => false,
    )
  }

  function kick(): void {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = round()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
        if (again) {
          again = false
          kick()
        }
      })
  }
  /** The sandbox's only statement at rest. The updates run when there is something to do. */
  async function look(): Promise<void> {
    const [work] = await q<{ late: boolean; hooks: boolean }>({
      name: 'sb-look',
      text: `select exists (select from sandbox.payment where charge_after <= now()) as late,
        exists (select from sandbox.webhook where not done and run_at <= now()) as hooks`,
    })
    if (work?.late) await chargeLate()
    if (work?.late || work?.hooks) kick()
  }
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS)
  return {
    kick,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
