import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall, moment, seenVersion } from './call.ts'
import { editedKind, target, zoneName } from './editing.ts'

const int = () => z.number().int()
const day = () => z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const seconds = () => int().min(0)
const reason = z.string().trim().min(3).max(300)

const span = strict({
  orders: int(),
  newcomers: int(),
  gross_cents: int(),
  refunds: int(),
  refunded_cents: int(),
  points: int(),
})
/** Counts for everybody who sees Today; sums of money are left out for whoever lacks `report.money`. */
const seenSpan = span.partial({ gross_cents: true, refunded_cents: true, points: true })
/** Money in a currency other than the base, in its minor units. Points cannot be paid in it. */
const spanIn = strict({
  currency: z.string(),
  orders: int(),
  newcomers: int(),
  gross_minor: int(),
  refunds: int(),
  refunded_minor: int(),
})
const line = strict({
  key: z.string(),
  light: z.enum(['green', 'amber', 'red']),
  /** The values for the sentence of the key: numbers and names, no personal data. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The time that the line refers to, in seconds since 1970; 0: none. */
  at: seconds(),
  runbook: z.string(),
  /** The desk's page with instructions, opened at its step; '' if there is none. */
  help: z.string(),
})
const alert = strict({
  alert_id: int(),
  rule: z.string(),
  subject: z.string(),
  value: z.number(),
  opened_at: seconds(),
  closed_at: seconds().nullable(),
  muted_until: seconds().nullable(),
  seen_by: z.string().nullable(),
  /** The desk's page with instructions, opened at its step. */
  help: z.string(),
})
const groups = ['day', 'channel', 'item'] as const

export const insightCalls = {
  'today/read': deskCall({
    auth: 'staff',
    permission: 'today.read',
    changes: false,
    summary: 'Today (UTC) so far, and the same weekday a week ago up to the same time of day.',
    body: strict({}),
    result: strict({
      day: day(),
      now: seenSpan,
      before: seenSpan,
      /**
       * Other currencies, each by itself: `now` and `before` contain only the base currency. None for whoever lacks
       * `report.money`.
       */
      others: z.array(strict({ now: spanIn, before: spanIn })),
      /** Today's orders: made, opened at their payment page, and paid. */
      made: int(),
      opened: int(),
      paid: int(),
      /** Orders that were made a week ago up to the same time of day, and those of them that were paid. */
      made_before: int(),
      paid_before: int(),
      /** Percentiles of the seconds from payment to delivery, of items paid in the last hour; null: none. */
      p50: z.number().nullable(),
      p95: z.number().nullable(),
      /** The same hour of a week ago. */
      p50_before: z.number().nullable(),
      p95_before: z.number().nullable(),
      disputes_due: int(),
      alerts: int(),
      approvals: int(),
    }),
    errors: [],
  }),
  'pulse/read': deskCall({
    auth: 'staff',
    permission: 'today.read',
    changes: false,
    summary:
      'Counts that every page shows: open alerts that are not muted, requests that the person may decide, own ' +
      'requests that ended unseen, the newest order. A page with an open form names it, and learns who else writes ' +
      'in it; `writes` says for 20 seconds that the person writes in it, too.',
    body: strict({ form: strict({ kind: editedKind, target, writes: z.boolean() }).nullable().default(null) }),
    result: strict({ alerts: int(), approvals: int(), ended: int(), newest: z.string(), writing: z.array(z.string()) }),
    errors: [],
  }),
  'health/read': deskCall({
    auth: 'staff',
    permission: 'health.read',
    changes: false,
    summary:
      'The health of the shop: a line each for the books, queues, processes, database, gateways, game and audit.',
    body: strict({}),
    result: strict({
      lines: z.array(line),
      /** The environment of the shop: disk, backups, certificate. */
      house: z.array(line),
      processes: z.array(
        strict({
          role: z.string(),
          version: z.string(),
          started_at: seconds(),
          seen_at: seconds(),
          clock_ms: int(),
        }),
      ),
    }),
    errors: [],
  }),
  'health/doctor': deskCall({
    auth: 'staff',
    permission: 'doctor.run',
    changes: true,
    summary: 'Asks a worker to run the doctor over the whole database now.',
    body: strict({}),
    result: strict({}),
    errors: [],
  }),
  'health/reconcile': deskCall({
    auth: 'staff',
    permission: 'reconcile.run',
    changes: true,
    summary: 'Asks a worker to compare the books with the gateways now.',
    body: strict({}),
    result: strict({}),
    errors: [],
  }),
  'report/money': deskCall({
    auth: 'staff',
    permission: 'report.money',
    changes: false,
    summary: 'Sums of days (UTC), by day, channel or item; at most 366 days.',
    body: strict({ from: day(), to: day(), by: z.enum(groups).default('day') }),
    result: strict({
      rows: z.array(span.extend({ key: z.string() })),
      /** The same for other currencies: `rows` contain only the base currency. */
      others: z.array(spanIn.extend({ key: z.string() })),
      /** The second up to which the sums are complete. */
      at: seconds(),
    }),
    errors: ['TooWide', 'InvalidParams'],
  }),
  'report/channels': deskCall({
    auth: 'staff',
    permission: 'report.money',
    changes: false,
    summary: 'The outcomes of orders, by payment channel and hour; at most 31 days.',
    body: strict({ from: moment, to: moment }),
    result: strict({
      rows: z.array(
        strict({
          hour: seconds(),
          channel_code: z.string(),
          created: int(),
          opened: int(),
          paid: int(),
          failed: int(),
        }),
      ),
    }),
    errors: ['TooWide'],
  }),
  'alert/list': deskCall({
    auth: 'staff',
    permission: 'health.read',
    changes: false,
    summary: 'Open alerts, or past ones, newest first.',
    body: strict({ state: z.enum(['open', 'past']).default('open'), after: int().min(0).default(0) }),
    result: strict({ alerts: z.array(alert), next: int().nullable() }),
    errors: [],
  }),
  'alert/setup': deskCall({
    auth: 'staff',
    permission: 'health.read',
    changes: false,
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
    errors: [],
  }),
  'alert/saveRule': deskCall({
    auth: 'staff',
    permission: 'alert.write',
    changes: true,
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
  'alert/saveChannel': deskCall({
    auth: 'staff',
    permission: 'alert.write',
    changes: true,
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
  'alert/test': deskCall({
    auth: 'staff',
    permission: 'alert.write',
    changes: true,
    summary: 'Sends a test message to one destination.',
    body: strict({ channel_id: int().positive() }),
    result: strict({}),
    errors: ['AlertUnknown'],
  }),
  'alert/mute': deskCall({
    auth: 'staff',
    permission: 'alert.write',
    changes: true,
    summary: 'Mutes an alert until a moment; 0 unmutes it.',
    body: strict({ alert_id: int().positive(), until: moment, reason }),
    result: strict({}),
    errors: ['AlertUnknown'],
  }),
  'alert/acknowledge': deskCall({
    auth: 'staff',
    permission: 'alert.write',
    changes: true,
    summary: 'Acknowledges an alert: the person has seen it and takes care of it.',
    body: strict({ alert_id: int().positive() }),
    result: strict({}),
    errors: ['AlertUnknown'],
  }),
}
