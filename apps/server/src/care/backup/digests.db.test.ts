import { beforeAll, describe, expect, it } from 'vitest'
import { withShop } from '@hc/test/fixtures'
import { runChore } from '@hc/test/run-chore'
import { until } from '@hc/test/shop'

const shop = withShop()
type Digest = { from: number; to: number; tbl: string; n: number; sum: string; hash: string }
type Difference = Digest & { day: string; has: number }

/** What a copy is compared by, up to a moment. */
const digests = async (moment: string): Promise<Digest[]> =>
  (await shop.db.query('select desk.digests_to_prove($1) as all', [moment])).rows[0].all as Digest[]

/** The differences that a copy shows, after the statement damaged it as nothing in a shop can. */
async function inCopy(damage: string, all: Digest[]): Promise<string[]> {
  const client = await shop.db.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(damage)
    const { rows } = await client.query('select desk.digests_that_differ($1) as differ', [JSON.stringify(all)])
    return (rows[0].differ as Difference[]).map(({ tbl, n, has }) => `${tbl} ${n === has ? 'changed' : has - n}`)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
const clock = async (): Promise<string> =>
  (await shop.db.query('select clock_timestamp()::text as now')).rows[0].now as string

beforeAll(async () => {
  const demo = await shop.signIn('demo', 'Demo1234')
  await demo.buy('gem_60')
  await until(
    'the order is delivered',
    async () => (await shop.rows('select from orders where delivered_at is not null')).length > 0,
  )
})

describe('the digests of the shop’s history', () => {
  it('are equal for an equal copy, and name the table in which a row is missing, changed or new', async () => {
    const all = await digests(await clock())
    expect(all.map(({ tbl }) => tbl)).toEqual(
      expect.arrayContaining(['journals', 'entries', 'order_events', 'captures', 'documents', 'audit', 'audit_head']),
    )
    expect(all.find(({ tbl }) => tbl === 'captures')?.n).toBeGreaterThan(0)
    expect(await inCopy('select', all)).toEqual([])
    expect(await inCopy('update capture set amount_cents = amount_cents + 1', all)).toEqual(['captures changed'])
    expect(
      await inCopy(`delete from order_event where event_id = (select max(event_id) from order_event)`, all),
    ).toEqual(['order_events -1'])
    expect(
      await inCopy(
        `update ledger_entry set amount = -amount where journal_id = (select max(journal_id) from ledger_entry)`,
        all,
      ),
    ).toEqual(['entries changed'])
    expect(
      await inCopy(`delete from desk.audit where seq = (select max(seq) from desk.audit where at < now())`, all),
    ).toEqual(['audit -1', 'audit_head -1'])
  })
  it('do not depend on zone, style of dates or order of rows', async () => {
    const all = await digests(await clock())
    expect(
      await inCopy(
        `set local timezone = 'Asia/Tokyo'; set local datestyle = 'german'; set local bytea_output = 'escape';
          set local extra_float_digits = 0; update order_event set cause = cause`,
        all,
      ),
    ).toEqual([])
  })
  it('are written once for each day that has ended, and count for a copy from then on', async () => {
    await runChore(shop.db, 'write_digests')
    const today = `(now() at time zone 'UTC')::date`
    expect(await shop.rows(`select from day_digest where day = ${today}`)).toEqual([])
    const client = await shop.db.connect()
    try {
      await client.query('begin; set local hc.clock_offset_ms = 86400000')
      const write = async (): Promise<number> =>
        (await client.query('select desk.write_day_digests(31) as n')).rows[0].n
      expect(await write()).toBeGreaterThan(0)
      expect(await write()).toBe(0)
      const { rows } = await client.query(`select n::int from day_digest where day = ${today} and tbl = 'captures'`)
      expect(rows[0].n).toBeGreaterThan(0)
      await expect(client.query(`update day_digest set n = 0`)).rejects.toThrow('append-only')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
  it('are not written while ten minutes of the next day have not passed', async () => {
    const client = await shop.db.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('hc.clock_offset_ms', (extract(epoch from
        date_trunc('day', now() at time zone 'UTC') + interval '1 day 9 minutes' - now() at time zone 'UTC') * 1000)::bigint::text,
        true)`)
      await client.query('select desk.write_day_digests(1000)')
      const { rows } = await client.query(`select from day_digest where day = (now() at time zone 'UTC')::date`)
      expect(rows).toEqual([])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
  it('read only columns that a trigger freezes', async () => {
    const loose = await shop.rows(`select s.tbl from desk.digest_sources() s where not exists (
      select from pg_trigger t where t.tgrelid = split_part(s.source, ' ', 1)::regclass and (t.tgtype & 16) > 0
        and (t.tgtype & 8) > 0 and t.tgfoid::regproc::text = any(case
          when string_to_array(s.frozen, ',') && '{detail,note,reference,reason}' then '{refuse_change}'::text[]
          when string_to_array(s.frozen, ',') && '{line,target}' then '{}'
          else '{refuse_change,refuse_change_but_names,desk.audit_kept}' end))`)
    expect(loose).toEqual([])
    await expect(shop.db.query('update capture set txn = txn')).rejects.toThrow('capture is append-only')
  })
  it('change by no deletion of a player, and a restore that brings the player back deletes them again', async () => {
    const before = await clock()
    const all = await digests(before)
    const [demo] = await shop.rows<{ id: string; hash: string }>(
      `select account_id as id, encode(fingerprint_of(uid), 'hex') as hash from account where login = 'demo'`,
    )
    expect(await inCopy(`select forget_account(${demo?.id}, 'gone-0123')`, all)).toEqual([])
    const again = async (hashes: string[]) =>
      (await shop.db.query('select brought_back, waiting from forget_again($1)', [hashes])).rows[0]
    expect(await again(['00'])).toEqual({ brought_back: 0, waiting: 0 })
    expect(await again([demo?.hash ?? ''])).toEqual({ brought_back: 1, waiting: 0 })
    const { rows } = await shop.db.query('select login, deleted_at from account where account_id = $1', [demo?.id])
    expect(rows[0]).toMatchObject({
      login: expect.stringMatching(/^gone-/) as string,
      deleted_at: expect.any(Date) as Date,
    })
    expect((await shop.rows<{ line: string }>(`select forgotten('-infinity') as line`))[0]?.line).toContain(
      ` ${demo?.hash}`,
    )
    expect(await digests(before)).toEqual(all)
  })
  it('wait with a player who has an order in progress: the account is closed until then', async () => {
    const rich = await shop.signIn('rich', 'Rich1234')
    const [row] = await shop.rows<{ id: string; hash: string }>(
      `select account_id as id, encode(fingerprint_of(uid), 'hex') as hash from account where login = 'rich'`,
    )
    const order = await rich.order('gem_60', 'sandbox', { role_id: 'r1003' })
    const result = (await shop.db.query('select * from forget_again($1)', [[row?.hash]])).rows[0]
    expect(result).toEqual({ brought_back: 1, waiting: 1 })
    expect(await shop.rows('select disabled from account where account_id = $1', row?.id)).toEqual([{ disabled: true }])
    await shop.db.query(`update orders set status = 6, cause = 'expired', next_check_at = null where order_no = $1`, [
      order,
    ])
    await runChore(shop.db, 'forget_again')
    expect(await shop.rows('select from forget_due')).toEqual([])
  })
})
