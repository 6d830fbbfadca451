import { until } from '../../kit/shop.ts'
import type { Shop } from '../../kit/shop.ts'

const tables = [
  'orders',
  'order_event',
  'capture',
  'gateway_refund',
  'ledger_journal',
  'ledger_entry',
  'ledger_account',
  'first_top_up',
  'bonus_hold',
  'outbox',
  'inbox',
]

/** Count and digest of every row that money or goods depend on. */
export async function fingerprint(shop: Shop): Promise<string> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as t, count(*)::int as n, coalesce(md5(string_agg(x::text, '|' order by x::text)), '') as h
        from ${table} x`,
  )
  const { rows } = await shop.db.query<{ t: string; n: number; h: string }>(parts.join(' union all '))
  return rows.map(({ t, n, h }) => `${t}:${n}:${h.slice(0, 8)}`).join(' ')
}

/** What one player owns: orders and points. */
export async function holdings(shop: Shop, uid: string): Promise<string> {
  const { rows } = await shop.db.query<{ h: string }>(
    `
    select coalesce(md5(string_agg(x, '|' order by x)), '') as h from (
      select o::text as x from orders o where uid = $1
      union all select e::text from order_event e join orders o using (order_no) where o.uid = $1
      union all select l::text from ledger_account l join account a using (account_id) where a.uid = $1
      union all select j::text from ledger_journal j join account a using (account_id) where a.uid = $1
      union all select b::text from outbox b join orders o using (order_no) where o.uid = $1) all_of`,
    [uid],
  )
  return rows[0]?.h ?? ''
}

export async function orderNumbers(shop: Shop, uid: string): Promise<string[]> {
  const { rows } = await shop.db.query<{ order_no: string }>('select order_no from orders where uid = $1 order by 1', [
    uid,
  ])
  return rows.map((row) => row.order_no)
}

/**
 * Waits until the shop has nothing to do, so that the next change can only come from a request. A payment is noted
 * after the buyer's answer has gone (decision 243), so an open order without its gateway's address is work too.
 */
export async function settled(shop: Shop): Promise<void> {
  await until('work is done', async () => {
    const { rows } = await shop.db.query<{
      n: number
    }>(`select (select count(*) from outbox where state in ('pending', 'unknown'))::int
      + (select count(*) from inbox where state = 'new')::int + (select count(*) from sandbox.webhook
      where not done)::int + (select count(*) from orders where status = 1 and channel_code <> 'hcpoint'
      and gateway_url is null)::int as n`)
    return rows[0]?.n === 0
  })
}
