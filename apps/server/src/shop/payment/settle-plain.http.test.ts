import { describe, expect, it } from 'vitest'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({ ROLE: 'web' })

/** No worker of this shop sees to what a payment leaves. */

type Case = {
  what: string
  kind?: 'coin' | 'item'
  cents?: number
  bonus?: number
  role?: string
  status?: number
  held?: boolean
  player?: 'rich' | 'owing'
  told?: number
  refundedBefore?: boolean
}
const cases = (tier: number): Case[] => [
  { what: 'pack' },
  { what: 'pack-with-more', bonus: 5 },
  { what: 'pack-of-a-debtor', player: 'owing', bonus: 10 },
  { what: 'item', kind: 'item', role: 'one' },
  { what: 'item-of-the-same', kind: 'item', role: 'one' },
  { what: 'item-with-bonus', kind: 'item', role: 'two', bonus: 20 },
  { what: 'item-that-reaches-a-tier', kind: 'item', role: 'three', cents: tier },
  { what: 'late-failed', status: 3 },
  { what: 'late-expired', kind: 'item', role: 'one', status: 6 },
  { what: 'held', held: true },
  { what: 'another-amount', told: 99 },
  { what: 'refunded-before', refundedBefore: true },
]

/** Players and orders of one side; the same for both sides but for names. */
async function prepare(side: string, all: readonly Case[]): Promise<void> {
  for (const player of ['rich', 'owing'])
    await shop.db.query(`insert into account (uid, login) values ($1, $1)`, [`${player}-${side}`])
  await shop.db.query(
    `with j as (insert into ledger_journal (reason, source_id, account_id, created_at)
       select 'goodwill', $1, account_id, now() from account where uid = $1 returning journal_id, account_id)
     insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
     select j.journal_id, v.id, 'HCB', v.amount from j, lateral (values (4::bigint, 30),
       ((select ledger_account_id from ledger_account l where l.account_id = j.account_id and l.kind = 'debt'
         and l.unit = 'HCB'), -30)) v (id, amount)`,
    [`owing-${side}`],
  )
  for (const example of all) {
    const no = `${example.what}-${side}`
    await shop.db.query(
      `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct, channel_code,
         server_id, role_id, created_at, expires_at, status, hold_reason)
       select $1, account_id, uid, $3, case when $3 = 'coin' then 'coin_100' else 'gem_60' end, $4, $5, 'sandbox',
         case when $6 = '' then '' else 's1' end, $6, now(), now() + interval '5 minutes', $7, $8
         from account where uid = $2`,
      [
        no,
        `${example.player ?? 'rich'}-${side}`,
        example.kind ?? 'coin',
        example.cents ?? 100,
        example.bonus ?? 0,
        example.role === undefined ? '' : `${example.role}-${side}`,
        example.status ?? 1,
        example.held ? 'amount_mismatch' : null,
      ],
    )
    if (example.refundedBefore)
      await shop.db.query(
        `insert into gateway_refund (channel_code, refund_txn, txn, order_no, amount_cents, currency, at)
         values ('sandbox', 'back-' || $1, 't-' || $1, $1, 40, 'USD', now())`,
        [no],
      )
  }
}

/** Everything that a payment leaves, without names and moments. */
async function left(side: string, all: readonly Case[]): Promise<unknown> {
  const { rows } = await shop.db.query<{ it: unknown }>(
    `select replace(jsonb_build_object('no', o.order_no, 'status', o.status, 'cause', o.cause, 'paid', o.paid_cents,
        'refunded', o.refunded_cents, 'bonus', o.bonus_granted, 'hold', o.hold_reason,
        'rebate', o.rebate_campaign_id, 'paid_at', o.paid_at is not null, 'delivered', o.delivered_at is not null,
        'events', (select jsonb_agg(jsonb_build_array(e.from_status, e.to_status, e.cause) order by e.event_id)
          from order_event e where e.order_no = o.order_no),
        'captures', (select jsonb_agg(jsonb_build_array(c.txn, c.amount_cents, c.outcome, c.source))
          from capture c where c.order_no = o.order_no),
        'books', (select jsonb_agg(jsonb_build_array(j.reason, j.source_id, j.basic_points, j.present_points,
            j.account_id is not null, l.kind, l.unit, l.name, e.amount) order by j.reason, l.kind, l.unit, l.name)
          from ledger_journal j join ledger_entry e using (journal_id) join ledger_account l using (ledger_account_id)
          where j.order_no = o.order_no),
        'outbox', (select jsonb_agg(jsonb_build_array(b.outbox_id, b.kind, b.state, b.attempts, b.payload))
          from outbox b where b.order_no in (o.order_no, 'RBT' || o.order_no || '01'))
      )::text, $2, '') as it from orders o where o.order_no = any($1) order by replace(o.order_no, $2, '')`,
    [all.map(({ what }) => `${what}-${side}`), `-${side}`],
  )
  const { rows: balances } = await shop.db.query(
    `select replace(a.uid, $1, '') as who, l.kind, l.unit, l.balance from ledger_account l join account a
       using (account_id) where a.uid like '%' || $1 order by 1, 2, 3`,
    [`-${side}`],
  )
  const { rows: sums } = await shop.db.query(
    `select replace(role_id, $1, '') as role, cents from rebate_progress where role_id like '%' || $1 order by 1`,
    [`-${side}`],
  )
  return { orders: rows.map(({ it }) => JSON.parse(it as string) as unknown), balances, sums }
}

describe('payments that are settled together', () => {
  it('leave exactly the rows of payments that are settled one by one', async () => {
    const { rows } = await shop.db.query<{ cents: number }>(
      `select min(x.threshold_cents)::int as cents from rebate_tier x join rebate_campaign c using (campaign_id)
        where c.starts_at <= now() and c.ends_at > now() and 'item' = any(c.counts)`,
    )
    const all = cases(rows[0]?.cents ?? 0)
    await prepare('together', all)
    await prepare('single', all)
    const lists = [
      all.map(() => 'sandbox'),
      all.map(({ what }) => `e-${what}`),
      all.map(() => 'paid'),
      all.map(({ what }) => `${what}-together`),
      all.map(({ what }) => `t-${what}-together`),
      all.map(() => ''),
      all.map(({ told, cents }) => told ?? cents ?? 100),
      all.map(() => 'USD'),
      all.map(() => '{}'),
      all.map(() => null),
      all.map(() => 0),
    ]
    const { rows: outcomes } = await shop.db.query<{ outcome: string }>(
      `select outcome from take_news($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
         $7::bigint[], $8::text[], $9::text[], $10::jsonb[], $11::int[]) order by ord`,
      lists,
    )
    const single: string[] = []
    for (const { what, told, cents } of all) {
      const { rows: oneRow } = await shop.db.query<{ outcome: string }>(
        `select apply_capture('sandbox', $1, 't-' || $1, $2, 'USD', 'webhook', null) as outcome`,
        [`${what}-single`, told ?? cents ?? 100],
      )
      single.push(oneRow[0]?.outcome ?? '')
    }
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(single)
    expect(await left('together', all)).toEqual(await left('single', all))
  })

  it('are settled together if they are ordinary, and one by one otherwise', async () => {
    const all = cases(100).map((example) => ({ ...example, what: `way-${example.what}` }))
    await prepare('way', all)
    const { rows } = await shop.db.query<{ outcomes: (string | null)[] }>(
      `select outcomes from apply_plain($1::text[], array_fill('sandbox'::text, array[cardinality($1)]),
         array_fill('paid'::text, array[cardinality($1)]), $1, $2::text[], $3::bigint[],
         array_fill('USD'::text, array[cardinality($1)]), array_fill(0, array[cardinality($1)]), 'webhook')`,
      [
        all.map(({ what }) => `${what}-way`),
        all.map(({ what }) => `t-${what}-way`),
        all.map(({ told, cents }) => told ?? cents ?? 100),
      ],
    )
    expect(all.filter((_, at) => rows[0]?.outcomes[at] === 'applied').map(({ what }) => what)).toEqual([
      'way-pack',
      'way-pack-with-more',
    ])
  })
})
