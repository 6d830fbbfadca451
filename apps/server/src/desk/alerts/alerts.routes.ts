import type { DeskResult } from '@hc/contract/desk/calls'
import { watchedAlways } from '@hc/domain/watched-rules'
import { AppError } from '@hc/contract/errors'
import { deskTexts } from '@hc/i18n/texts'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Seal } from '../../platform/seal.ts'
import { alertSecret, refusedTarget } from '../../shop/message/alert-transports.ts'
import { momentOf } from '../kit/changes.ts'
import { alertLetter, type AlertSender, tellChannel } from './alerts.ts'
import { type InTodo, inTodo } from './in-todo.ts'
import { helpOf } from './measures.ts'

const PAGE = 50
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export type AlertRoutes = AlertSender & {
  /** Seals messages. */
  seal: Seal
  /** The installation's secret. */
  secret: string
  allowPrivate: boolean
}

type Rule = DeskResult<'alert/setup'>['rules'][number]
type Place = DeskResult<'alert/setup'>['channels'][number]

/** @throws AppError AlertUnknown */
function oneOf<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new AppError('AlertUnknown')
  return row
}

const todoOf = (todo: InTodo | undefined): { todo?: InTodo } => (todo ? { todo } : {})

type Alert = {
  alert_id: number
  rule: string
  subject: string
  value: number
  opened_at: number
  closed_at: number | null
  muted_until: number | null
  seen_by: string | null
}

/** Alerts: what is open, by which rules, and where they go. */
export function alertRoutes(register: DeskRegister, { seal, secret, allowPrivate, ...sender }: AlertRoutes): void {
  register('alert/list', async ({ state, after }, { q, who }) => {
    const alerts = await q<Alert>(
      {
        text: `select a.alert_id, a.rule_key as rule, a.subject, a.value::float8 as value,
            extract(epoch from a.opened_at)::int as opened_at, extract(epoch from a.closed_at)::int as closed_at,
            extract(epoch from a.muted_until)::int as muted_until, p.name as seen_by
          from desk.alert a left join desk.staff p on p.staff_id = a.seen_by
         where (a.closed_at is null) = ($1 = 'open') and ($2::bigint = 0 or a.alert_id < $2)
         order by a.alert_id desc limit ${PAGE}`,
      },
      [state, after],
    )
    const disputes = who().permissions['dispute.read'] !== undefined
    const rowOf = state === 'open' ? await inTodo(q, who(), alerts) : () => undefined
    const rows = alerts.map((alert) => ({
      ...alert,
      ...todoOf(rowOf(alert)),
      // The subject is a dispute's number.
      subject: alert.rule === 'dispute_due' && !disputes ? '' : alert.subject,
      help: helpOf(alert.rule),
    }))
    return { alerts: rows, next: alerts.length === PAGE ? (alerts.at(-1)?.alert_id ?? null) : null }
  })
  register('alert/setup', async (_body, { q }) => {
    return {
      rules: await q<Rule>({
        text: `select rule_key as rule, threshold::float8, window_minutes, quiet_from, quiet_to, quiet_zone,
            quiet_days, enabled, version, coalesce(channels, '{}') as channels,
            rule_key = 'replica_late' and not pg_has_role((select relowner from pg_class
              where oid = 'desk.alert_rule'::regclass), 'pg_read_all_stats', 'usage') as unseen
          from desk.alert_rule order by rule_key`,
      }),
      channels: await q<Place>({
        text: 'select channel_id, kind, name, address, enabled from desk.alert_channel order by channel_id',
      }),
    }
  })
  register('alert/saveRule', async ({ rule, version, ...fields }, { q }) => {
    const isQuiet = !fields.enabled || fields.threshold > 1 || fields.quiet_from !== fields.quiet_to
    if (watchedAlways.includes(rule) && isQuiet)
      throw new AppError('InvalidParams', { issues: [{ path: 'enabled', message: 'this rule stays on, at any hour' }] })
    const places = await q({ text: 'select from desk.alert_channel where channel_id = any($1)' }, [fields.channels])
    if (places.length < new Set(fields.channels).size) throw new AppError('AlertUnknown')
    // The contract checks zones with this process; the database may know fewer.
    const { quiet_zone: zone, quiet_days: days } = fields
    if (zone !== undefined) await momentOf(q, { local: '2030-01-01T12:00', zone, which: '' })
    const [saved] = await q<{ version: number }>(
      {
        text: `update desk.alert_rule set threshold = $2, window_minutes = $3, quiet_from = $4, quiet_to = $5,
            enabled = $6, channels = nullif($8::bigint[], '{}'), quiet_zone = coalesce($9, quiet_zone),
            quiet_days = coalesce($10::smallint[], quiet_days), version = version + 1
          where rule_key = $1 and version = $7 returning version`,
      },
      [
        rule,
        fields.threshold,
        fields.window_minutes,
        fields.quiet_from,
        fields.quiet_to,
        fields.enabled,
        version,
        fields.channels,
        zone ?? null,
        days ? [...new Set(days)].toSorted() : null,
      ],
    )
    if (saved) return saved
    const current = oneOf(
      await q<{ version: number }>({ text: 'select * from desk.alert_rule where rule_key = $1' }, [rule]),
    )
    throw new AppError('VersionConflict', { by: '', at: 0, version: current.version, theirs: current })
  })
  register('alert/saveChannel', async ({ channel_id, kind, name, address, enabled }, { q }) => {
    if (channel_id !== undefined) {
      const changed = { text: 'update desk.alert_channel set enabled = $2 where channel_id = $1 returning channel_id' }
      return { ...oneOf(await q<{ channel_id: number }>(changed, [channel_id, enabled])), secret: '' }
    }
    const refused =
      kind === 'email'
        ? MAIL.test(address)
          ? ''
          : 'this is no email address'
        : await refusedTarget(address, allowPrivate)
    if (refused !== '' || name === '') throw new AppError('AddressRefused', { why: refused || 'it needs a name' })
    const channel = oneOf(
      await q<{ channel_id: number }>(
        {
          text: `insert into desk.alert_channel (kind, address, name, enabled) values ($1, $2, $3, $4)
            returning channel_id`,
        },
        [kind, address, name, enabled],
      ),
    )
    return { ...channel, secret: kind === 'webhook' ? alertSecret(secret, address) : '' }
  })
  register('alert/test', async ({ channel_id }, { q }) => {
    const channel = oneOf(
      await q<{ kind: 'email' | 'webhook' | 'slack'; address: string }>(
        { text: 'select kind, address from desk.alert_channel where channel_id = $1' },
        [channel_id],
      ),
    )
    const letter = alertLetter(sender, deskTexts(sender.locale).alerts.test)
    await tellChannel(q, seal, channel, letter, sender.locale)
    await q({ text: `select desk.note('alert_channel', $1)` }, [String(channel_id)])
    return {}
  })
  register('alert/mute', async ({ alert_id, until }, { q }) => {
    const muted = `update desk.alert set muted_until = nullif(to_timestamp($2), to_timestamp(0))
      where alert_id = $1 and closed_at is null returning alert_id`
    oneOf(await q({ text: muted }, [alert_id, until]))
    await q({ text: `select desk.note('alert', $1, $2)` }, [String(alert_id), JSON.stringify({ until })])
    return {}
  })
  register('alert/acknowledge', async ({ alert_id }, { q, who }) => {
    const markSeen = 'update desk.alert set seen_by = $2, seen_at = app_now() where alert_id = $1 returning alert_id'
    oneOf(await q({ text: markSeen }, [alert_id, who().staff_id]))
    await q({ text: `select desk.note('alert', $1)` }, [String(alert_id)])
    return {}
  })
}
