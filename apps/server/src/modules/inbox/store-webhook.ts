import { BadSignature } from '@hc/channels/channel'
import { AppError } from '@hc/contract/errors'
import type { Ctx } from '../../ctx.ts'
import { batchable } from '../../platform/batch.ts'

const storeStatement = batchable('store-webhook', 'store_webhook',
  ['text', 'text', 'text', 'text', 'text', 'text', 'bigint', 'text', 'text'], 1)

/**
 * Verifies a webhook on its raw bytes and stores it once; a copy is answered like the first. It is worked
 * later: a settle that fails can so never lose it.
 * @throws AppError NotFound for an unknown channel, Unauthorized for a bad signature, InvalidParams for a genuine body of the wrong form.
 */
export async function storeWebhook(ctx: Ctx, channelCode: string, raw: Buffer, headers: Record<string, string | string[] | undefined>): Promise<boolean> {
  const channel = ctx.channels.get(channelCode)
  if (!channel || channel.kind !== 'gateway') throw new AppError('NotFound')
  let event
  try {
    event = channel.readWebhook(raw, headers, ctx.now())
  } catch (error) {
    ctx.log.warn({ channel: channelCode, forged: error instanceof BadSignature }, 'webhook refused')
    throw error instanceof BadSignature ? new AppError('Unauthorized') : new AppError('InvalidParams')
  }
  const [row] = await ctx.q<{ fresh: boolean }>(storeStatement, [channelCode, event.eventId, event.kind, event.orderNo, event.txn,
    event.refundTxn, event.amountCents, event.currency, raw.toString('utf8')])
  return row?.fresh === true
}
