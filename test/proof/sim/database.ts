import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import { startEmbedded } from '../../../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../../../apps/server/src/platform/migrate.ts'
import { testDataDir } from '../../kit/data-dir.ts'
import { resetDesk } from './desk.ts'
import { items, packs, SELLER } from './goods.ts'
import { addDeskChecks } from './desk-checks.ts'
import { ROLES, SLOTS } from './sizes.ts'
import { addMembers, resetMembers } from './members-checks.ts'
import { addMonths, openedAll, openIn, resetMonths } from './months.ts'
import { addLaw } from './withdrawals.ts'

/** Virtual time starts here; a connection's `hc.clock_offset_ms` moves it. Real time never leaks into a run. */
export const EPOCH_MS = Date.UTC(2030, 0, 1)

export type Server = {
  url: string
  database(name: string): string
  admin: pg.Client
  /** The name of a database with the real migrations, to be copied. */ migrated(): Promise<string>
  stop(): Promise<void>
}

/** A PostgreSQL server for simulations: `DATABASE_URL`, or an embedded one of its own that forgets everything. */
export async function startServer(): Promise<Server> {
  let url = process.env.DATABASE_URL
  let stop = (): Promise<void> => Promise.resolve()
  if (!url) {
    const dir = await testDataDir('hc-sim-')
    const embedded = await startEmbedded(dir, { fsync: false })
    url = embedded.url
    await quietServer(url)
    stop = async () => {
      await embedded.stop()
      await rm(dir, { recursive: true, force: true })
    }
  }
  const base = url
  const admin = new pg.Client({ connectionString: base })
  await admin.connect()
  const database = (name: string): string => {
    const at = new URL(base)
    at.pathname = `/${name}`
    return at.href
  }
  const template = `sim_migrated_${process.pid}`
  let making: Promise<string> | undefined
  async function make(): Promise<string> {
    await admin.query(`create database ${template}`)
    await migrate(database(template))
    return template
  }
  return {
    url,
    admin,
    database,
    migrated: () => (making ??= make()),
    async stop() {
      await admin.query(`drop database if exists ${template} with (force)`).catch(() => undefined)
      await admin.end().catch(() => undefined)
      await stop()
    },
  }
}

/** Plans must depend on the seed alone, so no statistics are gathered. */
async function quietServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('alter system set autovacuum = off')
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** A mutant's change of the migrated database. */
export type Patch = { fn: string; find: string; put: string } | { sql: string }

/**
 * Makes a database with the real migrations, the mutant's patches, players, and yield points in every function
 * with several steps, so that two of them can run into each other between any two of their steps.
 */
export async function makeDatabase(server: Server, name: string, patches: readonly Patch[]): Promise<void> {
  await server.admin.query(`drop database if exists ${name} with (force)`)
  await server.admin.query(`create database ${name} template ${await server.migrated()} strategy file_copy`)
  const db = new pg.Client({ connectionString: server.database(name) })
  await db.connect()
  try {
    for (const patch of patches) await apply(db, patch)
    // Workers are the tables' owner here, so the audit would take their SQL for SQL by hand.
    for (const table of ['orders', 'outbox', 'inbox']) await db.query(`alter table ${table} disable trigger audit_hand`)
    await db.query(`
      create or replace function app_now() returns timestamptz language sql stable as $$
        select timestamptz '2030-01-01 00:00:00+00' + make_interval(secs =>
        coalesce(nullif(current_setting('hc.clock_offset_ms', true), '')::bigint, 0) / 1000.0)
      $$;
      create function public.sim_yield() returns void language plpgsql as $$
      declare
        slot int := nullif(current_setting('hc.sim_slot', true), '')::int; turn int;
      begin
        if slot is null then return; end if;
        turn := nextval('sim_turn_' || slot) % 2;
        raise notice 'sim_yield %', turn;
        perform pg_advisory_lock(slot, turn);
        perform pg_advisory_unlock(slot, turn);
      end $$;`)
    for (let slot = 1; slot <= SLOTS; slot++) await db.query(`create sequence sim_turn_${slot} minvalue 0 start 0`)
    await addYields(db)
    await addMembers(db)
    await addGoods(db)
    await addLaw(db)
    await addDeskChecks(db)
    await addMonths(db)
  } finally {
    await db.end()
  }
}

/**
 * `fn`: a function's name; one of the desk's schema begins with `desk.`. Of two with a name, the one that has more
 * arguments: the other is the last release's.
 */
const definition = async (db: pg.Client, fn: string): Promise<string> =>
  (
    await db.query<{ text: string }>(
      `select pg_get_functiondef(oid) as text from pg_proc where proname = $1 and pronamespace = $2::regnamespace
        order by pronargs desc`,
      fn.startsWith('desk.') ? [fn.slice(5), 'desk'] : [fn, 'public'],
    )
  ).rows[0]?.text ?? ''

async function apply(db: pg.Client, patch: Patch): Promise<void> {
  if ('sql' in patch) {
    await db.query(patch.sql)
    return
  }
  const text = await definition(db, patch.fn)
  if (!text.includes(patch.find)) throw new Error(`mutant does not fit: ${patch.fn} has no "${patch.find}"`)
  await db.query(text.replaceAll(patch.find, () => patch.put))
}

async function addYields(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{
    proname: string
  }>(`select case when p.pronamespace = 'desk'::regnamespace then 'desk.' else '' end || p.proname as proname
    from pg_proc p join pg_language l on l.oid = p.prolang
    where (p.pronamespace = 'public'::regnamespace or (p.pronamespace = 'desk'::regnamespace and p.proname in
      ('judge', 'lock_limits', 'freeze_request', 'end_approval', 'withdraw_approval')))
    and l.lanname = 'plpgsql' and p.prorettype <> 'trigger'::regtype
    and p.proname <> 'sim_yield'`)
  let yields = 0
  for (const { proname } of rows) {
    let body = false
    let open = ''
    const lines = (await definition(db, proname)).split('\n').flatMap((line) => {
      const code = line.trim()
      const starts =
        body &&
        /^(select|insert|update|delete|perform|with|for|return query)\b/i.test(code) &&
        /(;|\b(then|loop|begin|else))$/i.test(open)
      if (/^begin\b/i.test(code)) body = true
      if (code !== '' && !code.startsWith('--')) open = code
      if (!starts) return [line]
      yields++
      return ['perform public.sim_yield();', line]
    })
    // Reports errors that settle_webhooks catches and retries to the simulator.
    await db.query(
      lines.join('\n').replace(`result := 'error';`, `raise notice 'sim_refusal %', sqlstate; result := 'error';`),
    )
  }
  if (yields < 40) throw new Error(`only ${yields} yield points found: has the form of the functions changed?`)
}

async function addGoods(db: pg.Client): Promise<void> {
  await db.query(`insert into game_server (server_id, name, status) values ('s1', 'One', 0)`)
  // A tax rate that changes while orders are unpaid.
  await db.query(`insert into legal_entity (entity_id, name, country) values ('${SELLER}', 'Seller', 'JP');
    insert into tax_rate (country, valid_from, valid_to, rate_ppm, name, source) values
      ('JP', '2029-01-01', '2030-01-02', 70000, 'tax', 'sim'), ('JP', '2030-01-02', null, 100000, 'tax', 'sim')`)
  await db.query('create table sim_system_account as select * from ledger_account where account_id is null')
  await db.query(`insert into product (cp_goods_id, kind, price_cents, icon, texts)
    values ('gift', 'item', 100, '', '{}'),
      ${[...items, ...packs].map((item) => `('${item.cp_goods_id}', '${item.kind}', ${item.price_cents}, '', '{}')`).join(', ')};
    insert into rebate_campaign (campaign_id, texts, starts_at, ends_at, counts)
    values ('rebate', '{}', '2029-01-01', '2031-01-01', '{item,coin}');
    insert into rebate_tier (campaign_id, threshold_cents, rate_pct, gift_goods_id)
    values ('rebate', 400, 10, null), ('rebate', 1200, 20, 'gift'), ('rebate', 3000, 0, 'gift');
    insert into redeem_campaign (campaign_id, texts, items, present_points, starts_at, ends_at, per_role, per_account,
    total) values
      ('each', '{}', '[{"cp_goods_id": "gift", "quantity": 1, "bonus": 0}]', 0, '2029-01-01', '2031-01-01', 1, null,
      null), ('scarce', '{}', '[]', 50, '2029-01-01', '2031-01-01', 1, 1, 2),
      ('owned', '{}', '[]', 5, '2029-01-01', '2031-01-01', null, 1, null);
    insert into redeem_code (code, campaign_id) select upper(campaign_id), campaign_id from redeem_campaign`)
}

const tables = `orders, order_event, capture, gateway_refund, first_top_up, bonus_hold, ledger_entry,
  ledger_journal, inbox, outbox, session, rebate_progress, rebate_away, rebate_grant, redemption, redeem_failure,
  refund_request, refund_event, dispute, dispute_event, channel_health, book_cursor, reconcile_finding, refund_failure,
  refund_settlement, refund_part, point_adjustment, payout, ledger_correction, ledger_correction_entry,
  order_question, pack_part_kept, game_role, ledger_account, account, order_terms, currency, order_evidence,
  document_due, document, document_series, account_signal, account_market,
  order_letter, consent, withdrawal, withdrawal_event`

/** Removes all orders and players, and makes new players with their opening points. */
export async function resetDatabase(
  q: Query,
  wallets: readonly (readonly [basic: number, present: number])[],
): Promise<void> {
  // Truncated, not deleted: the remains of a seed must not move the next one's rows, and with them its order of
  // events.
  await q({ text: `truncate ${tables} restart identity cascade` })
  await q({ text: 'insert into ledger_account overriding system value select * from sim_system_account' })
  await q({ text: `insert into currency values ('USD', true)` })
  await q({ text: 'update redeem_campaign set used = 0, exhausted_at = null' })
  await resetMembers(q)
  await resetMonths(q)
  await resetDesk(q)
  await q({ text: 'truncate sim_amount' })
  for (const [at, [basic, present]] of wallets.entries()) {
    const uid = `p${at + 1}`
    await q({ text: 'insert into account (uid, login) values ($1, $1)' }, [uid])
    for (const role of rolesOf(at)) {
      await q(
        {
          text: `insert into game_role (server_id, role_id, account_id, name, level)
        select 's1', $2, account_id, $2, 1 from account where uid = $1`,
        },
        [uid, role],
      )
    }
    await openIn(q, at)
    await q({ text: `select grant_points($1, $2, $3, 'opening')` }, [uid, basic, present])
  }
  await openedAll(q)
}

/** The characters of a player, as the game names them. */
export const rolesOf = (player: number): string[] =>
  Array.from({ length: ROLES }, (_, role) => `r${player + 1}${role + 1}`)
