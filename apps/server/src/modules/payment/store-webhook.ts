import { BadSignature, type GatewayEvent, plainText } from '@hc/channels/channel'
import { NoAnswer } from '@hc/channels/http'
import { AppError } from '@hc/contract/errors'
import type { Ctx } from '../../ctx.ts'
import { batchable } from '../../platform/batch.ts'
import { withoutPayers } from './without-payers.ts'

const storeStatement = batchable(
  'store-webhook',
  'store_webhook',
  ['text', 'text', 'text', 'text', 'text', 'text', 'bigint', 'text', 'text', 'jsonb'],
  ['fresh'],
  1,
)

/** A provider's free text as jsonb can hold it. */
const line = (text: string): string => plainText(text, 300).toWellFormed()

/**
 * Verifies a webhook on its raw bytes and stores it once; a copy is answered like the first. It is worked later: a
 * settle that fails can so never lose it.
 * @throws AppError NotFound for an unknown channel, Unauthorized for a bad signature, InvalidParams for a genuine body
 * of the wrong form.
 */
export async function storeWebhook(
  ctx: Ctx,
  channelCode: string,
  raw: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<boolean> {
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
  const seen = withoutPayers(raw)
  let fresh = false
  for (const event of events) {
    const [row] = await ctx.q<{ fresh: boolean }>(storeStatement, [
      channelCode,
      event.eventId,
      event.kind,
      event.orderNo,
      event.txn,
      event.refundTxn,
      event.amountCents,
      event.currency,
      seen,
      event.dispute
        ? JSON.stringify({ ...event.dispute, reason: line(event.dispute.reason) })
        : event.reason === undefined
          ? null
          : JSON.stringify({ reason: line(event.reason) }),
    ])
    fresh ||= row?.fresh === true
  }
  return fresh
}
