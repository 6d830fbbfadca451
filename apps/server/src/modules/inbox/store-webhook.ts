import { BadSignature } from '@hc/channels/channel'
import { AppError } from '@hc/contract/errors'
import type { Ctx } from '../../ctx.ts'

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
  const rows = await ctx.q({
    name: 'store-webhook',
    text: `insert into inbox (channel_code, event_id, kind, order_no, txn, refund_txn, amount_cents, currency, raw)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (channel_code, event_id) do nothing returning inbox_id`,
  }, [channelCode, event.eventId, event.kind, event.orderNo, event.txn, event.refundTxn, event.amountCents, event.currency, raw.toString('utf8')])
  return rows.length > 0
}
