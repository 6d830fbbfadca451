import type { DeskResult } from '@hc/contract/desk/calls'
import type { Query } from '../../platform/db.ts'
import { helpPath } from '@hc/contract/desk/help'
import { backlog } from '../../care/doctor/waiting.ts'
import { daysOf, diskOf, type House, watched } from './installation.ts'

type Line = DeskResult<'health/read'>['lines'][number]
type Light = Line['light']

const HOUR = 3_600
const DAY = 86_400

type Checkup = { kind: 'watch' | 'doctor'; at: number; age: number; checks: number; broken: number; waits: number }
type Facts = {
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
  confirmed: number
}

/** A document, and its heading or step that helps. */
type Guide = readonly [runbook?: string, step?: string]
const none: Guide = []
const database: Guide = ['docs/desk.md', 'what-the-database-must-allow']
const slow: Guide = ['docs/desk.md', 'a-transaction-that-does-not-end']
const processes: Guide = ['docs/desk.md', 'processes']
const messages: Guide = ['docs/desk.md', 'messages-that-do-not-go-out']
const gameKeys: Guide = ['docs/runbooks/game-lost-its-data.md', 'step-5']
const replica: Guide = ['docs/runbooks/failover.md', 'look']

const megabytes = (bytes: number): number => Math.round(bytes / 1e6)
const light = (red: boolean, amber: boolean): Light => (red ? 'red' : amber ? 'amber' : 'green')
const line = (key: string, of: Light, values: Line['values'] = {}, at = 0, [runbook = '', step = ''] = none): Line => ({
  key,
  light: of,
  values,
  at,
  runbook,
  help: helpPath(runbook, step),
})

async function checkups(q: Query): Promise<Line[]> {
  const rows = await q<Checkup>({
    text: `select kind, extract(epoch from at)::int as at, extract(epoch from app_now() - at)::int as age, checks,
        jsonb_array_length(broken) as broken, jsonb_array_length(waits) as waits from desk.checkup`,
  })
  const limits = { watch: 5 * 60, doctor: 26 * HOUR }
  return (['watch', 'doctor'] as const).map((kind) => {
    const row = rows.find((candidate) => candidate.kind === kind)
    if (!row) return line(`${kind}.never`, 'amber', {}, 0, processes)
    const { at, age, checks, broken, waits } = row
    if (broken > 0)
      return line(`${kind}.broken`, 'red', { broken, checks }, at, ['docs/runbooks/broken-books.md', 'step-1'])
    return line(`${kind}.well`, light(false, age > limits[kind]), { checks, waits }, at, processes)
  })
}

/** From which age (seconds) on a queue is amber, and red. */
const queueLimits: Readonly<Record<string, readonly [amber: number, red: number]>> = {
  deliveries: [120, 900],
  refunds: [600, DAY],
  inbox: [60, 600],
}

/** The guide for a queue that does not shrink. */
const queueGuides: Readonly<Record<string, Guide>> = {
  deliveries: ['docs/runbooks/stuck-order.md', 'step-1'],
  refunds: ['docs/runbooks/failed-refund.md', 'step-1'],
  inbox: ['docs/runbooks/parked-webhook.md'],
  operator: ['docs/runbooks/stuck-order.md', 'step-2'],
  inbox_parked: ['docs/runbooks/parked-webhook.md', 'step-1'],
  disputes: ['docs/desk.md', 'disputes-and-players-data'],
  books_differ: ['docs/runbooks/late-payment.md', 'step-2'],
  undelivered: ['docs/runbooks/stuck-order.md', 'step-2'],
}

async function queues(q: Query): Promise<Line[]> {
  const rows = await q<{ name: string; n: number; age: number }>({ text: backlog })
  return rows.map(({ name, n, age }) => {
    const [amber, red] = queueLimits[name] ?? [0, Infinity]
    // Work for a person has no age here; the page of waiting rows shows it.
    const of = n === 0 ? 'green' : light(age > red, age >= amber)
    return line(`queue.${name}`, of, { n, age }, 0, queueGuides[name])
  })
}

/** The configured gateways. The shop does not call the others, so it knows nothing about them. */
async function gateways(q: Query, configured: ReadonlySet<string>): Promise<Line[]> {
  const rows = await q<{ channel_code: string; read: number | null; age: number | null; open: boolean; n: number }>({
    text: `select p.channel_code, extract(epoch from b.read_at)::int as read,
        extract(epoch from app_now() - b.read_at)::int as age,
        coalesce(h.open_until > app_now(), false) as open, coalesce(h.failures, 0) as n
      from payment_channel p left join book_cursor b using (channel_code)
      left join channel_health h using (channel_code)
      where p.enabled order by p.sort, p.channel_code`,
  })
  const channels = rows.filter(({ channel_code: code }) => code !== 'hcpoint' && configured.has(code))
  return channels.map(({ channel_code, read, age, open, n }) =>
    open
      ? line('gateway.open', 'red', { channel: channel_code, n }, read ?? 0, ['docs/payments.md'])
      : line('gateway.well', light(false, age !== null && age > DAY), { channel: channel_code }, read ?? 0, [
          'docs/payments.md',
        ]),
  )
}

async function facts(q: Query): Promise<Line[]> {
  const [row] = await q<Facts>({
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
        coalesce((select extract(epoch from max(b.ended_at))::int
          from (values ('dlv_0', 'dlv_A'), ('dlv_RBT', 'dlv_RBU'), ('dlv_RDM', 'dlv_RDN')) source (first, last),
            lateral (select x.state, x.ended_at from outbox x where x.outbox_id >= source.first
              and x.outbox_id < source.last order by x.outbox_id desc limit 200) b
          where b.state = 'confirmed' and b.ended_at > now() - interval '7 days'), 0) as confirmed`,
  })
  if (!row) return []
  const {
    oldest,
    sees,
    replicas,
    lag,
    days,
    messages: queued,
    failed,
    key_age,
    key_used,
    audit,
    anchor,
    confirmed,
  } = row
  return [
    line('database.size', 'green', { mb: megabytes(row.bytes) }),
    sees
      ? line('database.oldest', light(oldest > 600, oldest > 60), { age: oldest }, 0, slow)
      : line('database.oldestUnseen', 'amber', {}, 0, database),
    replicas === 0
      ? line('database.alone', 'green')
      : !sees
        ? line('database.replicasUnseen', 'amber', { n: replicas }, 0, database)
        : line(
            'database.replicas',
            light((lag ?? 0) > 60, (lag ?? 0) > 30),
            { n: replicas, age: Math.round(lag ?? 0) },
            0,
            replica,
          ),
    line('database.partitions', light(days === 0, days < 3), { days }, 0, ['docs/desk.md', 'alerts']),
    line('messages', light(queued > 1000, failed > 0), { n: queued, failed }, 0, messages),
    key_age === null
      ? line('game.noKey', 'amber', {}, 0, gameKeys)
      : line('game.key', light(false, key_age > 365 * DAY), { days: daysOf(key_age) }, key_used ?? 0, gameKeys),
    confirmed === 0 ? line('game.quiet', 'green') : line('game.confirmed', 'green', {}, confirmed),
    line('audit', 'green', { seq: audit, day: anchor ?? '' }, 0, ['docs/runbooks/audit.md']),
  ]
}

/** A process reports each minute that it is alive. */
const GONE_SECONDS = 120
const CLOCK_OFF_MS = 2_000

/** The reports of processes: a role without a process, a wrong clock, different versions. */
async function processLines(q: Query): Promise<Line[]> {
  const instances = await q<{ role: string; version: string; seen: number; age: number; off: number }>({
    text: `select role, version, extract(epoch from seen_at)::int as seen,
        extract(epoch from now() - seen_at)::int as age, abs(clock_ms) as off
      from desk.process where seen_at > now() - interval '1 hour' order by role, seen_at`,
  })
  const alive = instances.filter(({ age }) => age <= GONE_SECONDS)
  const last = new Map(instances.map(({ role, seen: at }) => [role, at]))
  const missing = [...last].filter(([role]) => alive.every((process) => process.role !== role))
  const off = Math.max(0, ...alive.map((process) => process.off))
  const versions = [...new Set(alive.map(({ version }) => version))]
  return [
    ...missing.map(([role, at]) => line('process.gone', 'amber', { role }, at, processes)),
    ...(off > CLOCK_OFF_MS ? [line('process.clock', 'amber', { ms: off }, 0, processes)] : []),
    ...(versions.length > 1
      ? [line('process.versions', 'amber', { versions: versions.join(', ') }, 0, processes)]
      : []),
    line('process.alive', light(false, alive.length === 0), { n: alive.length }, 0, processes),
  ]
}

const backups: Guide = ['docs/runbooks/backup-restore.md']
const certificates: Guide = ['docs/runbooks/certificates.md']

/** A backup is verified once a month: docs/runbooks/backup-restore.md. */
function backupLine(takenAt: number | null, now: number, real: boolean): Line {
  if (takenAt === null) return line('backup.never', light(false, real), {}, 0, backups)
  const days = daysOf(now - takenAt)
  return line('backup.verified', light(days > 62, days > 35), { days }, takenAt, backups)
}

function certificateLine({ certificate, now }: Awaited<ReturnType<typeof watched>>, url: URL): Line {
  const { host } = url
  if (url.protocol !== 'https:') return line('certificate.none', 'green')
  if (!certificate) return line('certificate.never', 'amber', { host }, 0, certificates)
  const { ends, looked } = certificate
  if (ends === null) return line('certificate.unread', 'amber', { host }, looked, certificates)
  const timeLeft = ends - now
  if (timeLeft <= 0) return line('certificate.over', 'red', { host }, ends, certificates)
  return line(
    'certificate.ends',
    light(timeLeft < 7 * DAY, timeLeft < 21 * DAY),
    { host, days: daysOf(timeLeft) },
    ends,
    certificates,
  )
}

/** All lines of the shop's health. */
export async function healthLines(q: Query, configured: ReadonlySet<string>): Promise<Line[]> {
  return [
    ...(await checkups(q)),
    ...(await processLines(q)),
    ...(await queues(q)),
    ...(await gateways(q, configured)),
    ...(await facts(q)),
  ]
}

/** The surroundings of the shop: growth of the database, disk, backups, certificate. */
export async function houseLines(q: Query, house: House): Promise<Line[]> {
  const [statistics, disk] = await Promise.all([watched(q, house), diskOf(house)])
  const url = new URL(house.publicUrl)
  return [
    ...(statistics.growth === null ? [] : [line('disk.grows', 'green', { daily: megabytes(statistics.growth) })]),
    disk ? diskLine(disk) : line('disk.elsewhere', 'green'),
    // A demo has no backup to verify.
    backupLine(statistics.backup, statistics.now, url.protocol === 'https:'),
    certificateLine(statistics, url),
  ]
}

function diskLine({ free, whole }: { free: number; whole: number }): Line {
  const values = { gb: Math.floor(free / 1e9), percent: Math.floor((100 * free) / whole) }
  return line('disk.free', light(free < 0.05 * whole, free < 0.15 * whole), values, 0, ['docs/scale.md'])
}
