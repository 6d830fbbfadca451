import pg from 'pg'
import { readFileSync, readdirSync } from 'node:fs'
const base = process.env.HC_TEST_PG!
const dir = '/work/main/apps/server/migrations/'
const files = readdirSync(dir).filter((f) => f.endsWith('.sql')).sort()
async function run(name: string, upto: (f: string) => boolean, campaign: boolean, kind: 'item' | 'coin') {
  const admin = new pg.Client({ connectionString: base }); await admin.connect()
  const db = 'ab_' + name; await admin.query(`drop database if exists ${db} with (force)`); await admin.query(`create database ${db}`); await admin.end()
  const url = new URL(base); url.pathname = '/' + db
  const c = new pg.Client({ connectionString: url.toString() }); await c.connect()
  await c.query('create table kysely_migration(i int); create table kysely_migration_lock(i int)')
  for (const f of files.filter(upto)) await c.query(readFileSync(dir + f, 'utf8'))
  await c.query(`insert into game_server values ('s1','A',0,0); insert into account (uid, login) select 'b'||i, 'b'||i from generate_series(1,200) i; insert into game_role select 's1','r'||i, account_id, 'x', 1 from generate_series(1,200) i join account on uid='b'||i`)
  if (campaign) await c.query(`insert into rebate_campaign values ('c','{}','2020-01-01','2100-01-01','{item}'); insert into rebate_tier select 'c', x, 3, null, 1 from unnest(array[50000000,100000000,200000000,500000000]) x`)
  const N = 6000
  const nos = Array.from({ length: N * 2 }, (_, i) => '01AB' + String(i).padStart(22, '0'))
  await c.query(`insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct, channel_code, server_id, role_id, created_at, expires_at)
    select no, a.account_id, a.uid, $2, 'gem', 99, 0, 'sandbox', $3, case when $3 = '' then '' else 'r' || (1 + i % 200) end, now(), now() + interval '300 s' from unnest($1::text[]) with ordinality t(no, i) join account a on a.uid = 'b' || (1 + i % 200)`, [nos, kind, kind === 'item' ? 's1' : ''])
  await c.query('vacuum analyze')
  const pid = (c as any).processID
  const cpu = () => { const p = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(p[11]) + Number(p[12])) * 10 }
  for (let i = 0; i < N; i++) await c.query({ name: 'p', text: `select apply_paid('sandbox', $1, $2, 99, 'USD', 'x')`, values: [nos[i], 't' + i] })
  const t0 = cpu(), w0 = performance.now()
  for (let i = N; i < 2 * N; i++) await c.query({ name: 'p', text: `select apply_paid('sandbox', $1, $2, 99, 'USD', 'x')`, values: [nos[i], 't' + i] })
  console.log(name, ((cpu() - t0) / N).toFixed(4), 'ms CPU of the backend;', ((performance.now() - w0) / N).toFixed(3), 'ms wall')
  await c.end()
}
const old = (f: string) => f < '0011'
const all = () => true
for (let round = 0; round < 3; round++) {
  await run('old_item', old, false, 'item'); await run('new_item_off', all, false, 'item'); await run('new_item_on', all, true, 'item')
  await run('old_coin', old, false, 'coin'); await run('new_coin_off', all, false, 'coin'); await run('new_coin_on', all, true, 'coin')
}
