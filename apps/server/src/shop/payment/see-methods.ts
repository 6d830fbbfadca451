import type { Channel, MethodWish } from '@hc/channels/channel'
import { NoAnswer } from '@hc/channels/http'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import type { Ctx } from '../../ctx.ts'
import type { Chore } from '../../platform/scheduled-job.ts'
import type { Query } from '../../platform/db.ts'

type Parts = { q: Query; channels: Ctx['channels']; log: Pick<Ctx['log'], 'warn'> }

/** A shop without books sells in dollars, everywhere. */
const USUAL: MethodWish = { country: 'US', currency: BASE_CURRENCY, amountCents: 999 }

/** An ordinary purchase in each country that has prices of its own. */
async function wishes(q: Query): Promise<MethodWish[]> {
  const rows = await q<{ country: string; currency: string; amount: number }>({
    text: `select c.country, b.currency, percentile_disc(0.5) within group (order by p.amount_minor)::bigint as amount
      from book_country c join price_book b using (book_id) join price p using (book_id) group by 1, 2 order by 1`,
  })
  const ownWishes = rows.map(({ amount, ...wish }) => ({ ...wish, amountCents: amount }))
  return ownWishes.length > 0 ? ownWishes : [USUAL]
}

async function seenAt(channel: Channel, all: readonly MethodWish[]): Promise<Set<string>> {
  const seenMethods = new Set<string>()
  for (const wish of channel.methodsByPurchase ? all : all.slice(0, 1))
    for (const method of (await channel.methods?.(wish)) ?? []) seenMethods.add(method)
  return seenMethods
}

/**
 * Notes which methods the gateways have now. One that does not answer, or whose key may not ask, keeps its notes; after
 * three days without any its channel is one row again. A channel that cannot be asked always has its methods.
 */
export async function seeMethods({ q, channels, log }: Parts): Promise<void> {
  const all = await wishes(q)
  for (const channel of channels.values()) {
    if (!channel.methodWords) continue
    await q(
      {
        text: `insert into channel_method (channel_code, method, sort, seen_at)
          select $1, m, 10 * n, case when $3 then 'infinity'::timestamptz end
            from unnest($2::text[]) with ordinality x (m, n) on conflict do nothing`,
      },
      [channel.code, Object.keys(channel.methodWords), channel.methods === undefined],
    )
    if (!channel.methods) continue
    try {
      await q({ text: 'update channel_method set seen_at = app_now() where channel_code = $1 and method = any($2)' }, [
        channel.code,
        [...(await seenAt(channel, all))],
      ])
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      log.warn(
        { channel: channel.code, reason: error.message },
        'a gateway did not tell its methods; asked again later',
      )
    }
  }
}

export const methodChore = (parts: Parts): Record<string, Chore> => ({
  see_methods: { every: '1 day', after: '5 hours 13 minutes', run: () => seeMethods(parts) },
})

/** A gateway that was never asked is asked at the start. */
export async function seeMethodsSoon({ q, channels }: Pick<Parts, 'q' | 'channels'>): Promise<void> {
  const gatewayCodes = [...channels.values()].flatMap((channel) => (channel.methods ? [channel.code] : []))
  await q(
    {
      text: `update chore set due_at = now() where name = 'see_methods'
        and exists (select from unnest($1::text[]) c (code) where not exists (
          select from channel_method m where m.channel_code = c.code and m.seen_at is not null))`,
    },
    [gatewayCodes],
  )
}
