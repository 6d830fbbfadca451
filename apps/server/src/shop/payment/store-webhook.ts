import { BadSignature, type GatewayEvent, plainText } from '@hc/channels/channel'
import { NoAnswer } from '@hc/channels/http'
import { AppError } from '@hc/contract/errors'
import type { Ctx } from '../../ctx.ts'
import { batchable, batchableLists } from '../../platform/batch.ts'
import { statementFailed } from '../../platform/db.ts'
import { inOrder } from '../../platform/named-call.ts'
import type { PaidOutcome } from './settle.sql.ts'
import { withoutPayers } from './strip-payers.ts'
import { noteCapture } from './work-inbox.ts'

const newsArgs = {
  channel: 'text',
  event: 'text',
  kind: 'text',
  order: 'text',
  txn: 'text',
  refundTxn: 'text',
  amount: 'bigint',
  currency: 'text',
  raw: 'text',
  detail: 'jsonb',
} as const
const takeArgs = { ...newsArgs, lease: 'int' } as const
type News = Readonly<Record<keyof typeof newsArgs, unknown>>
/** Stores alone: for a webhook whose settle failed with its commit. */
const storeStatement = batchable('store-webhook', 'store_webhook', newsArgs, ['fresh'], { orderBy: 'event' })
/** Decision 244. */
const PACE_MS = 10
const takeStatement = batchableLists('take-news', 'take_news', takeArgs, ['fresh', 'outcome', 'delivery', 'delivers'], {
  orderBy: 'event',
  paceMs: PACE_MS,
})

type StoredEvent = {
  fresh: boolean
  outcome: PaidOutcome | null
  /** The delivery that this process makes now, under its lease. */
  delivery: Record<string, unknown> | null
  delivers: boolean
}
/**
 * `fresh`: it was not stored before. `delivers`: the worker has something to deliver. `waits`: the worker has something
 * else to see to.
 */
export type Stored = { fresh: boolean; delivers: boolean; waits: boolean }

/** A provider's free text as jsonb can hold it. */
const line = (text: string): string => plainText(text, 300).toWellFormed()

/**
 * Verifies a webhook on its raw bytes and stores it once; a copy is answered like the first. A payment is settled in
 * the statement that stores it; where that cannot be, and with all other news, the worker does it later: a settle that
 * fails can so never lose a webhook.
 * @throws AppError NotFound for an unknown channel, Unauthorized for a bad signature, InvalidParams for a genuine body
 * of the wrong form.
 */
export async function storeWebhook(
  ctx: Ctx,
  channelCode: string,
  raw: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<Stored> {
  const channel = ctx.channels.get(channelCode)
  if (!channel || channel.kind !== 'gateway') throw new AppError('NotFound')
  let events: GatewayEvent[]
  try {
    events = await channel.readWebhook(raw, headers, ctx.now())
  } catch (error) {
    // The provider must be asked whether it is genuine, and does not answer: it sends again.
    if (error instanceof NoAnswer) throw new AppError('SystemBusy', null, 5)
    // A forged one is counted and logged where every refusal is.
    if (error instanceof BadSignature) throw new AppError('Unauthorized')
    ctx.log.warn({ channel: channelCode }, 'a genuine webhook has another form')
    throw new AppError('InvalidParams')
  }
  const body = withoutPayers(raw)
  const stored: Stored = { fresh: false, delivers: false, waits: false }
  for (const event of events) {
    const { fresh, outcome, delivers } = await take(ctx, {
      channel: channelCode,
      event: event.eventId,
      kind: event.kind,
      order: event.orderNo,
      txn: event.txn,
      refundTxn: event.refundTxn,
      amount: event.amountCents,
      currency: event.currency,
      raw: body,
      detail: detailOf(event),
    })
    if (outcome !== null) noteCapture(ctx, outcome, event.orderNo)
    stored.fresh ||= fresh
    stored.delivers ||= delivers
    stored.waits ||= fresh && outcome === null
  }
  return stored
}

/** What only some news have: of money that goes back or is promised, and of the payer's country. */
function detailOf({ dispute, reason, payerCountry, untilMs }: GatewayEvent): string | null {
  if (untilMs !== undefined) return JSON.stringify({ untilMs })
  if (payerCountry) return JSON.stringify({ payerCountry })
  if (dispute) return JSON.stringify({ ...dispute, reason: line(dispute.reason) })
  return reason === undefined ? null : JSON.stringify({ reason: line(reason) })
}

async function take(ctx: Ctx, news: News): Promise<StoredEvent> {
  const lease = ctx.courier.reserve()
  try {
    const [row] = await ctx.q<StoredEvent>(takeStatement, inOrder(takeArgs, { ...news, lease }))
    if (!row) throw new Error('take_news gave no row')
    ctx.courier.settle(lease, row.delivery)
    return row
  } catch (error) {
    ctx.courier.settle(lease, null)
    if (!statementFailed(error)) throw error
    ctx.log.warn({ err: error }, 'a payment was not settled with its webhook: the worker tries again')
    const [row] = await ctx.q<{ fresh: boolean }>(storeStatement, inOrder(newsArgs, news))
    return { fresh: row?.fresh === true, outcome: null, delivery: null, delivers: false }
  }
}
