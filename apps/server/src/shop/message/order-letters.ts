import { defaultLocale, type Locale, matchLocale } from '@hc/contract/locales'
import type { Catalog } from '../catalog/catalog.ts'
import type { Query } from '../../platform/db.ts'
import type { Messages } from './messages.ts'
import type { MailFile } from './frame.ts'
import { type OrderEvent, type OrderFacts, orderMail } from './order-mail.ts'
import type { Site } from './site.ts'

/** The facts of an order as the database has them. */
export type FactsRow = {
  order_no: string
  event: OrderEvent
  amount_cents: number
  currency: string
  points: number
  at: Date
  order_type: 'item' | 'coin'
  cp_goods_id: string
  bonus_pct: number
  bonus_granted: number | null
  channel_code: string
  server_name: string
  role_name: string
  waiver: string | null
}
type Row = FactsRow & {
  ref: string
  email: string | null
  locale: string | null
  delivered: boolean
  /** The document that is written and waits for its mail, for a letter about a payment. */
  document: { due: number; number: string } | null
}
/** A file with a document, or null if it cannot be printed now. */
export type DocumentFile = (order: string, number: string, locale: Locale) => Promise<MailFile | null>
type Texts = Pick<Catalog, 'text' | 'quantity'>
type Deps = {
  q: Query
  catalog: Texts
  messages: Pick<Messages, 'offered' | 'close'>
  site: Site
  leaseSeconds: number
  documentFile: DocumentFile
}

/** Mail that could not be sent for so long is given up. */
const GIVE_UP_HOURS = 168

/** The facts of an order in a language. */
export const factsOf = (catalog: Texts, row: FactsRow, locale: Locale): OrderFacts => ({
  orderNo: row.order_no,
  event: row.event,
  atMs: row.at.getTime(),
  amountCents: row.amount_cents,
  currency: row.currency,
  points: row.points,
  kind: row.order_type,
  name: catalog.text(row.cp_goods_id, locale, row.points).name,
  quantity: catalog.quantity(row.cp_goods_id),
  bonusPct: row.bonus_pct,
  bonusGranted: row.bonus_granted,
  channelCode: row.channel_code,
  serverName: row.server_name,
  roleName: row.role_name,
  ...(row.waiver !== null && { waiver: row.waiver }),
})

/** Turns one letter into a message. A letter without a target is marked as written without a message. */
async function writeOne({ q, catalog, messages, site, documentFile }: Deps, row: Row): Promise<void> {
  const { order_no: order, event, ref, delivered, document } = row
  const target = messages.offered.has('email') ? row.email : null
  const locale = (row.locale === null ? undefined : matchLocale(row.locale)) ?? defaultLocale
  const facts = { ...factsOf(catalog, row, locale), ...(delivered && { event: 'paid_delivered' as const }) }
  const file = target !== null && document ? await documentFile(order, document.number, locale) : null
  const body = messages.close(orderMail(locale, site, facts, file ? [file] : []))
  if (event === 'paid')
    await q({ name: 'write-paid-letter', text: 'select write_paid_letter($1, $2, $3, $4, $5, $6, $7)' }, [
      order,
      delivered,
      file && document ? document.due : null,
      target,
      locale,
      body,
      GIVE_UP_HOURS,
    ])
  else
    await q({ name: 'write-order-letter', text: 'select write_order_letter($1, $2, $3, $4, $5, $6, $7)' }, [
      order,
      event,
      ref,
      target,
      locale,
      body,
      GIVE_UP_HOURS,
    ])
}

/**
 * Turns up to `limit` due letters about orders into messages, and returns how many were due. The order's event wrote
 * the letter's row (sql/functions/players/messages.sql). Row and message change together, so each letter is written
 * once. A shop without mail writes none, and does not make up for them later.
 */
export async function writeOrderLetters(deps: Deps, limit: number): Promise<number> {
  const rows = await deps.q<Row>(
    {
      name: 'lease-order-letters',
      text: `select l.order_no, l.event, l.ref, l.amount_cents, o.currency, coalesce(o.points, l.paid_cents) as points,
          l.at, l.email, l.locale, l.order_type, l.cp_goods_id, l.bonus_pct, l.bonus_granted, l.channel_code,
          l.server_name, l.role_name, w.body as waiver, coalesce(p.delivered, false) as delivered, p.document
        from lease_order_letters($1, $2) l
          left join lateral (select x.currency, x.points from orders x where x.order_no = l.order_no) o on true
          left join lateral (select x.delivered_at is not null as delivered, (
              select jsonb_build_object('due', u.due_id, 'number', document_number(d.series, d.number))
                from document_due u join document d using (due_id) join account a on a.account_id = x.account_id
               where u.order_no = x.order_no and u.kind = 'receipt' and u.mailed_at is null and a.receipts) as document
              from order_letter x where x.order_no = l.order_no and x.event = 'paid' and l.event = 'paid') p on true
          left join lateral (select t.body from consent c
              join legal_text t on t.kind = c.kind and t.version = c.text_version and t.locale in (c.locale, 'en-US')
            where c.order_no = l.order_no and c.kind = 'waiver' order by t.locale = 'en-US' limit 1) w on true`,
    },
    [limit, deps.leaseSeconds],
  )
  // Letters are written in sequence, because "paid" must come before "delivered". A letter that cannot be written
  // blocks no other. It is retried after its lease, and its error is thrown at the end.
  const errors: unknown[] = []
  for (const row of rows)
    await writeOne(deps, row).catch((error: unknown) => {
      errors.push(error)
    })
  if (errors.length > 0) throw errors[0]
  return rows.length
}
