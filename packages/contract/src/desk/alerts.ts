import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, moment, reads, seenVersion } from './call.ts'
import { zoneName } from './editing.ts'
import { int, reason, unixTime } from './fields.ts'

const alert = strict({
  alert_id: int(),
  rule: z.string(),
  subject: z.string(),
  value: z.number(),
  opened_at: unixTime(),
  closed_at: unixTime().nullable(),
  muted_until: unixTime().nullable(),
  seen_by: z.string().nullable(),
  /** The desk's page with instructions, opened at its step. */
  help: z.string(),
  /** The row of To do that it is about, which this person sees; `subject` '': all rows of the kind. */
  todo: strict({ kind: z.string(), subject: z.string() }).optional(),
})

export const alertCalls = {
  'alert/list': reads('health.read', {
    summary: 'Open alerts, or past ones, newest first.',
    body: strict({ state: z.enum(['open', 'past']).default('open'), after: int().min(0).default(0) }),
    result: strict({ alerts: z.array(alert), next: int().nullable() }),
  }),
  'alert/setup': reads('health.read', {
    summary: 'The rules, and the destinations of alerts. Only people who may change addresses see them.',
    body: strict({}),
    result: strict({
      rules: z.array(
        strict({
          rule: z.string(),
          threshold: z.number(),
          window_minutes: int(),
          quiet_from: int(),
          quiet_to: int(),
          /** The zone of these hours. */
          quiet_zone: z.string(),
          /** The weekdays on which the quiet hours begin: 1 Monday to 7 Sunday. */
          quiet_days: z.array(int()),
          enabled: z.boolean(),
          /** The destinations of its alerts; empty: all. */
          channels: z.array(int()),
          version: int(),
          /** The database gives the shop no right to the data that this rule watches. */
          unseen: z.boolean(),
        }),
      ),
      channels: z.array(
        strict({ channel_id: int(), kind: z.string(), name: z.string(), address: z.string(), enabled: z.boolean() }),
      ),
    }),
  }),
  'alert/saveRule': changes('alert.write', {
    summary: 'Changes a rule: its threshold, its window in minutes, its destinations and its quiet hours.',
    body: strict({
      rule: z.string().max(40),
      threshold: z.number().min(0).max(1_000_000),
      window_minutes: int().min(1).max(10_080),
      quiet_from: int().min(0).max(23),
      quiet_to: int().min(0).max(23),
      /** Absent: unchanged. */
      quiet_zone: zoneName.optional(),
      quiet_days: z.array(int().min(1).max(7)).max(7).optional(),
      enabled: z.boolean(),
      /** The destinations of its alerts; empty: all. */
      channels: z.array(int().positive()).max(100).default([]),
      version: seenVersion,
    }),
    result: strict({ version: int() }),
    errors: ['VersionConflict', 'AlertUnknown', 'ZoneUnknown'],
  }),
  'alert/saveChannel': changes('alert.write', {
    summary: 'Adds a destination of alerts, or switches one on or off. A webhook is signed as in Standard Webhooks.',
    body: strict({
      channel_id: int().positive().optional(),
      kind: z.enum(['email', 'webhook', 'slack']).default('email'),
      name: z.string().trim().max(60).default(''),
      address: z.string().trim().max(500).default(''),
      enabled: z.boolean(),
    }),
    result: strict({
      channel_id: int(),
      /** The secret of a webhook's signature; '' for other kinds. */
      secret: z.string(),
    }),
    errors: ['AddressRefused', 'AlertUnknown'],
  }),
  'alert/test': changes('alert.write', {
    summary: 'Sends a test message to one destination.',
    body: strict({ channel_id: int().positive() }),
    result: strict({}),
    errors: ['AlertUnknown'],
  }),
  'alert/mute': changes('alert.write', {
    summary: 'Mutes an alert until a moment; 0 unmutes it.',
    body: strict({ alert_id: int().positive(), until: moment, reason }),
    result: strict({}),
    errors: ['AlertUnknown'],
  }),
  'alert/acknowledge': changes('alert.write', {
    summary: 'Acknowledges an alert: the person has seen it and takes care of it.',
    body: strict({ alert_id: int().positive() }),
    result: strict({}),
    errors: ['AlertUnknown'],
  }),
}
