import { backlog } from '../../care/doctor/waiting.ts'
import type { Query } from '../../platform/db.ts'
import { diskOf, type House, watched, type Watched } from './installation.ts'

export type Checkup = {
  kind: 'watch' | 'doctor'
  at: number
  age: number
  checks: number
  broken: number
  waits: number
}
export type ProcessFact = { role: string; version: string; seen: number; age: number; runs: number; off: number }
export type QueueFact = { name: string; n: number; age: number }
export type GatewayFact = {
  channel_code: string
  read: number | null
  age: number | null
  open: boolean
  n: number
  /** Whether it is asked for its methods, and when it last had any; 0: never. */
  asked: boolean
  named: number
  named_age: number
}
export type DatabaseFacts = {
  bytes: number
  oldest: number
  sees: boolean
  replicas: number
  lag: number | null
  days: number
  messages: number
  failed: number
  key_age: number | null
  key_used: number | null
  audit: number
  anchor: string | null
  /** When the game confirmed a delivery last; 0: never. */
  confirmed: number
  now: number
}
/** All that the lines of the shop's health are made from. */
export type HealthFacts = {
  checkups: readonly Checkup[]
  processes: readonly ProcessFact[]
  queues: readonly QueueFact[]
  gateways: readonly GatewayFact[]
  database: DatabaseFacts
  watched: Watched
  disk: { free: number; whole: number } | null
  url: URL
  /** Since when the shop takes real money, in seconds since 1970; null: it takes none. */
  realSince: number | null
  /** As House has it. */
  heartbeat: boolean | null
}

/** When a webhook of each gateway was taken last: of the newest ones, which are the end of the table's key. */
export const WEBHOOKS = `select channel_code, max(received_at) as at
  from (select channel_code, received_at from inbox order by inbox_id desc limit 5000) newest group by 1`

/** When the game confirmed a delivery last, of the newest ones of each kind. */
export const CONFIRMED = `select coalesce((select extract(epoch from max(b.ended_at))::int
  from (values ('dlv_0', 'dlv_A'), ('dlv_RBT', 'dlv_RBU'), ('dlv_RDM', 'dlv_RDN')) source (first, last),
    lateral (select x.state, x.ended_at from outbox x where x.outbox_id >= source.first
      and x.outbox_id < source.last order by x.outbox_id desc limit 200) b
  where b.state = 'confirmed'), 0)`

async function databaseFacts(q: Query): Promise<DatabaseFacts> {
  const [row] = await q<DatabaseFacts>({
    text: `select pg_database_size(current_database())::float8 as bytes,
        (select coalesce(max(extract(epoch from now() - xact_start)), 0)::int from pg_stat_activity
          where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()) as oldest,
        pg_has_role(current_user, 'pg_read_all_stats', 'usage') as sees,
        (select count(*)::int from pg_stat_replication) as replicas,
        (select max(extract(epoch from replay_lag))::float8 from pg_stat_replication) as lag,
        (select count(*)::int from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = 'analytics_event'::regclass and c.relname >= 'analytics_event_'
            || to_char(now() at time zone 'UTC', 'YYYYMMDD')) as days,
        (select count(*)::int from message where state = 'pending') as messages,
        (select count(*)::int from message where state = 'failed' and created_at > now() - interval '1 day') as failed,
        (select extract(epoch from app_now() - min(created_at))::int from game_key where revoked_at is null) as key_age,
        (select extract(epoch from max(last_used_at))::int from game_key where revoked_at is null) as key_used,
        audit_end() as audit, (select max(day)::text from desk.audit_anchor) as anchor,
        (${CONFIRMED}) as confirmed, extract(epoch from app_now())::float8 as now`,
  })
  if (!row) throw new Error('the database gave no row')
  return row
}

/** The first payment of real money, in the order of the orders' numbers. */
async function realSince(q: Query): Promise<number | null> {
  const [row] = await q<{ at: number }>({
    text: `select extract(epoch from paid_at)::float8 as at from orders
      where paid_cents > 0 and channel_code not in ('hcpoint', 'sandbox') order by order_no limit 1`,
  })
  return row?.at ?? null
}

/** Reads the facts. `configured`: the gateways that this installation has; the shop calls no other one. */
export async function readHealth(q: Query, configured: ReadonlySet<string>, house: House): Promise<HealthFacts> {
  const [checkups, processes, queues, gateways, database, statistics, disk, since] = await Promise.all([
    q<Checkup>({
      text: `select kind, extract(epoch from at)::int as at, extract(epoch from app_now() - at)::int as age, checks,
          jsonb_array_length(broken) as broken, jsonb_array_length(waits) as waits from desk.checkup`,
    }),
    q<ProcessFact>({
      text: `select role, version, extract(epoch from seen_at)::int as seen,
          extract(epoch from now() - seen_at)::int as age, extract(epoch from now() - started_at)::int as runs,
          abs(clock_ms) as off
        from desk.process where seen_at > now() - interval '1 hour' order by role, seen_at`,
    }),
    q<QueueFact>({ text: backlog }),
    q<GatewayFact>({
      text: `select p.channel_code, extract(epoch from greatest(b.read_at, w.at))::int as read,
          extract(epoch from app_now() - greatest(b.read_at, w.at))::int as age,
          coalesce(h.open_until > app_now(), false) as open, coalesce(h.failures, 0) as n,
          m.asked, coalesce(extract(epoch from m.at)::int, 0) as named,
          coalesce(extract(epoch from app_now() - m.at)::int, 0) as named_age
        from payment_channel p left join book_cursor b using (channel_code)
        left join channel_health h using (channel_code) left join (${WEBHOOKS}) w using (channel_code)
        cross join lateral (select count(*) > 0 as asked, max(c.seen_at) as at from channel_method c
          where c.channel_code = p.channel_code and c.seen_at is distinct from 'infinity') m
        where p.enabled order by p.sort, p.channel_code`,
    }),
    databaseFacts(q),
    watched(q, house),
    diskOf(house),
    house.live ? realSince(q) : null,
  ])
  return {
    checkups,
    processes,
    queues,
    gateways: gateways.filter(({ channel_code: code }) => code !== 'hcpoint' && configured.has(code)),
    database,
    watched: statistics,
    disk,
    url: new URL(house.publicUrl),
    realSince: since,
    heartbeat: house.heartbeat,
  }
}
