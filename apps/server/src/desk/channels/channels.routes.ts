import { createHmac } from 'node:crypto'
import type { Channel } from '@hc/channels/channel'
import type { DeskParsed, Me } from '@hc/contract/desk/calls'
import type { DeskChannel } from '@hc/contract/desk/channels'
import { timeIdFloor } from '@hc/domain/order-no'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query, Row } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { type Change, change, headOf, replan, weighChange, weighReplan } from '../kit/changes.ts'
import { requestsOfKind } from '../../http/desk/open-requests.ts'
import { tryChannel } from './try-channel.ts'

/** The channels that this installation supports, and the values of their settings. */
type ShopMode = NonNullable<Me['mode']>
export type ConfiguredChannels = {
  names: ReadonlyMap<string, string>
  /** By channel: the names of settings, and their values; they never leave this process. */
  settings: Readonly<Record<string, unknown>>
  /** Keys of the fingerprints, so that a fingerprint reveals no value; the present key first. */
  secrets: readonly string[]
  /** The gateways, for a trial question. */
  ask: ReadonlyMap<string, Channel>
}
const HOUR_MS = 3_600_000
const SECRET = /secret|key|token|password|hmac/i

/** Every secret below a setting, by its path. */
function secretsIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return SECRET.test(path) && value !== '' ? [[path, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => secretsIn(inner, path === '' ? name : `${path}.${name}`))
}
const fingerprint = (value: string, key: string): string =>
  createHmac('sha256', `desk fingerprint:${key}`).update(value).digest('hex').slice(0, 8)
const fingerprints = (of: unknown, key = ''): { name: string; fingerprint: string }[] =>
  secretsIn(of, '').map(([name, value]) => ({ name, fingerprint: fingerprint(value, key) }))

/**
 * Stores since when the shop knows the secrets of its channels, by their fingerprints. A new key of this installation
 * gives a secret another fingerprint, but the secret keeps its date.
 */
export async function seeSecrets(q: Query, { settings, secrets }: ConfiguredChannels): Promise<void> {
  const secretRows = Object.entries(settings).flatMap(([channel, of]) =>
    secretsIn(of, '').map(([name, value]) => ({
      channel,
      name,
      fingerprints: secrets.map((key) => fingerprint(value, key)),
    })),
  )
  await q({ text: 'select desk.see_secrets($1)' }, [JSON.stringify(secretRows)])
}

/** Test and live are never mixed, so one setting of a gateway decides (decision 80). */
function modeOf(code: string, of: unknown): DeskChannel['mode'] {
  if (typeof of !== 'object' || of === null) return null
  if (code === 'sandbox') return 'test'
  return 'live' in of && of.live === true ? 'live' : 'test'
}

/** What the shop takes: `test` as long as its gateways take no real money. */
export function shopMode(demo: boolean, { names, settings }: Pick<ConfiguredChannels, 'names' | 'settings'>): ShopMode {
  if (demo) return 'demo'
  const modes = [...names.keys()].map((code) => modeOf(code, settings[code]))
  return modes.includes('test') && !modes.includes('live') ? 'test' : 'live'
}

type Reckoned = 'configured' | 'name' | 'hour' | 'day' | 'secrets' | 'mode' | 'requests'
type ChannelRow = Omit<DeskChannel, Reckoned> & Row
type Count = { code: string; hour_made: number; hour_paid: number; made: number; paid: number }

/** Gateways: their rules, their health, and the stop of all sales. */
export function channelRoutes(register: DeskRegister, configured: ConfiguredChannels, now: () => number): void {
  register('channel/list', async (_body, { q }) => {
    const rows = await q<ChannelRow>({
      text: `select c.channel_code as code, c.version, c.enabled, c.sort, c.countries, c.currencies, c.min_cents,
          c.max_cents, coalesce(h.failures, 0) as failures,
          case when h.open_until > app_now() then ${epochSeconds('h.open_until')} else 0 end as rests_until,
          (select count(*)::int from dispute d where d.channel_code = c.channel_code and d.stage = 'opened') as disputes
        from payment_channel c left join channel_health h using (channel_code) order by c.sort, c.channel_code`,
    })
    // Past hours are counted already. An order's number begins with its time, so the newest orders are a
    // range of the index.
    const cut = Math.floor(now() / HOUR_MS - 1) * HOUR_MS
    const counts = await q<Count & Row>(
      {
        text: `select code, sum(hour_made)::int as hour_made, sum(hour_paid)::int as hour_paid, sum(made)::int as made,
            sum(paid)::int as paid
          from (select channel_code as code, count(*) filter (where order_no >= $2) as hour_made,
              count(*) filter (where order_no >= $2 and paid_cents > 0) as hour_paid, count(*) as made,
              count(*) filter (where paid_cents > 0) as paid
            from orders where order_no >= $1 group by 1
            union all select channel_code, 0, 0, created, paid from desk.channel_hour
             where hour < to_timestamp($3) and hour > to_timestamp($3) - interval '23 hours') x group by 1`,
      },
      [timeIdFloor(cut), timeIdFloor(now() - HOUR_MS), cut / 1000],
    )
    const ages = await q<{ code: string; name: string; fingerprint: string; seen_at: number } & Row>({
      text: `select channel_code as code, name, fingerprint, ${epochSeconds('seen_at')} as seen_at
        from desk.secret_seen where gone_at is null`,
    })
    const seenAt = (code: string, secret: { name: string; fingerprint: string }): number =>
      ages.find((row) => row.code === code && row.name === secret.name && row.fingerprint === secret.fingerprint)
        ?.seen_at ?? 0
    const requestsOf = await requestsOfKind(q, 'channel')
    return rows.map((row) => {
      const count = counts.find(({ code }) => code === row.code)
      return {
        ...row,
        configured: configured.names.has(row.code),
        name: configured.names.get(row.code) ?? row.code,
        hour: { made: count?.hour_made ?? 0, paid: count?.hour_paid ?? 0 },
        day: { made: count?.made ?? 0, paid: count?.paid ?? 0 },
        mode: modeOf(row.code, configured.settings[row.code]),
        secrets: fingerprints(configured.settings[row.code], configured.secrets[0]).map((secret) => ({
          ...secret,
          seen_at: seenAt(row.code, secret),
        })),
        requests: requestsOf(row.code),
      }
    })
  })
  const turned = ({ code, version }: { code: string; version: number }, enabled: boolean): Change => ({
    kind: 'channel',
    target: code,
    basedOn: version,
    patch: { enabled },
    when: null,
  })
  const ruled = ({ code, version, when, reason: _reason, ...patch }: DeskParsed<'channel/rules'>): Change => ({
    kind: 'channel',
    target: code,
    basedOn: version,
    patch,
    when,
  })
  register('channel/off', async (body, { q }) => change(q, turned(body, false)))
  register(
    'channel/on',
    async (body, { q }) => change(q, turned(body, true)),
    async (body, { q }) => weighChange(q, turned(body, true)),
  )
  register(
    'channel/rules',
    async (body, { q }) => change(q, ruled(body)),
    async (body, { q }) => weighChange(q, ruled(body)),
  )
  register(
    'channel/replan',
    async (body, { q }) => replan(q, 'channel', body),
    async (body, { q }) => weighReplan(q, 'channel', body),
  )
  register('channel/try', async ({ code }, { q, after }) => {
    const channel = configured.ask.get(code)
    if (!channel) throw new AppError('NotFound')
    await q({ text: `select desk.note('channel', $1)` }, [code])
    after(async () => await tryChannel(channel, now))
    return { state: 'asked' as const, ms: 0, detail: '' }
  })
  register('sales/state', async (_body, { q }) => {
    const { version, by, at } = await headOf(q, 'setting', 'sales')
    const [row] = await q<{ paused: boolean }>({ text: 'select sales_paused() as paused' })
    return { paused: row?.paused ?? false, version, by: by ?? '', at: at ?? 0 }
  })
  register('sales/pause', async ({ paused, version }, { q }) =>
    change(q, { kind: 'setting', target: 'sales', basedOn: version, patch: { value: { paused } }, when: null }),
  )
}
