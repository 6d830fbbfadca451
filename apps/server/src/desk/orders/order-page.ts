import { methods, readMethod } from '@hc/channels/methods'
import { defaultLocale, matchLocale } from '@hc/contract/locales'
import { AppError } from '@hc/contract/errors'
import type { DeskResult } from '@hc/contract/desk/calls'
import type { Reason } from '@hc/contract/player/why'
import { type OrderStatus, orderLabel, shownState, type StaffWork } from '@hc/domain/order/order-status'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { requestsAbout } from '../../http/desk/open-requests.ts'
import { orderReasons } from '../../shop/order/reasons.ts'
import { badgesOf, recallOf } from './badges.ts'
import { timeline } from './timeline.ts'

type Page = DeskResult<'order/read'>
type Action = Page['may'][number]
type Order = Page['order']

type Facts = {
  gateway: boolean
  /** Its hold is open. */
  held: boolean
  refunds: string[] | null
  /** A capture that is owed because its refund failed at the gateway. */
  failed: boolean
  owed_cents: number
  recall: string | null
  kept: boolean
  request: string | null
  staff: StaffWork
  given: number
  debt: number
  paid_cents: number
  refunded_cents: number
  asked: boolean
  disputed: boolean
  dispute: Page['dispute']
  received: Page['received']
  /** On its way back to the player. */
  leaving_cents: number
}

const SEEN_FINDINGS = ['refund_exceeds_payment', 'dispute_won_after_loss', 'refund_currency']
const STOPPED = ['refused', 'failed', 'parked']

const orderText = `select o.order_no, o.uid, o.status, o.order_type as type, o.cp_goods_id as goods,
    coalesce(p.texts->'en-US'->>'name', exact_name(o.cp_goods_id, o.points), o.title, o.cp_goods_id) as goods_name, o.amount_cents, o.currency,
    o.channel_code as channel, coalesce(o.method, '') as method, o.server_id, o.server_name, o.role_id, o.role_name,
    coalesce(o.bonus_granted, o.bonus_pct) as bonus_pct, coalesce(hold_text(o), '') as hold,
    ${epochSeconds('o.created_at')} as created_at, ${epochSeconds('o.expires_at')} as expires_at,
    ${epochSeconds('o.opened_at')} as opened_at, ${epochSeconds('o.paid_at')} as paid_at,
    ${epochSeconds('o.delivered_at')} as delivered_at, ${epochSeconds('o.refunded_at')} as refunded_at,
    coalesce(b.state, '') as delivery, coalesce(b.attempts, 0) as tries,
    case when b.state in ('pending', 'unknown') then ${epochSeconds('greatest(b.run_at, b.lease_until)')} end as next_try_at,
    coalesce(b.detail, '') as game_said, coalesce(q.state, '') as refund,
    ${badgesOf} as badges, o.cause, ${recallOf} as recall, coalesce(p.icon, '') as icon
  from orders o left join product p using (cp_goods_id) left join refund_request q using (order_no)
    left join outbox b on b.outbox_id = 'dlv_' || o.order_no where o.order_no = $1`

const factsText = `select o.paid_cents, o.refunded_cents, o.channel_code <> 'hcpoint' as gateway,
    o.hold_reason is not null and o.hold_note is null as held,
    (select array_agg(r.state) from outbox r where r.order_no = o.order_no and r.kind = 'refund') as refunds,
    exists (select 1 from refund_failure f join capture c using (channel_code, txn)
      where f.order_no = o.order_no and f.reversed and money_owed(c) > 0) as failed,
    (select coalesce(sum(money_owed(c)), 0)::bigint from capture c
      where c.order_no = o.order_no and c.channel_code <> 'hcpoint') as owed_cents,
    (select k.state from outbox k where k.outbox_id = 'rcl_' || o.order_no) as recall,
    exists (select 1 from pack_part_kept k where k.order_no = o.order_no and k.settled_at is null
      and o.refunded_cents < o.paid_cents
      and not exists (select 1 from ledger_journal j where j.order_no = o.order_no and j.reason = 'take_back')) as kept,
    (select q.state from refund_request q where q.order_no = o.order_no) as request,
    case when o.hold_reason is not null or o.status = 5 then staff_sees_to(o) else 'none' end as staff,
    (select coalesce(sum(greatest(n.points, 0)), 0)::bigint from (
      select sum(j.basic_points) as points from ledger_journal j where j.order_no = o.order_no
      union all select sum(j.present_points) from ledger_journal j where j.order_no = o.order_no) n) as given,
    (select coalesce(sum(greatest(0, g.points - w.balance)), 0)::bigint from (
      select 'HCB' as unit, greatest(0, sum(j.basic_points)) as points from ledger_journal j
        where j.order_no = o.order_no
      union all select 'HCP', greatest(0, sum(j.present_points)) from ledger_journal j where j.order_no = o.order_no) g
      join ledger_account w on w.account_id = o.account_id and w.kind = 'wallet' and w.unit = g.unit) as debt,
    exists (select 1 from outbox b where b.outbox_id = 'dlv_' || o.order_no
      and (b.attempts > 0 or b.proof is not null)) as asked,
    is_disputed(o.order_no) as disputed,
    (select jsonb_build_object('amount_cents', d.amount_cents, 'currency', d.currency,
        'due_at', ${epochSeconds('d.due_at')}) from dispute d
      where d.order_no = o.order_no and d.stage = 'opened' order by d.due_at nulls last limit 1) as dispute,
    (select jsonb_build_object('amount_minor', c.amount_cents, 'currency', c.currency) from capture c
      where c.order_no = o.order_no and c.outcome = 'mismatch' order by c.at limit 1) as received,
    (select coalesce(sum((r.payload->>'amount_cents')::bigint), 0)::bigint from outbox r
      where r.order_no = o.order_no and r.kind = 'refund' and r.state in ('pending', 'unknown')) as leaving_cents
  from orders o where o.order_no = $1`

/** The possible actions on an order in its present state. The SQL functions decide; this agrees with them. */
function possible(order: Order, facts: Facts): Action[] {
  const refunds = facts.refunds ?? []
  const has = (...states: string[]): boolean => refunds.some((state) => states.includes(state))
  const stopped = has(...STOPPED) || facts.failed
  const underWay = has('pending', 'unknown')
  const may: Record<Action, boolean> = {
    release: has('held'),
    retry: stopped && !underWay && !facts.disputed,
    seen: SEEN_FINDINGS.includes(order.hold),
    retell: ['unknown', 'parked', 'refused'].includes(order.delivery),
    recall: facts.recall === 'refused' || facts.recall === 'parked',
    points_take: facts.kept,
    points_leave: facts.kept,
    ask: order.status === 2 || (facts.gateway && [1, 3, 6].includes(order.status)),
    refund:
      [2, 4].includes(order.status) &&
      !has('pending', 'unknown', 'parked') &&
      !facts.disputed &&
      !['requested', 'sent'].includes(facts.request ?? ''),
    settle_gateway: stopped && facts.gateway,
    settle_elsewhere: stopped && facts.gateway,
    close: (has('refused', 'failed') || facts.failed) && facts.gateway,
  }
  return Object.entries(may).flatMap(([action, open]) => (open ? [action as Action] : []))
}

/** The key of the sentence at the head of the page. */
function sentenceOf(order: Order, facts: Facts): string {
  const refunds = facts.refunds ?? []
  if (facts.disputed) return 'disputed'
  if (refunds.includes('held')) return 'wrong_payment'
  if (facts.failed || refunds.some((state) => STOPPED.includes(state))) return 'refund_stopped'
  // A partial refund has no request; its outbox row shows that it is under way.
  if (
    [2, 4].includes(order.status) &&
    (['requested', 'sent'].includes(facts.request ?? '') ||
      (order.channel !== 'hcpoint' && refunds.some((state) => ['pending', 'unknown'].includes(state))))
  )
    return 'refund_under_way'
  if (facts.held) return 'held'
  switch (order.status) {
    case 1:
      return order.opened_at === null ? 'created' : 'opened'
    case 2:
      if (order.delivery === 'unknown') return order.tries > 0 ? 'not_answered' : 'queued'
      if (order.delivery === 'refused') return 'refused'
      if (order.delivery === 'parked') return 'given_up'
      return order.delivery === 'pending' && order.tries > 0 ? 'not_answered' : 'queued'
    case 3:
      return order.cause === 'cancelled' ? 'cancelled' : 'failed'
    case 4:
      if (facts.refunded_cents > 0) return 'refunded_part'
      return order.type === 'coin' ? 'credited' : 'delivered'
    case 5:
      return facts.recall === 'refused' || facts.recall === 'parked' ? 'refunded_kept' : 'refunded'
    default:
      return 'overdue'
  }
}

/** The gateway's fees for an order's captures and refunds, by its payouts; null if no payout names the order. */
async function feeOf(q: Query, orderNo: string): Promise<number | null> {
  const [row] = await q<{ fee: number | null }>(
    {
      text: `select sum(l.fee_cents)::float8 as fee from desk.settlement_line l join (
          select c.channel_code, 'capture' as kind, c.txn as reference from capture c where c.order_no = $1
          union all select r.channel_code, 'refund', r.refund_txn from gateway_refund r where r.order_no = $1) own
        using (channel_code, kind, reference)
         where l.currency = (select o.currency from orders o where o.order_no = $1)`,
    },
    [orderNo],
  )
  return row?.fee ?? null
}

/** The outcome of the bonus at payment or creation, with the same reasons as the player sees. */
function withBonus(entries: Page['timeline'], order: Order, reasons: readonly Reason[]): Page['timeline'] {
  const at = order.paid_at ?? order.created_at
  const bonusEvents = reasons.flatMap(({ key, data }) =>
    key.startsWith('bonus_') ? [{ at, kind: 'bonus', what: key, facts: data }] : [],
  )
  const later = entries.findIndex((entry) => entry.at > at)
  return later < 0 ? [...entries, ...bonusEvents] : entries.toSpliced(later, 0, ...bonusEvents)
}

/** The tax inside an order's payment, by the rate of its receipt; null without tax. */
async function taxOf(q: Query, orderNo: string): Promise<Page['tax']> {
  const [row] = await q<NonNullable<Page['tax']>>(
    {
      text: `select coalesce(c.tax_minor, t.tax_minor, 0) as minor, coalesce(t.tax_name, '') as name,
          coalesce(d.rate_ppm, t.rate_ppm, 0) as rate_ppm, coalesce(t.tax_country, '') as country,
          coalesce(t.weak and order_weak(t), false) as weak
        from order_terms t left join document_due d on d.kind = 'receipt' and d.source = t.order_no
        left join capture c on c.order_no = t.order_no and c.outcome = 'applied'
       where t.order_no = $1 and (t.entity_id is not null or t.tax_country is not null)
         and (c.order_no is null or c.tax_minor is not null) limit 1`,
    },
    [orderNo],
  )
  return row ?? null
}

const documentsOf = (q: Query, orderNo: string): Promise<Page['documents']> =>
  q<Page['documents'][number]>(
    {
      text: `select document_number(d.series, d.number) as number, d.kind, d.gross_minor as minor
        from document d where d.order_no = $1 order by d.due_id`,
    },
    [orderNo],
  )

/** The language of the mail about a refund; null if the player gets none. */
async function mailOf(q: Query, orderNo: string, mails: boolean): Promise<Page['refund_mail']> {
  if (!mails) return null
  const [row] = await q<{ locale: string | null }>({ text: 'select desk.refund_mail($1) as locale' }, [orderNo])
  return row && row.locale !== null ? (matchLocale(row.locale) ?? defaultLocale) : null
}

/** An order's page; `mails`: this shop sends mail. @throws AppError RowNotFound */
export async function readOrder(q: Query, orderNo: string, mails = false): Promise<Page> {
  const [order] = await q<Order>({ text: orderText }, [orderNo])
  const [facts] = await q<Facts>({ text: factsText }, [orderNo])
  if (!order || !facts) throw new AppError('RowNotFound', { kind: 'order' })
  const may = possible(order, facts)
  const cents = facts.paid_cents - facts.refunded_cents
  const fee = await feeOf(q, orderNo)
  return {
    order: { ...order, method_brand: methods.get(readMethod(order.method ?? '')?.code ?? '')?.name ?? '' },
    sentence: sentenceOf(order, facts),
    // The first helpful action in this order. A refund is never suggested.
    next:
      may.find((action) => ['release', 'retry', 'seen', 'retell', 'recall', 'points_take', 'ask'].includes(action)) ??
      null,
    may,
    refund_mail: await mailOf(q, orderNo, mails),
    disputed: facts.disputed,
    dispute: facts.dispute ?? null,
    received: facts.received ?? null,
    requests: await requestsAbout(q, ['order'], orderNo),
    player: {
      label: orderLabel(order.status as OrderStatus, order.opened_at !== null),
      staff: facts.staff,
      state: shownState(order.status as OrderStatus, facts.staff),
    },
    money: {
      paid_cents: facts.paid_cents,
      back_cents: facts.refunded_cents,
      leaving_cents: facts.leaving_cents,
      owed_cents: facts.owed_cents,
      fee_cents: fee,
      net_cents: cents - (fee ?? 0),
    },
    refund: {
      cents: cents + (facts.gateway ? facts.owed_cents : 0),
      item: order.delivery === '' ? 'none' : facts.asked ? 'asked_back' : 'stopped',
      points: facts.given,
      debt: facts.debt,
    },
    tax: await taxOf(q, orderNo),
    documents: await documentsOf(q, orderNo),
    timeline: withBonus(await timeline(q, orderNo), order, await orderReasons(q, orderNo)),
  }
}
