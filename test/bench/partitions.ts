import type pg from 'pg'
import { loadBuild } from '../../apps/server/src/platform/build.ts'
import { numberFunction } from './fill.ts'

/**
 * The orders of a shop, partitioned by month: `npm run bench:growth -- --partitioned` runs the real processes on it.
 * An order number begins with its time, so the number, by which all code finds orders, is also the partition key.
 */
const YEAR = 12

/** The first ten letters of an order number of this moment: the lower bound of a partition. */
const border = (month: string): string => `substr(bench_no(date_trunc('month', ${month}), 0), 1, 10)`

/**
 * Unique indexes of a partitioned table contain its key, and an idempotency key's order number is not known before. So
 * the keys get a table of their own: one row an order, needed for the 24 hours in which a key means its order. The
 * trigger takes the key before the row is stored; whoever is second stores nothing, as `on conflict` says today.
 */
const orderKeys = `
  create table order_key (
    account_id bigint not null,
    idem_key text not null,
    order_no text not null,
    primary key (account_id, idem_key)
  );
  create function order_key_taken() returns trigger language plpgsql as $$
  begin
    insert into order_key values (new.account_id, new.idem_key, new.order_no) on conflict do nothing;
    if found then return new; end if;
    return null;
  end $$;
  create trigger order_key_taken before insert on orders for each row
    when (new.idem_key is not null) execute function order_key_taken()`

/** The text in `place_purchase` for keys in a unique index of `orders`, and its text for the table. */
const placeOrder: readonly [from: string, to: string][] = [
  ['on conflict (account_id, idem_key) where idem_key is not null do nothing', ''],
  [
    'where n.account_id = a.account_id and n.idem_key = p_key for update',
    `where n.order_no = (select k.order_no from order_key k where k.account_id = a.account_id and k.idem_key = p_key)
      for update`,
  ],
  [
    'update orders n set idem_key = null where n.order_no = o.order_no;',
    `delete from order_key k where k.account_id = a.account_id and k.idem_key = p_key;
    update orders n set idem_key = null where n.order_no = o.order_no;`,
  ],
]

async function patchFunction(
  client: pg.PoolClient,
  name: string,
  changes: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    'select pg_get_functiondef(oid) as text from pg_proc where proname = $1 order by pronargs desc',
    [name],
  )
  let text = rows[0]?.text ?? ''
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${name} does not say any more: ${from}`)
    text = text.replace(from, to)
  }
  await client.query(text)
}

/**
 * Turns the empty table `orders` of a migrated shop into one of monthly partitions, the last year and the two months
 * that come. Functions that take an order's row are made anew from the build's text.
 *
 * @throws where the table has rows, or `place_purchase` has changed
 */
export async function partitionOrders(db: pg.Pool): Promise<string[]> {
  const client = await db.connect()
  try {
    const texts = async (query: string): Promise<string[]> =>
      (await client.query<{ text: string }>(query)).rows.map(({ text }) => text)
    await client.query(numberFunction)
    if ((await client.query('select 1 from orders limit 1')).rowCount) throw new Error('orders has rows')
    const on = `where tgrelid = 'orders'::regclass and not tgisinternal`
    const triggers = await texts(`select pg_get_triggerdef(oid) as text from pg_trigger ${on}`)
    const indexes = await texts(
      `select indexdef as text from pg_indexes where tablename = 'orders' and indexname not in ('orders_idem')`,
    )
    const grants = await texts(
      `select format('grant %s on orders to %I', string_agg(privilege_type, ', '), grantee) as text
         from information_schema.role_table_grants
        where table_name = 'orders' and grantee in (select rolname from pg_roles where rolname like 'hc\\_%')
        group by grantee`,
    )
    const months = await texts(
      `select to_char(m, 'YYYY-MM-DD') as text
         from generate_series(date_trunc('month', now() - interval '${YEAR + 2} months'),
           date_trunc('month', now() + interval '2 months'), interval '1 month') m`,
    )
    await client.query('begin')
    await client.query(`
      create table orders_by_month (like orders including defaults) partition by range (order_no);
      alter table orders rename to orders_before;
      alter table orders_by_month rename to orders;
      drop table orders_before cascade`)
    for (const text of indexes) await client.query(text)
    const partitions: string[] = []
    for (const [n, month] of months.slice(0, -1).entries()) {
      const name = `orders_${month.slice(0, 7).replace('-', '_')}`
      const next = months[n + 1] ?? ''
      const borders = await client.query<{ from: string; to: string }>(
        `select ${border(`timestamptz '${month}'`)} as from, ${border(`timestamptz '${next}'`)} as to`,
      )
      const { from, to } = borders.rows[0] ?? { from: '', to: '' }
      await client.query(`create table ${name} partition of orders for values from ('${from}') to ('${to}')
        with (fillfactor = 70)`)
      partitions.push(name)
    }
    await client.query('set local check_function_bodies = off')
    for (const { text } of (await loadBuild()).functions.files) await client.query(text)
    for (const text of triggers) await client.query(text)
    await client.query(orderKeys)
    await patchFunction(client, 'place_purchase', placeOrder)
    await patchFunction(client, 'place_purchases', placeOrder.slice(0, 1))
    for (const text of grants) await client.query(text)
    await client.query('commit')
    return partitions
  } finally {
    client.release(true)
  }
}

export type Detached = { month: string; rows: number; seconds: number }

/**
 * Takes a month out of `orders` while the shop trades: PostgreSQL waits for statements that look at it and blocks
 * none. The month stays as a table of its own name.
 */
export async function detachMonth(db: pg.Pool, month: string): Promise<Detached> {
  const startMs = performance.now()
  await db.query(`alter table orders detach partition ${month} concurrently`)
  const seconds = (performance.now() - startMs) / 1000
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from ${month}`)
  return { month, rows: rows[0]?.n ?? 0, seconds: Math.round(seconds * 100) / 100 }
}
