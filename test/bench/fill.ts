import { statfsSync } from 'node:fs'
import type pg from 'pg'

/**
 * Years of trade, written by set-based SQL into the real tables: triggers are off, and indexes are built at the
 * end.
 */
export const TABLES = ['orders', 'order_event', 'capture', 'ledger_journal', 'ledger_entry', 'outbox', 'inbox'] as const
const BATCH = 100_000
const FREE_BYTES = 12 * 2 ** 30
const FIRST_ACCOUNT = 1_000_000
const FIRST_WALLET = 100_000_000

const setting = `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set timezone = 'UTC'`

/** An order number: 48 bits of time in ten letters, then sixteen more letters. */
export const numberFunction = `create or replace function bench_no(at timestamptz, i bigint) returns text language sql
  immutable as $$
  select
  ${Array.from({ length: 10 }, (_, n) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((extract(epoch from at) * 1000)::bigint >> ${45 - 5 * n}) & 31)::int + 1, 1)`).join(' || ')} || lpad(i::text, 16, '0') $$`

/**
 * `who` gives an account's id for the number `i`. The same mixture each time: items, packs, points, orders that ran out
 * or failed.
 */
const orders = (who: string): string => `
  create temp table src on commit drop as
    select i, bench_no(t, i) as no, t, a.account_id, a.uid, w.ledger_account_id as wallet, case
    when i % 20 < 13 then 'item' when i % 20 < 16 then 'points' when i % 20 < 18 then 'coin'
    when i % 20 = 18 then 'overdue' else 'failed' end as kind
      from (select i, now() - interval '400 days' + (i % $3::bigint) * (interval '390 days' / $3::float8) as t
      from generate_series($1::bigint, $2::bigint - 1) i) n
      join account a on a.account_id = ${who} join ledger_account w on w.account_id = a.account_id
      and w.kind = 'wallet' and w.unit = 'HCB';
  insert into orders (order_no, account_id, uid, status, cause, order_type, cp_goods_id, amount_cents, channel_code,
  server_id, server_name, role_id, role_name, idem_key, idem_hash, created_at, expires_at,
      opened_at, paid_at, delivered_at, paid_cents, gateway_ref, gateway_url)
    select no, account_id, uid, case kind when 'overdue' then 6 when 'failed' then 3 else 4 end, case kind
    when 'overdue' then 'expired' when 'failed' then 'failed' else 'delivered' end, case
    when kind = 'coin' then 'coin' else 'item' end,
      case when kind = 'coin' then 'coin_1000' else 'gem_300' end, 1000, case when kind = 'points' then 'hcpoint'
      else 'sandbox' end, 's1', 'Aurora', 'rg' || account_id, 'Player', 'key-' || no, decode(md5(no), 'hex'), t, t +
      interval '300 s',
      case when kind <> 'points' then t + interval '5 s' end, case
      when kind not in ('overdue', 'failed') then t + interval '30 s' end, case
      when kind not in ('overdue', 'failed') then t + interval '31 s' end,
      case when kind in ('overdue', 'failed') then 0
      else 1000 end, 'pay_' || no, 'http://gateway.test/sandbox/pay/' || no from src;
  insert into order_event (order_no, from_status, to_status, cause, at)
    select no, e.f, e.s, e.cause, t + e.later from src
    join (values ('all', null, 1, 'created', interval '0'), ('paid', 1, 2, 'webhook', interval '30 s'), ('paid', 2, 4,
    'delivered', interval '31 s'), ('overdue', 1, 6, 'expired', interval '300 s'), ('failed', 1, 3, 'failed', interval
    '60 s'))
      e (kind, f, s, cause, later) on e.kind = 'all' or e.kind = src.kind or (e.kind = 'paid'
      and src.kind in ('item', 'points', 'coin'));
  insert into capture select case when kind = 'points' then 'hcpoint'
  else 'sandbox' end, 'txn_' || i, no, 1000, 'USD', 'applied', 'webhook', t + interval '30 s' from src
  where kind in ('item', 'points', 'coin');
  insert into ledger_journal (journal_id, reason, source_id, order_no, account_id, basic_points, created_at)
  overriding system value
    select 1000000000 + i, case kind when 'item' then 'sale' when 'coin' then 'top_up' else 'purchase' end, case
    when kind = 'points' then no else 'sandbox:txn_' || i end, no, case when kind <> 'item' then account_id end,
      case kind when 'coin' then 1000 when 'points' then -1000 else 0 end, t + interval '30 s' from src
      where kind in ('item', 'points', 'coin');
  insert into ledger_entry select 1000000000 + i, e.account, e.unit, e.amount
  from src, lateral (values ('item', 1::bigint, 'USD', 1000), ('item', 2, 'USD', -1000), ('coin', 1, 'USD', 1000),
  ('coin', 2, 'USD', -1000),
      ('coin', wallet, 'HCB', 1000), ('coin', 4, 'HCB', -1000), ('points', wallet, 'HCB', -1000), ('points', 6, 'HCB',
      1000)) e (kind, account, unit, amount) where e.kind = src.kind;
  insert into outbox (outbox_id, kind, order_no, payload, state, proof, attempts, run_at, created_at, ended_at)
    select 'dlv_' || no, 'deliver', no, jsonb_build_object('delivery_id', 'dlv_' || no, 'sdk_order_id', no, 'uid',
    uid, 'server_id', 's1', 'role_id', 'rg' || account_id, 'items',
    jsonb_build_array(jsonb_build_object('cp_goods_id', 'gem_300', 'quantity', 1, 'bonus', 0))),
      'confirmed', 'grant_' || i, 1, t + interval '30 s', t + interval '30 s', t + interval '31 s' from src
      where kind in ('item', 'points');
  insert into inbox (channel_code, event_id, kind, order_no, txn, amount_cents, currency, raw, received_at, state,
  outcome, attempts, run_at)
    select 'sandbox', 'evt_' || i, 'paid', no, 'txn_' || i, 1000, 'USD', '', t + interval '30 s', 'done', 'applied',
    1, t + interval '30 s' from src where kind in ('item', 'coin')`

async function batch(client: pg.PoolClient, from: number, to: number, of: number, who: string): Promise<void> {
  const text = orders(who).replaceAll('$1', String(from)).replaceAll('$2', String(to)).replaceAll('$3', String(of))
  await client.query(`begin; ${text}; commit`)
}

/** Thirty earlier orders for each measured player, in both shops. */
export async function fillPlayers(db: pg.Pool, login: string, players: number): Promise<void> {
  const client = await db.connect()
  try {
    await client.query(`${setting}; ${numberFunction}`)
    const {
      rows: [first],
    } = await client.query<{ id: number }>(
      `select min(account_id)::int as id from account where login like '${login}%'`,
    )
    await batch(client, 0, players * 30, players * 30, `${first?.id} + i % ${players}`)
  } finally {
    client.release(true)
  }
}

export type Filled = { orders: number; accounts: number; fillSeconds: number; indexSeconds: number; databaseGb: number }

/** The requested number, or as many as fit into the time and the disk. */
export async function fill(
  db: pg.Pool,
  dir: string,
  ask: { orders: number; accounts: number; seconds: number },
  say: (text: string) => void,
): Promise<Filled> {
  const startMs = Date.now()
  const since = (): number => Math.round((Date.now() - startMs) / 1000)
  const client = await db.connect()
  const two = await db.connect()
  try {
    await client.query(setting)
    await two.query(setting)
    const { accounts } = ask
    await client.query(`insert into account (account_id, uid, login, password_hash) overriding system value select
      ${FIRST_ACCOUNT} + k, 'g' || k, 'grown' || k, h.password_hash
      from generate_series(0, ${accounts - 1}) k, (select password_hash from account where login = 'demo') h;
      insert into ledger_account (ledger_account_id, kind, name, unit, account_id, balance) overriding system value
      select ${FIRST_WALLET} + 4 * k + n, case when n < 2 then 'wallet' else 'debt' end, case when n < 2 then 'wallet'
      else 'debt' end, case n % 2 when 0 then 'HCB' else 'HCP' end, ${FIRST_ACCOUNT} + k, 0
        from generate_series(0, ${accounts - 1}) k, generate_series(0, 3) n;
      insert into game_role select 's1', 'rg' || ${FIRST_ACCOUNT} + k, ${FIRST_ACCOUNT} + k, 'Player', 1
      from generate_series(0, ${accounts - 1}) k;
      insert into session (token_hash, account_id, remember, created_at, expires_at) select sha256(('grown' ||
      k)::bytea), ${FIRST_ACCOUNT} + k, true, now(), now() + interval '30 days'
      from generate_series(0, ${accounts - 1}) k`)
    await client.query('analyze account; analyze ledger_account')
    say(`${accounts} accounts after ${since()} s`)
    const { rows: indexes } = await client.query<{ name: string; def: string }>(
      `select i.indexname as name, replace(i.indexdef, ' ON ONLY ', ' ON ') as def
         from pg_indexes i where i.schemaname = 'public'
        and i.tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)`,
      [TABLES],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    const who = `${FIRST_ACCOUNT} + (i * 7919) % ${accounts}`
    let next = 0
    const full = (): boolean => {
      const disk = statfsSync(dir)
      return disk.bavail * disk.bsize < FREE_BYTES + 3 * 2 ** 30
    }
    const lane = async (client: pg.PoolClient): Promise<void> => {
      // Indexes and the vacuum take about half as long again.
      while (next < ask.orders && since() < ask.seconds * 0.55 && !full()) {
        const from = 10_000_000_000 + next
        next += BATCH
        await batch(client, from, from + BATCH, ask.orders, who)
      }
    }
    await Promise.all([lane(client), lane(two)])
    const fillSeconds = since()
    say(`${next} orders after ${fillSeconds} s; ${indexes.length} indexes`)
    const half = async (client: pg.PoolClient, parity: number): Promise<void> => {
      for (const [n, { def }] of indexes.entries()) if (n % 2 === parity) await client.query(def)
    }
    await Promise.all([half(client, 0), half(two, 1)])
    await client.query(`select setval(pg_get_serial_sequence('ledger_journal', 'journal_id'), (select max(journal_id)
      from ledger_journal)), setval(pg_get_serial_sequence('account', 'account_id'), (select max(account_id)
      from account)),
      setval(pg_get_serial_sequence('ledger_account', 'ledger_account_id'), (select max(ledger_account_id)
      from ledger_account))`)
    // A real shop has made the totals of the desk's reports over the years.
    await client.query(`update desk.total_mark set done_id = m.id, seen_id = m.id
      from (select max(journal_id) as id from ledger_journal) m`)
    say(`indexes after ${since()} s`)
    const tables = [...TABLES, 'session', 'game_role', 'account', 'ledger_account']
    const tidy = async (client: pg.PoolClient): Promise<void> => {
      for (let table = tables.shift(); table; table = tables.shift()) await client.query(`vacuum (analyze) ${table}`)
    }
    await Promise.all([tidy(client), tidy(two)])
    // The same holds for the counts of days: counting a whole year at once would be measured, too.
    const count = async (client: pg.PoolClient, parity: number): Promise<unknown> =>
      client.query(
        `select desk.count_report(d::date, bench_no(d, 0), bench_no(d + interval '1 day', 0))
          from generate_series(current_date - 365, current_date, interval '1 day') with ordinality x (d, n)
          where n % 2 = $1`,
        [parity],
      )
    await Promise.all([count(client, 0), count(two, 1)])
    await client.query(`update desk.report_mark set upto = current_date, again = current_date, at = now(),
      journal_id = (select max(journal_id) from ledger_journal)`)
    await client.query('vacuum (analyze) desk.report_day')
    await client.query('checkpoint')
    const {
      rows: [size],
    } = await client.query<{ gb: number }>('select pg_database_size(current_database())::float8 / 2 ^ 30 as gb')
    say(`vacuumed, analysed, counted by day after ${since()} s`)
    return {
      orders: next,
      accounts,
      fillSeconds,
      indexSeconds: since() - fillSeconds,
      databaseGb: Math.round((size?.gb ?? 0) * 10) / 10,
    }
  } finally {
    client.release(true)
    two.release(true)
  }
}
