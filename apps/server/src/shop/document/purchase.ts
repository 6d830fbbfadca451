import type { Channel } from '@hc/channels/channel'
import { methods, readMethod } from '@hc/channels/methods'
import type { Locale } from '@hc/contract/locales'
import { shopTexts } from '@hc/i18n/texts'
import type { Query } from '../../platform/db.ts'
import { type FactsRow, factsOf } from '../message/order-letters.ts'
import { bonusUnits } from '../message/order-mail.ts'

/** What a document says of its order beside the tax: the game, what the buyer paid with, the units of the bonus. */
export type Purchase = { game: string; method: string; bonus: number }
export type PurchaseParts = {
  q: Query
  catalog: Parameters<typeof factsOf>[0]
  channels: Pick<ReadonlyMap<string, Pick<Channel, 'name'>>, 'get'>
  game: string
}

/** A word of a group of texts; undefined if the group has none for the key. */
const word = (group: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(group, key) ? group[key] : undefined

/** What the buyer paid with: the method that they chose, or the channel whose page asked. */
export function methodName(
  channels: PurchaseParts['channels'],
  locale: Locale,
  channel: string,
  method: string | null,
): string {
  const t = shopTexts(locale)
  const code = readMethod(method)?.code ?? ''
  const channelName =
    channel === 'hcpoint'
      ? t.recharge.channel.points
      : (word(t.recharge.channel.name, channel) ?? channels.get(channel)?.name ?? channel)
  return word(t.method.name, code) ?? methods.get(code)?.name ?? channelName
}

export async function purchaseOf(parts: PurchaseParts, order: string, locale: Locale): Promise<Purchase> {
  const [row] = await parts.q<FactsRow & { method: string | null }>(
    {
      name: 'purchase-of',
      text: `select o.order_no, 'paid' as event, o.amount_cents, o.currency, coalesce(o.points, o.amount_cents) as points,
          o.created_at as at, o.order_type, o.cp_goods_id, o.bonus_pct, o.bonus_granted, o.channel_code, o.server_name,
          o.role_name, null as waiver, o.method
        from orders o where o.order_no = $1`,
    },
    [order],
  )
  return {
    game: parts.game,
    method: row ? methodName(parts.channels, locale, row.channel_code, row.method) : '',
    bonus: row ? bonusUnits(factsOf(parts.catalog, row, locale)) : 0,
  }
}
