import { methods } from '@hc/channels/methods'
import type { DeskMethod } from '@hc/contract/desk/channels'
import type { DeskParsed } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskContext, DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Weight } from '../../http/desk/weighed-calls.ts'
import type { Query, Row } from '../../platform/db.ts'
import { namedCall } from '../../platform/named-call.ts'
import { headOf } from '../kit/changes.ts'

type MethodRow = Omit<DeskMethod, 'name' | 'kind' | 'usual' | 'seen_at'> & { seen: number | null } & Row

async function readMethods(q: Query): Promise<DeskMethod[]> {
  const rows = await q<MethodRow>({
    text: `select m.channel_code as channel, m.method, m.countries, m.currencies, m.min_minor, m.max_minor, m.settles,
        m.sort, m.enabled, m.version, extract(epoch from m.seen_at)::float8 as seen,
        coalesce(m.seen_at <= app_now() - interval '3 days', true) as lapsed
      from channel_method m left join payment_channel c using (channel_code)
      order by c.sort nulls last, m.channel_code, m.sort, m.method`,
  })
  return rows.flatMap(({ seen, ...row }) => {
    const method = methods.get(row.method)
    if (!method) return []
    const { name, kind, settles } = method
    const listOf = (codes: readonly string[] | null): string[] | null => (codes ? [...codes] : null)
    return [
      {
        ...row,
        name,
        kind,
        usual: { countries: listOf(method.countries), currencies: listOf(method.currencies), settles },
        ...(seen === Infinity ? {} : { seen_at: seen === null ? null : Math.floor(seen) }),
      },
    ]
  })
}

/** Another person saved meanwhile. */
async function conflictOf(q: Query, channel: string, current?: DeskMethod): Promise<AppError> {
  const { by, at } = await headOf(q, 'channel', channel)
  return new AppError('VersionConflict', {
    version: current?.version ?? 0,
    by: by ?? '',
    at: at ?? 0,
    theirs: current ?? null,
  })
}

type Rules = DeskParsed<'channel/method'>
const facts = (row: Omit<Rules, 'channel' | 'method' | 'version' | 'reason'>) => ({
  countries: row.countries,
  currencies: row.currencies,
  min_minor: row.min_minor,
  max_minor: row.max_minor,
  settles: row.settles,
  sort: row.sort,
  enabled: row.enabled,
})

async function weighMethod(body: Rules, { q }: DeskContext): Promise<Weight> {
  const { channel, method, version } = body
  const current = (await readMethods(q)).find((row) => row.channel === channel && row.method === method)
  if (!current) throw new AppError('RowNotFound', { kind: 'channel' })
  if (current.version !== version) throw await conflictOf(q, channel, current)
  return {
    amount: 0,
    kind: 'channel',
    target: `${channel} ${method}`,
    versions: { method: version },
    forecast: { before: facts(current), after: facts(body) },
  }
}

type Saved = { refusal: string | null; version: number } & Row
async function saved(q: Query, channel: string, [row]: Saved[]): Promise<{ version: number }> {
  if (row?.refusal === 'unknown') throw new AppError('RowNotFound', { kind: 'channel' })
  if (!row || row.refusal !== null) throw await conflictOf(q, channel)
  return { version: row.version }
}

/** What each channel takes. A method is switched off at once; all else takes a second person. */
export function methodRoutes(register: DeskRegister): void {
  register('channel/methods', async (_body, { q }) => await readMethods(q))
  register(
    'channel/method',
    async (body, { q }) => {
      const { channel, method, version, countries, currencies, min_minor, max_minor, settles, sort, enabled } = body
      const { call, values } = namedCall('desk.save_channel_method', {
        channel,
        method,
        version,
        countries,
        currencies,
        min: min_minor,
        max: max_minor,
        settles,
        sort,
        enabled,
      })
      return await saved(q, channel, await q<Saved>({ text: `select refusal, version from ${call}` }, values))
    },
    weighMethod,
  )
  register('channel/methodOff', async ({ channel, method, version }, { q }) =>
    saved(
      q,
      channel,
      await q<Saved>({ text: 'select refusal, version from desk.channel_method_off($1, $2, $3)' }, [
        channel,
        method,
        version,
      ]),
    ),
  )
}
