import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({ ROLE: 'web' })

/** No worker of this shop sees to what a webhook leaves. */

type Row = { state: string; outcome: string | null; attempts: number }
type News = { event: string; order: string; txn?: string; kind?: string; amount?: number }
const lists = (news: readonly News[]): unknown[] => [
  news.map(() => 'sandbox'),
  news.map(({ event }) => event),
  news.map(({ kind }) => kind ?? 'paid'),
  news.map(({ order }) => order),
  news.map(({ txn, event }) => txn ?? `t-${event}`),
  news.map(() => ''),
  news.map(({ amount }) => amount ?? 100),
  news.map(() => 'USD'),
  news.map(() => '{}'),
  news.map(() => null),
  news.map(() => 0),
]
const text = `select ord, fresh, outcome from take_news($1::text[], $2::text[], $3::text[], $4::text[], $5::text[],
  $6::text[], $7::bigint[], $8::text[], $9::text[], $10::jsonb[], $11::int[]) order by ord`
const take = async (news: readonly News[], db: pg.Pool | pg.PoolClient = shop.db): Promise<(string | null)[]> =>
  (await db.query<{ outcome: string | null }>(text, lists(news))).rows.map(({ outcome }) => outcome)

let number = 0
/** An unpaid pack of player `uid`. */
async function pack(uid = '100001'): Promise<string> {
  const no = `take-${++number}`
  await shop.db.query(
    `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, channel_code, created_at,
       expires_at, next_check_at)
     select $1, account_id, uid, 'coin', 'coin_100', 100, 'sandbox', now(), now() + interval '5 minutes',
       now() + interval '5 minutes' from account where uid = $2`,
    [no, uid],
  )
  return no
}
const row = async (event: string): Promise<Row | undefined> =>
  (await shop.db.query<Row>('select state, outcome, attempts from inbox where event_id = $1', [event])).rows[0]
const status = async (order: string): Promise<number | undefined> =>
  (await shop.db.query<{ status: number }>('select status from orders where order_no = $1', [order])).rows[0]?.status

describe('a webhook of a payment', () => {
  it('is stored and settled in one statement, without a worker', async () => {
    const order = await pack()
    expect(await take([{ event: 'once', order }])).toEqual(['applied'])
    expect(await row('once')).toEqual({ state: 'done', outcome: 'applied', attempts: 1 })
    const { rows } = await shop.db.query(
      'select from_status as f, to_status as t, cause from order_event where order_no = $1 order by event_id',
      [order],
    )
    expect(rows).toEqual([
      { f: 1, t: 2, cause: 'webhook' },
      { f: 2, t: 4, cause: 'credited' },
    ])
  })

  it('is only stored if its order is locked, and no call waits', async () => {
    const [busy, free] = [await pack(), await pack()]
    const other = await shop.db.connect()
    await other.query('begin')
    await other.query('select 1 from orders where order_no = $1 for update', [busy])
    expect(
      await take([
        { event: 'busy', order: busy },
        { event: 'free', order: free },
      ]),
    ).toEqual([null, 'applied'])
    await other.query('rollback')
    other.release()
    expect(await row('busy')).toEqual({ state: 'new', outcome: null, attempts: 0 })
    await shop.db.query('select settle_inbox(10)')
    expect([await status(busy), (await row('busy'))?.state]).toEqual([4, 'done'])
  })

  it('leaves no row when the statement fails, and is accepted when it is sent again', async () => {
    const order = await pack()
    const client = await shop.db.connect()
    await client.query('begin')
    await take([{ event: 'killed', order }], client)
    client.release(true)
    // Until its connection is seen to be gone the order is busy: then the webhook waits for the worker.
    await until('the order is free', async () => {
      await take([{ event: 'killed', order }])
      return (await status(order)) === 4
    })
    await shop.db.query('select settle_inbox(10)')
    expect([await status(order), (await row('killed'))?.state]).toEqual([4, 'done'])
  })

  it('is only stored if its settling fails, while others are settled', async () => {
    const [wrong, right] = [await pack('100001'), await pack('100003')]
    await shop.db.query(`create function test_refuses() returns trigger language plpgsql as $$
        begin raise exception 'broken on purpose'; end $$;
      create trigger test_refuses before update on ledger_account for each row
        when (new.account_id = 1) execute function test_refuses()`)
    expect(
      await take([
        { event: 'fails', order: wrong },
        { event: 'passes', order: right },
      ]),
    ).toEqual([null, 'applied'])
    await shop.db.query('drop trigger test_refuses on ledger_account; drop function test_refuses()')
    expect(await row('fails')).toEqual({ state: 'new', outcome: null, attempts: 0 })
    expect([await status(wrong), await status(right)]).toEqual([1, 4])
    await shop.db.query('select settle_inbox(10)')
    expect(await status(wrong)).toBe(4)
  })

  it('that comes twice, at once and later, pays once', async () => {
    const order = await pack()
    await Promise.all(Array.from({ length: 6 }, () => take([{ event: 'twice', order }])))
    await take([
      { event: 'twice', order },
      { event: 'twice again', order, txn: 't-twice' },
    ])
    await shop.db.query('select settle_inbox(10)')
    const { rows } = await shop.db.query('select count(*)::int as n from capture where order_no = $1', [order])
    expect([rows, await status(order)]).toEqual([[{ n: 1 }], 4])
  })

  it('of another amount, or of a second payment, is reported as such', async () => {
    const [wrong, twice] = [await pack(), await pack()]
    expect(
      await take([
        { event: 'wrong', order: wrong, amount: 99 },
        { event: 'first', order: twice },
        { event: 'second', order: twice },
      ]),
    ).toEqual(['mismatch', 'applied', 'surplus'])
    expect((await row('second'))?.state).toBe('done')
  })

  it('of an unknown order, and all other news, wait for the worker', async () => {
    const order = await pack()
    expect(
      await take([
        { event: 'nobody', order: 'no-such-order' },
        { event: 'failed', order, kind: 'failed' },
        { event: 'no order', order: '' },
      ]),
    ).toEqual([null, null, null])
    expect([(await row('nobody'))?.state, (await row('failed'))?.state, (await row('no order'))?.state]).toEqual([
      'new',
      'new',
      'new',
    ])
  })

  it('whose delivery was leased with it is delivered by another process once the lease is over', async () => {
    const [order, pack1] = [`take-item-${++number}`, await pack()]
    await shop.db.query(
      `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, channel_code, server_id,
         role_id, created_at, expires_at)
       select $1, account_id, uid, 'item', 'gem_60', 100, 'sandbox', 's1', 'leased', now(), now() + interval '5 minutes'
         from account where uid = '100001'`,
      [order],
    )
    const args = lists([
      { event: 'leased', order },
      { event: 'nothing to deliver', order: pack1 },
    ])
    args[10] = [30, 30]
    const { rows } = await shop.db.query<{ delivery: { delivery_id: string } | null; delivers: boolean }>(
      text.replace('ord, fresh, outcome', 'delivery, delivers'),
      args,
    )
    expect(rows.map(({ delivery, delivers }) => [delivery?.delivery_id, delivers])).toEqual([
      [`dlv_${order}`, false],
      [undefined, false],
    ])
    const leased = `select outbox_id, attempts from lease_outbox('deliver', 10, 30) where order_no = '${order}'`
    expect((await shop.db.query(leased)).rows).toEqual([])
    const later = await shop.db.connect()
    await later.query(`set hc.clock_offset_ms = '31000'`)
    expect((await later.query(leased)).rows).toEqual([{ outbox_id: `dlv_${order}`, attempts: 2 }])
    later.release(true)
  })

  it('pays its order even if many processes take news of the same players at once', async () => {
    const orders = await Promise.all(Array.from({ length: 40 }, (_, at) => pack(at % 2 ? '100001' : '100003')))
    await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const ownShare = orders.filter((__, i) => i % 8 === at)
        await take((at % 2 ? ownShare : ownShare.reverse()).map((order) => ({ event: `many-${order}`, order })))
      }),
    )
    await shop.db.query('select settle_inbox(100)')
    const { rows } = await shop.db.query<{ n: number }>(
      'select count(*)::int as n from orders where order_no = any($1) and status = 4',
      [orders],
    )
    expect(rows).toEqual([{ n: 40 }])
  })
})
