import type { DeskResult } from '@hc/contract/desk/calls'
import { draftedKinds } from '@hc/contract/desk/kinds'
import type { Query } from '../../platform/db.ts'
import { badgesOf } from '../orders/badges.ts'

type Match = DeskResult<'search/find'>[number]

/** The most products, campaigns and articles that are shown, of each kind. */
const MOST_NAMED = 6

/** The journal number in a search text; null if it is not a number. */
const journalNo = (text: string): string | null => (/^[1-9]\d{0,17}$/.test(text) ? text : null)

/** Orders and their parts, players, codes and journals: by exact keys, each with an index. */
const EXACT = `with money as (
    select o.order_no, 'order' as by from orders o where $4 and o.order_no = upper($1)
    union select c.order_no, 'payment' from payment_channel h join capture c using (channel_code)
       where $4 and c.txn = $1
    union select r.order_no, 'refund' from payment_channel h join gateway_refund r using (channel_code)
       where $4 and r.refund_txn = $1
    union select b.order_no, 'delivery' from outbox b where $4 and b.outbox_id = $1),
  people as (
    select f.account_id, 'address' as by from desk.find_account($1) f where $5
    union select g.account_id, 'character' from game_role g where $5 and (g.role_id = $1 or lower(g.name) = lower($1)))
  select 'order' as kind, o.order_no as id, m.by,
      case when $5 then o.uid || ', ' else '' end || o.cp_goods_id as line, '/orders/' || o.order_no as path,
      jsonb_build_object('cents', o.amount_cents, 'currency', o.currency) as figures,
      jsonb_build_object('status', o.status, 'type', o.order_type, 'cause', o.cause, 'badges', ${badgesOf}) as "order"
    from (select order_no, min(by) as by from money group by order_no) m join orders o using (order_no)
      left join outbox b on b.outbox_id = 'dlv_' || o.order_no
  union all select 'player', a.uid, min(p.by), coalesce((select string_agg(r.name, ', ' order by r.name)
      from (select name from game_role g where g.account_id = a.account_id order by name limit 3) r), ''),
      '/players/' || a.uid, null, null
    from people p join account a using (account_id) group by a.account_id, a.uid
  union all select 'webhook', i.inbox_id::text, 'event', i.channel_code || ', ' || i.kind || ', ' || i.state,
      case when o.order_no is null then '/inbox?state=&order_no=' || i.order_no else '/orders/' || o.order_no end,
      null, null
    from payment_channel h join inbox i using (channel_code) left join orders o on o.order_no = i.order_no
   where $4 and i.event_id = $1
  union all select 'code', c.code, 'code', c.campaign_id, '/campaigns/redeem/' || c.campaign_id,
      jsonb_build_object('used', c.used, 'uses', c.uses), null
    from redeem_code c where $6 and c.code = $2
  union all select 'player', a.uid, 'redemption', r.campaign_id || ', ' || r.number, '/players/' || a.uid,
      null, null
    from redemption r join account a using (account_id) where $5 and r.number = upper($1)
  union all select 'journal', j.journal_id::text, 'journal', to_char(j.created_at at time zone 'UTC',
      'YYYY-MM-DD') || coalesce(case when $4 then ', ' || j.order_no end, ''), '/finance/journals/' || j.journal_id,
      null, null
    from ledger_journal j where j.journal_id = $3::bigint
  limit 20`

const campaignsOf = (kind: string): string =>
  `select 'campaign', c.campaign_id, coalesce(c.texts -> 'en-US' ->> 'name', ''), '/campaigns/${kind}/'
      from ${kind}_campaign c where $3`

/**
 * Records with an English name: they are few, so any part of the name matches. A number or a name that is exactly the
 * text comes first.
 */
const NAMED_THINGS = `with thing as (
    select 'product' as kind, p.cp_goods_id as id, coalesce(p.texts -> 'en-US' ->> 'name', '') as line,
        '/products/' as path
      from product p where $2
    union all ${draftedKinds.map(campaignsOf).join(' union all ')}
    union all select 'article', h.target, coalesce(h.body -> 'texts' -> 'en-US' ->> 'title', ''), '/articles/'
      from (select distinct on (r.target) r.target, r.body from desk.revision r
         where $4 and r.kind = 'article' order by r.target, r.version desc) h),
  fitting as (
    select t.*, lower(t.id) = lower($1) as exact, lower(t.line) = lower($1) as named,
        row_number() over (partition by t.kind
          order by lower(t.id) = lower($1) desc, lower(t.line) = lower($1) desc, t.line, t.id) as nth
      from thing t where lower(t.id) = lower($1) or strpos(lower(t.line), lower($1)) > 0)
  select kind, id, case when exact then 'number' else 'name' end as by, line, path || id as path,
      null as figures, null as "order"
    from fitting
   where nth <= ${MOST_NAMED} order by exact desc, named desc, kind, line, id`

/**
 * Finds records with exactly this number or address, and records with these words in their name.
 *
 * @param may whether the caller has a right: only kinds that the caller may read are searched.
 */
export async function find(q: Query, text: string, code: string, may: (right: string) => boolean): Promise<Match[]> {
  const exact = await q<Match>({ text: EXACT }, [
    text,
    code,
    may('ledger.read') ? journalNo(text) : null,
    may('order.read'),
    may('player.read'),
    may('campaign.read'),
  ])
  const things = await q<Match>({ text: NAMED_THINGS }, [
    text,
    may('product.read'),
    may('campaign.read'),
    may('content.read'),
  ])
  return [...exact, ...things]
}
