import type { Channel } from '@hc/channels/channel'
import { locales } from '@hc/contract/locales'
import { waitingKinds } from '../../care/doctor/waiting.ts'
import type { Config } from '../../config/config.ts'
import type { Query } from '../../platform/db.ts'
import { hasStatement, shippedPages } from '../../shop/brand/shipped-pages.ts'
import type { Opening } from '../../shop/catalog/catalog.ts'
import { CONFIRMED, WEBHOOKS } from '../health/facts.ts'
import { type Proofs, PROOFS } from '../health/installation.ts'

/** What the settings of the process say, which the desk cannot write. */
export type SetupHouse = {
  mode: 'demo' | 'test' | 'live'
  publicUrl: string
  /** It is a box: its machine has an edge, a clock and updates that are the shop's own. */
  box: boolean
  /** The desk's address, and whether only listed networks reach it. */
  consoleUrl: string | null
  consoleIsListed: boolean
  /** Somebody outside is called each minute. */
  heartbeat: boolean
  /** The gateways, by code, with their names. */
  gateways: ReadonlyMap<string, string>
  /** The game's address for deliveries; null: it pulls them. */
  gameUrl: string | null
  /** Through what mail goes; null: through nothing. */
  mail: string | null
  /** Legal pages that are still those of a brand that ships. */
  shippedPages: readonly string[]
  /** The publisher has a page about accessibility. */
  hasStatement: boolean
}

export function setupHouse(config: Config, channels: ReadonlyMap<string, Channel>): SetupHouse {
  const { demo, live, publicUrl, consoleUrl, game, mail, mailFrom, brand } = config
  return {
    mode: demo ? 'demo' : live ? 'live' : 'test',
    publicUrl,
    box: config.opening === 'closed',
    consoleUrl,
    consoleIsListed: (config.desk?.allow.length ?? 0) > 0,
    heartbeat: config.heartbeatUrl !== null,
    gateways: new Map([...channels].flatMap(([code, { kind, name }]) => (kind === 'gateway' ? [[code, name]] : []))),
    gameUrl: game.url,
    // A proof by another server or sender is none.
    mail: mail ? `${new URL(mail.smtpUrl).host} ${mailFrom}` : demo ? 'demo' : null,
    shippedPages: shippedPages(brand),
    hasStatement: hasStatement(brand),
  }
}

/**
 * `clock_off_s`: seconds that the clock is off; null: no time server was heard. `updates`: Debian's security updates.
 */
export type Machine = {
  at: number
  facts: { clock_off_s?: number | null; updates?: 'on' | 'off' | null; restart_needed?: boolean }
}

/** The tests of a step: when the last one proved it, and what the last one of all said. */
export type Proof = { at: number; provenAt: number; failed: string; detail: string; asks: boolean }
export type SetupFacts = {
  now: number
  house: SetupHouse
  proofs: Readonly<Record<string, Proof>>
  /** Whole days that the certificate of the address is good for; null: there is none, or nobody saw it. */
  certificateDays: number | null
  consoleDays: number | null
  opening: { state: Opening; at: number; by: string }
  /** What the machine saw of itself, and when; null: it has never looked. */
  machine: Machine | null
  /** When HEARTBEAT_URL was called and answered last; 0: never. */
  heartbeat: { called: number; answered: number; detail: string } | null
  /** `changed`: when a key of it was replaced by another one; 0: never. The others: when each was seen last. */
  gateways: readonly { code: string; changed: number; asked: number; webhook: number }[]
  key: { live: boolean; used: number }
  confirmed: number
  /** When the last letter was handed to the mail server. */
  mailed: number
  products: { active: number; lacking: number }
  countries: { open: number; untaxed: number }
  team: { owners: number; people: number; deciders: number }
  places: readonly number[]
  backup: number
  backups: Proofs
  /** An order was paid, delivered and refunded. */
  rehearsed: boolean
}

const untaxed = waitingKinds.find(({ key }) => key === 'untaxed_countries')
if (!untaxed) throw new Error('untaxed_countries is no kind of waiting row')

type Row = Omit<SetupFacts, 'house' | 'proofs' | 'gateways'>

/** Reads the facts of each step. `house`: what the settings say. */
export async function readSetup(q: Query, house: SetupHouse): Promise<SetupFacts> {
  const gateways = await q<SetupFacts['gateways'][number]>(
    {
      text: `select p.channel_code as code,
          coalesce((select extract(epoch from max(s.seen_at)) from desk.secret_seen s
            where s.channel_code = p.channel_code and s.gone_at is null and exists (select from desk.secret_seen former
              where former.channel_code = s.channel_code and former.name = s.name and former.gone_at is not null)),
            0)::float8 as changed,
          coalesce(extract(epoch from b.read_at), 0)::float8 as asked,
          coalesce(extract(epoch from w.at), 0)::float8 as webhook
        from payment_channel p left join book_cursor b using (channel_code)
          left join (${WEBHOOKS}) w using (channel_code)
        where p.enabled and p.channel_code = any($1) order by p.sort, p.channel_code`,
    },
    [[...house.gateways.keys()]],
  )
  const [row] = await q<Row>(
    {
      text: `select extract(epoch from app_now())::float8 as now,
          (select floor(extract(epoch from c.ends_at - app_now()) / 86400)::int from desk.certificate c
            where c.host = $1) as "certificateDays",
          (select floor(extract(epoch from c.ends_at - app_now()) / 86400)::int from desk.certificate c
            where c.host = $4) as "consoleDays",
          (select json_build_object('state', shop_opening(),
            'at', coalesce(extract(epoch from max(o.at))::int, 0), 'by',
            coalesce((array_agg(o.by order by o.opening_id desc))[1], '')) from opening o) as opening,
          (select json_build_object('at', extract(epoch from l.at)::float8, 'facts', l.facts) from desk.machine_look l)
            as machine,
          (select json_build_object('called', extract(epoch from h.called_at)::float8, 'answered',
            coalesce(extract(epoch from h.answered_at), 0)::float8, 'detail', h.detail) from desk.outside_heartbeat h)
            as heartbeat,
          json_build_object('live', (select count(*) > 0 from game_key where revoked_at is null), 'used',
            coalesce((select extract(epoch from max(last_used_at)) from game_key where revoked_at is null), 0)) as key,
          (${CONFIRMED}) as confirmed,
          coalesce((select extract(epoch from max(m.ended_at)) from (select channel, state, ended_at from message
            order by message_id desc limit 500) m where m.channel = 'email' and m.state = 'sent'), 0)::float8 as mailed,
          (select json_build_object('active', count(*), 'lacking', count(*) filter (where p.icon = ''
              or not p.texts ?& $2::text[])) from product p where p.active) as products,
          json_build_object('open', (select count(distinct country) from book_country), 'untaxed',
            (select count(*) from ${untaxed?.from} where ${untaxed?.where})) as countries,
          (select json_build_object('people', count(*), 'owners', count(*) filter (where exists (
              select from desk.staff_role h where h.staff_id = s.staff_id and h.role_key = 'owner'
                and (h.until is null or h.until > app_now()))), 'deciders', count(*) filter (where exists (
              select from desk.staff_role h join desk.role r using (role_key) where h.staff_id = s.staff_id
                and (h.until is null or h.until > app_now()) and 'refund.make' = any (r.decides))))
            from desk.staff s where s.suspended_at is null and desk.has_way_in(s.staff_id)) as team,
          coalesce((select array_agg(channel_id::int order by channel_id) from desk.alert_channel where enabled),
            '{}') as places,
          coalesce((select extract(epoch from max(verified_at)) from desk.backup_verified), 0)::float8 as backup,
          (${PROOFS}) as backups,
          exists (select from (select r.order_no, r.state from outbox r where r.outbox_id >= 'rfd_'
              and r.outbox_id < 'rfd\`' order by r.outbox_id desc limit 500) r join orders o using (order_no)
            where r.state = 'confirmed' and o.delivered_at is not null and o.refunded_cents > 0 and o.channel_code <> 'hcpoint'
              and ($3 or o.channel_code <> 'sandbox')) as rehearsed`,
    },
    [
      new URL(house.publicUrl).host,
      locales,
      house.mode === 'demo',
      house.consoleUrl === null ? '' : new URL(house.consoleUrl).host,
    ],
  )
  if (!row) throw new Error('the database gave no row')
  const subjects = subjectsOf(house, row.places)
  const rows = await q<Proof & { step: string }>(
    {
      text: `select step, coalesce(extract(epoch from max(at)), 0)::float8 as at,
          coalesce(extract(epoch from max(at) filter (where ok)), 0)::float8 as "provenAt",
          case when (array_agg(ok order by test_id desc) filter (where ok is not null))[1] then ''
            else coalesce((array_agg(outcome order by test_id desc) filter (where ok is not null))[1], '') end as failed,
          coalesce((array_agg(detail order by test_id desc) filter (where ok is not null))[1], '') as detail,
          coalesce((array_agg(ok is null and code_hash is not null and tries < 5
            and at > app_now() - interval '10 minutes' order by test_id desc))[1], false) as asks
        from desk.setup_test where subject = any(array(select value from jsonb_array_elements_text($1::jsonb -> step)))
        group by step`,
    },
    [JSON.stringify(subjects)],
  )
  return { ...row, house, gateways, proofs: Object.fromEntries(rows.map(({ step, ...proof }) => [step, proof])) }
}

/** What a step's tests are about now. A test of anything else proves nothing. */
export const subjectsOf = (house: SetupHouse, places: readonly number[]): Record<string, readonly string[]> => ({
  address: [house.publicUrl],
  tls: [`${house.publicUrl} ${house.consoleUrl ?? ''}`],
  heartbeat: [String(house.heartbeat)],
  gateway: [[...house.gateways.keys()].toSorted().join(' ')],
  game: [house.gameUrl ?? 'pull'],
  mail: [house.mail ?? ''],
  alerts: places.map(String),
})
