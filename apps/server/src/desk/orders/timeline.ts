import type { DeskResult } from '@hc/contract/desk/calls'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'

type Entry = DeskResult<'order/read'>['timeline'][number]
/** One event: `facts` are pairs of a name and an SQL value; null and '' are left out. */
type Part = { kind: string; what: string; at: string; facts: Record<string, string>; from: string; where: string }

const of = (table: string, where = 'x.order_no = $1'): { from: string; where: string } => ({
  from: `${table} x`,
  where,
})
const actor = (column: string): string =>
  `coalesce((select p.name from desk.staff p where ${column} = 'staff:' || p.staff_id), ${column})`

const ofPart = (column: string): string =>
  `(select r.${column} from refund_part r where r.order_no = x.order_no and r.part = x.part)`

const parts: readonly Part[] = [
  { kind: 'order', what: `'made'`, at: 'x.created_at', facts: { channel: 'x.channel_code' }, ...of('orders') },
  {
    kind: 'page',
    what: `'opened'`,
    at: 'x.opened_at',
    facts: { channel: 'x.channel_code' },
    ...of('orders', 'x.order_no = $1 and x.opened_at is not null'),
  },
  { kind: 'status', what: 'x.to_status::text', at: 'x.at', facts: { cause: 'x.cause' }, ...of('order_event') },
  {
    kind: 'payment',
    what: 'x.outcome',
    at: 'x.at',
    facts: { txn: 'x.txn', cents: 'x.amount_cents', currency: 'x.currency', told_by: 'x.source' },
    ...of('capture'),
  },
  {
    kind: 'webhook',
    what: 'x.kind',
    at: 'x.received_at',
    facts: {
      id: 'x.inbox_id',
      state: 'x.state',
      outcome: 'outcome_text(x)',
      tries: 'x.attempts',
      txn: 'x.txn',
      cents: 'nullif(x.amount_cents, 0)',
    },
    ...of(
      'inbox',
      `x.inbox_id in (select i.inbox_id from inbox i where i.order_no = $1 and i.order_no <> ''
        union all select i.inbox_id from capture c join inbox i using (channel_code, txn)
          where c.order_no = $1 and i.order_no = '' and i.txn <> '')`,
    ),
  },
  {
    kind: 'question',
    what: 'x.said',
    at: 'x.at',
    facts: { asked_by: 'x.asked_by', answered: `case when x.answered then 'yes' else 'no' end` },
    ...of('gateway_question'),
  },
  {
    kind: 'delivery',
    what: `'made'`,
    at: 'x.created_at',
    facts: { id: 'x.outbox_id' },
    ...of('outbox', `x.outbox_id = 'dlv_' || $1`),
  },
  {
    kind: 'delivery',
    what: 'x.state',
    at: 'x.ended_at',
    facts: { grant: 'x.proof', said: 'x.detail', tries: 'x.attempts' },
    ...of('outbox', `x.outbox_id = 'dlv_' || $1 and x.ended_at is not null`),
  },
  {
    kind: 'recall',
    what: `'made'`,
    at: 'x.created_at',
    facts: { id: 'x.outbox_id' },
    ...of('outbox', `x.order_no = $1 and x.kind = 'recall'`),
  },
  {
    kind: 'recall',
    what: 'x.state',
    at: 'x.ended_at',
    facts: { said: 'x.detail', tries: 'x.attempts' },
    ...of('outbox', `x.order_no = $1 and x.kind = 'recall' and x.ended_at is not null`),
  },
  {
    kind: 'refund',
    // A payment that does not fit has a refund that waits for a person: nothing is refunded yet.
    what: `case when x.state = 'held' then 'held' else 'made' end`,
    at: 'x.created_at',
    facts: { id: 'x.outbox_id', cents: `(x.payload->>'amount_cents')::bigint`, because: `x.payload->>'reason'` },
    ...of('outbox', `x.order_no = $1 and x.kind = 'refund'`),
  },
  {
    kind: 'refund',
    what: 'x.state',
    at: 'x.ended_at',
    facts: { id: 'x.outbox_id', number: 'x.proof', said: 'x.detail', tries: 'x.attempts' },
    ...of('outbox', `x.order_no = $1 and x.kind = 'refund' and x.ended_at is not null`),
  },
  {
    kind: 'try',
    what: 'x.state',
    at: 'x.at',
    facts: { of: 'x.outbox_id', tries: 'x.attempt', said: 'x.detail' },
    ...of('outbox_try'),
  },
  {
    kind: 'asked',
    what: 'x.to_state',
    at: 'x.at',
    facts: {
      before: 'x.from_state',
      by: actor(ofPart('asked_by')),
      part: 'x.part::text',
      because: ofPart('reason'),
      said: 'x.detail',
      txn: 'x.txn',
    },
    ...of('refund_event'),
  },
  {
    kind: 'returned',
    what: `case when x.applied then 'applied' else 'not_applied' end`,
    at: 'x.at',
    facts: { number: 'x.refund_txn', cents: 'x.amount_cents', txn: 'x.txn' },
    ...of('gateway_refund'),
  },
  {
    kind: 'returned',
    what: `'failed'`,
    at: 'x.at',
    facts: { number: 'x.refund_txn', said: 'x.reason' },
    ...of('refund_failure'),
  },
  {
    kind: 'settled',
    what: 'x.how',
    at: 'x.at',
    facts: { cents: 'x.amount_cents', reference: 'x.reference', said: 'x.note', by: actor('x.settled_by') },
    ...of('refund_settlement'),
  },
  {
    kind: 'dispute',
    what: `'opened'`,
    at: 'x.opened_at',
    facts: { id: 'x.dispute_id', cents: 'x.amount_cents', because: 'x.reason' },
    ...of('dispute'),
  },
  {
    kind: 'dispute',
    what: 'x.stage',
    at: 'x.closed_at',
    facts: { id: 'x.dispute_id' },
    ...of('dispute', 'x.order_no = $1 and x.closed_at is not null'),
  },
  {
    kind: 'points',
    what: 'x.reason',
    at: 'x.created_at',
    facts: { points: 'nullif(x.basic_points + x.present_points, 0)' },
    ...of('ledger_journal'),
  },
  {
    kind: 'message',
    what: 'x.kind',
    at: 'x.created_at',
    facts: { state: 'x.state', way: 'x.channel', said: 'x.detail' },
    ...of('message'),
  },
  {
    kind: 'document',
    what: 'x.kind',
    at: 'x.issued_at',
    facts: { number: 'document_number(x.series, x.number)', cents: 'x.gross_minor', currency: 'x.currency' },
    ...of('document'),
  },
  {
    kind: 'note',
    what: 'x.text',
    at: 'x.at',
    facts: {
      by: `(select p.name from desk.staff p where p.staff_id = x.staff_id)`,
      ticket: 'x.ticket',
      for: 'x.for_role',
    },
    ...of('desk.remark', `x.kind = 'order' and x.target = $1`),
  },
  {
    kind: 'request',
    // The requested call, and that it waits.
    what: `x.call || ' open'`,
    at: 'x.asked_at',
    facts: {
      number: 'x.approval_no',
      by: `(select p.name from desk.staff p where p.staff_id = x.asked_by)`,
      because: 'x.reason',
    },
    ...of('desk.approval', `x.kind = 'order' and x.target = $1`),
  },
  {
    kind: 'request',
    // Its end stands at the moment of the decision.
    what: `x.call || ' ' || x.state`,
    at: 'x.ended_at',
    facts: {
      number: 'x.approval_no',
      by: `(select p.name from desk.staff p where p.staff_id = x.ended_by)`,
      because: `case when x.state <> 'stale' then x.ended_note end`,
    },
    ...of('desk.approval', `x.kind = 'order' and x.target = $1 and x.ended_at is not null`),
  },
  {
    kind: 'action',
    what: 'x.action',
    at: 'x.at',
    facts: { by: actor('x.done_by'), because: 'x.note' },
    ...of('operator_action'),
  },
  {
    kind: 'audit',
    what: 'x.action',
    at: 'x.at',
    facts: { by: actor('x.actor'), number: 'x.seq', because: `x.line::jsonb->>'reason'` },
    ...of(
      'desk.audit',
      `(x.kind = 'order' and x.target = $1) or (x.kind = 'outbox' and x.target in ('dlv_' || $1, 'rcl_' || $1))`,
    ),
  },
]

const text = parts
  .map(({ kind, what, at, facts, from, where }, place) => {
    const pairs = Object.entries(facts).map(([name, value]) => `'${name}', ${value}`)
    return `select ${at} as moment, ${place} as place, '${kind}' as kind, (${what})::text as what,
      jsonb_build_object(${pairs.join(', ')}) as facts from ${from} where ${where}`
  })
  .join(' union all ')

/** The most lines of a timeline; the newest are shown. */
const MOST = 500

/** All events of an order by time; at the same moment a cause comes before its effect. */
export async function timeline(q: Query, orderNo: string): Promise<Entry[]> {
  return await q<Entry>(
    {
      text: `select ${epochSeconds('moment')} as at,
          (floor(extract(milliseconds from moment))::int % 1000) as ms, kind, coalesce(what, '') as what,
          coalesce((select jsonb_object_agg(key, value) from jsonb_each(jsonb_strip_nulls(facts)) f
            where f.value <> '""'), '{}') as facts
        from (select * from (${text}) every order by moment desc, place desc limit ${MOST}) t
       order by moment, place`,
    },
    [orderNo],
  )
}
