import { describe, expect, it } from 'vitest'
import { ownDatabase } from '@hc/test/own-database'
import { startShop } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop()

/** Runs a statement as a role, in a transaction that is rolled back. */
async function as(role: string, text: string): Promise<string> {
  const client = await shop.db.connect()
  try {
    await client.query('begin')
    await client.query(`set local role ${role}`)
    await client.query(text)
    return 'done'
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe("the shop's role in the database", () => {
  it('is the one its processes work as', async () => {
    // A trigger records the role of each write of web process, webhook and worker.
    await shop.db.query(`create table written_by (who text); grant insert on written_by to public;
      create function note_writer() returns trigger language plpgsql as $$ begin insert into written_by
      values (current_user); return null; end $$;
      create trigger note_writer after insert or update on orders for each row execute function note_writer();
      create trigger note_writer after insert on inbox for each row execute function note_writer()`)
    const demo = await shop.signIn('demo', 'Demo1234')
    await demo.buy('gem_60')
    expect((await shop.db.query('select distinct who from written_by')).rows).toEqual([{ who: 'hc_app' }])
    expect(shop.errors()).not.toContain('has no role hc_app')
  })

  it.each([
    'ledger_journal',
    'ledger_entry',
    'order_event',
    'orders',
    'capture',
    'outbox',
    'inbox',
    'account',
    'redemption',
    'gateway_refund',
  ])('deletes nothing from %s', async (table) => {
    expect(await as('hc_app', `delete from ${table}`)).toBe(`permission denied for table ${table}`)
    expect(await as('hc_app', `truncate ${table}`)).toBe(`permission denied for table ${table}`)
  })

  it.each([
    'product',
    'payment_channel',
    'article',
    'content_block',
    'redeem_campaign',
    'redeem_code',
    'rebate_campaign',
    'rebate_tier',
    'bonus_reset',
  ])('neither adds to nor changes %s, which is the desk’s', async (table) => {
    const denied = `permission denied for table ${table}`
    expect(await as('hc_app', `insert into ${table} select * from ${table} limit 0`)).toBe(denied)
    const { rows } = await shop.db.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1
        and column_name not in ('used', 'exhausted_at') limit 1`,
      [table],
    )
    const name = rows[0]?.name ?? ''
    expect(await as('hc_app', `update ${table} set ${name} = ${name}`)).toBe(denied)
  })
  it('may do nothing in the schema of the desk, and the desk’s role writes no line of the audit itself', async () => {
    for (const statement of ['select 1 from desk.staff', 'select desk.note($$a$$, $$b$$)'])
      expect(await as('hc_app', statement)).toBe('permission denied for schema desk')
    for (const statement of [
      'insert into desk.audit select * from desk.audit limit 0',
      `update desk.audit set line = ''`,
      'delete from desk.audit',
      'truncate desk.audit',
    ])
      expect(await as('hc_desk', statement)).toBe('permission denied for table audit')
    expect(await as('hc_desk', 'update orders set status = 4')).toBe('permission denied for table orders')
  })

  it('adds to the books and rewrites nothing in them', async () => {
    for (const statement of [
      'update ledger_entry set amount = 1',
      'update ledger_journal set reason = null',
      'update order_event set cause = null',
      'update capture set amount_cents = 1',
      `update ledger_account set kind = 'system'`,
    ]) {
      expect(await as('hc_app', statement)).toContain('permission denied')
    }
  })

  it('makes, changes and drops no table, and becomes no other role', async () => {
    for (const statement of [
      'create table x (i int)',
      'drop table orders',
      'alter table orders add column x int',
      'alter table orders disable trigger all',
      'delete from schema_migration',
      'update schema_functions set number = 0',
      'create role x',
    ]) {
      expect([statement, await as('hc_app', statement)]).not.toEqual([statement, 'done'])
    }
  })

  it('of reports reads orders and books, and no password, key, code or message', async () => {
    for (const table of ['orders', 'ledger_entry', 'outbox'])
      expect(await as('hc_readonly', `select * from ${table} limit 1`)).toBe('done')
    for (const table of ['account', 'game_key', 'verification_code', 'message', 'one_time_token', 'session'])
      expect(await as('hc_readonly', `select * from ${table}`)).toContain('permission denied')
    expect(await as('hc_readonly', 'update orders set hold_reason = null')).toContain('permission denied')
  })
})

describe('a function that runs as the owner of the tables', () => {
  const rightsDb = ownDatabase('rights')
  const open = async (): Promise<string[]> =>
    (
      await rightsDb.query<{ signature: string; why: string }>('select signature, why from open_functions() order by 1')
    ).rows.map(({ signature, why }) => `${signature.split('(')[0]} ${why}`)

  it('looks for no table in the temporary schema of its caller, and nobody makes one', async () => {
    expect(await open()).toEqual([])
    await rightsDb.query('begin; set local role hc_app')
    await expect(rightsDb.query('create temp table ledger_journal (journal_id bigint)')).rejects.toThrow(
      'permission denied to create temporary tables',
    )
    await rightsDb.query('rollback')
  })

  it('is found if its path ends elsewhere, or if a role may run it that does not need it', async () => {
    await rightsDb.query(`begin;
      create function new_one() returns int language sql security definer
        set search_path = pg_catalog, public as 'select 1';
      create function other_one() returns int language sql security definer
        set search_path = pg_catalog, public, pg_temp as 'select 1';
      grant execute on function end_price(bigint, timestamptz) to hc_app`)
    expect(await open()).toEqual(['end_price rights', 'new_one path', 'other_one rights'])
    await rightsDb.query('rollback')
  })

  it('changes no price and answers no appeal for the role of the shop or of reports', async () => {
    for (const role of ['hc_app', 'hc_readonly', 'hc_log'])
      for (const call of ['end_price(1, null)', 'answer_appeal(1, true)'])
        expect([role, await as(role, `select ${call}`)]).toEqual([
          role,
          `permission denied for function ${call.split('(')[0]}`,
        ])
  })

  it('notes a change for the audit as its owner, whichever role commits', async () => {
    // Up to PostgreSQL 17 a deferred trigger runs as the role that commits: here one without any right at the desk.
    const lines = async (): Promise<number> =>
      (await shop.db.query(`select 1 from desk.audit where kind = 'product' and target = 'gem_60'`)).rowCount ?? 0
    const before = await lines()
    const client = await shop.db.connect()
    try {
      await client.query(
        `begin; update product set sort = sort + 1 where cp_goods_id = 'gem_60'; set local role hc_app; commit`,
      )
    } finally {
      await client.query('rollback').catch(() => undefined)
      client.release()
    }
    expect((await lines()) - before).toBe(1)
  })
})

describe('a production shop without any content', () =>
  it("starts with its own secrets, shows a home page with the game's name, and offers nothing of the demo", async () => {
    const whsec = `whsec_${Buffer.from('a-production-secret-of-32-bytes!').toString('base64')}`
    const production = await startShop({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      GAME_NAME: 'Nightfall',
      CLIENT_KEY: 'abcdefghijklmnop',
      SESSION_SECRET: 'a-session-secret-of-this-shop',
      ANALYTICS_KEY: 'an-analytics-key',
      GAME_WEBHOOK_SECRET: whsec,
    })
    try {
      const home = await fetch(`${production.url}/main/home`)
      expect(home.status).toBe(200)
      expect(await home.text()).toContain('Nightfall')
      expect(home.headers.get('strict-transport-security')).toContain('max-age=31536000')
      for (const path of ['/main/about', '/main/event', '/sitemap.xml'])
        expect([path, (await fetch(production.url + path)).status]).toEqual([path, 200])
      for (const path of ['/demo/game', '/demo/outbox.json', '/sandbox/pay/x', '/metrics'])
        expect([path, (await fetch(production.url + path)).status]).toEqual([path, 404])
      expect((await production.call('setting/init')).result.loginMethods).toEqual(['account'])
    } finally {
      await production.stop()
    }
  }))
