import type { Locale } from '@hc/contract/locales'
import type { Query } from '../../platform/db.ts'
import { type FactsRow, factsOf } from '../message/order-letters.ts'
import { type OrderFacts, orderSays } from '../message/order-mail.ts'
import type { Site } from '../message/site.ts'
import { type Confirmation, scriptOf } from './pdf.ts'

/**
 * The facts of the player's own paid order whose buyer waived the right to withdraw, in a language; undefined if there
 * is no such order.
 */
export async function waivedOrder(
  q: Query,
  catalog: Parameters<typeof factsOf>[0],
  { accountId, order, locale }: { accountId: number; order: string; locale: Locale },
): Promise<OrderFacts | undefined> {
  const [row] = await q<FactsRow>(
    {
      name: 'waived-order',
      text: `select o.order_no, 'paid' as event, o.amount_cents, o.currency, coalesce(o.points, o.amount_cents) as points,
          o.paid_at as at, o.order_type, o.cp_goods_id, o.bonus_pct, o.bonus_granted, o.channel_code, o.server_name,
          o.role_name, t.body as waiver
        from orders o
          join consent c on c.order_no = o.order_no and c.kind = 'waiver'
          join legal_text t on t.kind = c.kind and t.version = c.text_version and t.locale in ($3, 'en-US')
        where o.order_no = $1 and o.account_id = $2 and o.paid_at is not null
        order by t.locale = 'en-US' limit 1`,
    },
    [order, accountId, locale],
  )
  return row && factsOf(catalog, row, locale)
}

/** The letter that confirms an order and its waiver, as a page of paper (Directive 2011/83/EU, article 8(7)). */
export function confirmationOf(locale: Locale, site: Site, facts: OrderFacts): Confirmation {
  const { subject, texts, rows, waiver } = orderSays(locale, site, facts)
  return {
    lang: locale,
    script: scriptOf[locale],
    title: subject,
    number: facts.orderNo,
    parties: [{ name: site.name, lines: [site.url] }],
    facts: rows,
    words: [...texts, ...(waiver === null ? [] : [waiver])],
  }
}
