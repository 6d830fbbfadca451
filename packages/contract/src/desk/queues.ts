import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall, moment, seenVersion } from './call.ts'
import { EXPORT_PAGE } from './paging.ts'

const reason = z.string().trim().min(3).max(300)
const at = z.number().int()
const text = (max = 80) => z.string().trim().max(max).default('')
const after = z.string().max(120).default('')
/** Rows of a page: more than 50 are an export, which goes into the audit. */
const size = z.number().int().min(1).max(EXPORT_PAGE).default(50)
const total = strict({ n: z.number().int(), exact: z.boolean() })
const page = <T extends z.ZodType>(row: T) => strict({ rows: z.array(row), next: z.string().nullable(), total })
const inboxId = z.number().int().positive()
const deliveryState = z.enum(['', 'pending', 'unknown', 'confirmed', 'refused', 'parked', 'cancelled', 'recall'])

/** The game answered with an error number, with an unreadable body, or not in time. */
const gameAnswers = ['error', 'unreadable', 'silence'] as const

const disputeKey = strict({ channel: z.string().min(1).max(60), dispute_id: z.string().min(1).max(200) })
const disputeState = z.enum(['new', 'gathering', 'entered', 'given_up'])
/** The name of a file and its location; the shop does not store the file. */
const disputeFile = strict({ name: z.string().min(1).max(200), where: z.string().max(300) })

export const queueCalls = {
  'waiting/list': deskCall({
    auth: 'staff',
    permission: 'today.read',
    changes: false,
    summary: 'Rows that wait for a person, oldest first, notes for one of the person’s roles, and requests to decide.',
    body: strict({
      kind: text(),
      mine: z.boolean().default(false),
      /** Only unclaimed rows. */
      nobody: z.boolean().default(false),
      /** The least waiting time, in hours. */
      hours: z.number().int().min(0).max(100_000).default(0),
    }),
    result: strict({
      /** `n` null: the rows could not be counted in time. */
      kinds: z.array(
        strict({ kind: z.string(), what: z.string(), n: z.number().int().nullable(), oldest_at: at.nullable() }),
      ),
      rows: z.array(
        strict({
          kind: z.string(),
          what: z.string(),
          subject: z.string(),
          /** '' if no order is known. */
          order_no: z.string(),
          since: at,
          amount_cents: z.number().int().nullable(),
          currency: z.string(),
          detail: z.string(),
          runbook: z.string(),
          /** The desk's page with instructions, opened at its step; '' if there is none. */
          help: z.string(),
          claimed_by: z.string(),
          /** The number of a note, to mark it as done. */
          remark_id: z.number().int().optional(),
          /** For a dispute: its channel, which the address of its page needs; else ''. */
          channel: z.string().optional(),
        }),
      ),
    }),
    errors: ['TooWide'],
  }),
  'waiting/claim': deskCall({
    auth: 'staff',
    permission: 'note.write',
    changes: true,
    summary: 'Claims a row for the person, or releases it.',
    body: strict({ kind: z.string().min(1).max(60), subject: z.string().min(1).max(200), on: z.boolean() }),
    result: strict({ claimed_by: z.string() }),
    errors: [],
  }),
  'delivery/list': deskCall({
    auth: 'staff',
    permission: 'delivery.read',
    changes: false,
    summary: 'Deliveries and recalls, newest first.',
    body: strict({
      kind: z.enum(['deliver', 'recall']).default('deliver'),
      state: deliveryState.default(''),
      server: text(),
      /**
       * The kind of the game's failure. With this, `said`, `tries` or `hours`, the list contains undelivered rows only.
       */
      answer: z.enum(['', ...gameAnswers]).default(''),
      /** The start of the game's answer. */
      said: text(300),
      tries: z.number().int().min(0).max(1_000_000).default(0),
      /** The minimum age in hours. */
      hours: z.number().int().min(0).max(100_000).default(0),
      from: moment.default(0),
      to: moment.default(0),
      after,
      size,
    }),
    result: page(
      strict({
        id: z.string(),
        number: z.string(),
        state: z.string(),
        server_id: z.string(),
        tries: z.number().int(),
        said: z.string(),
        created_at: at,
        next_try_at: at.nullable(),
        ended_at: at.nullable(),
      }),
    ),
    errors: ['TooWide'],
  }),
  'delivery/againPlan': deskCall({
    auth: 'staff',
    permission: 'delivery.again_since',
    changes: false,
    summary: 'The deliveries to send to the game again: all that it confirmed since a moment (dry run).',
    body: strict({ since: moment.positive(), role_id: text() }),
    result: strict({
      n: z.number().int(),
      first: z.array(strict({ id: z.string(), role_id: z.string(), ended_at: at, grant: z.string() })),
    }),
    errors: ['TooWide'],
  }),
  'delivery/againSince': deskCall({
    auth: 'staff',
    permission: 'delivery.again_since',
    changes: true,
    summary:
      'Sends the game all deliveries again that it confirmed since a moment, each under its old id. The books do not ' +
      'change.',
    body: strict({ since: moment.positive(), role_id: text(), reason }),
    result: strict({ n: z.number().int() }),
    errors: ['NotPossible'],
  }),
  'delivery/againList': deskCall({
    auth: 'staff',
    permission: 'delivery.read',
    changes: false,
    summary: 'The progress of the last redelivery.',
    body: strict({}),
    result: strict({
      asked_at: at.nullable(),
      waiting: z.number().int(),
      there: z.number().int(),
      other_grant: z.number().int(),
      refused: z.number().int(),
    }),
    errors: [],
  }),
  'refund/list': deskCall({
    auth: 'staff',
    permission: 'refund.read',
    changes: false,
    summary: 'Refunds, newest first, with the gateway’s answer and the sum that is still owed.',
    body: strict({
      state: z
        .enum(['', 'open', 'stopped', 'pending', 'unknown', 'confirmed', 'refused', 'failed', 'parked', 'held'])
        .default(''),
      channel: text(),
      from: moment.default(0),
      to: moment.default(0),
      after,
      size,
    }),
    result: page(
      strict({
        id: z.string(),
        order_no: z.string(),
        channel: z.string(),
        txn: z.string(),
        state: z.string(),
        amount_cents: z.number().int(),
        currency: z.string(),
        reason: z.string(),
        said: z.string(),
        owed_cents: z.number().int(),
        created_at: at,
        ended_at: at.nullable(),
      }),
    ),
    errors: ['TooWide'],
  }),
  'dispute/list': deskCall({
    auth: 'staff',
    permission: 'dispute.read',
    changes: false,
    summary: 'Disputes: open ones by their due date, then the others, newest first.',
    body: strict({
      stage: z.enum(['', 'opened', 'won', 'lost']).default(''),
      channel: z.string().max(60).default(''),
      after,
      size,
    }),
    result: page(
      strict({
        channel: z.string(),
        dispute_id: z.string(),
        order_no: z.string(),
        stage: z.string(),
        amount_cents: z.number().int(),
        currency: z.string(),
        reason: z.string(),
        due_at: at.nullable(),
        opened_at: at,
        closed_at: at.nullable(),
      }),
    ),
    errors: ['TooWide'],
  }),
  'dispute/read': deskCall({
    auth: 'staff',
    permission: 'dispute.read',
    changes: false,
    summary: 'One dispute: the gateway’s facts, the shop’s evidence, and the work on it.',
    body: disputeKey,
    result: strict({
      dispute: strict({
        channel: z.string(),
        dispute_id: z.string(),
        order_no: z.string(),
        txn: z.string(),
        stage: z.enum(['opened', 'won', 'lost']),
        amount_cents: z.number().int(),
        currency: z.string(),
        reason: z.string(),
        due_at: at.nullable(),
        opened_at: at,
        closed_at: at.nullable(),
      }),
      evidence: strict({
        ordered_at: at,
        paid_at: at.nullable(),
        delivered_at: at.nullable(),
        server_id: z.string(),
        role_id: z.string(),
        goods: z.string(),
        goods_name: z.string(),
        /** The game's grant id, or ''. */
        proof: z.string(),
        paid_before: z.number().int(),
        disputes_before: z.number().int(),
        first_order_at: at,
        sign_ins_after: z.number().int(),
      }),
      work: strict({
        state: disputeState,
        text: z.string(),
        files: z.array(disputeFile),
        /** 0: nothing is written yet. */
        version: z.number().int(),
        at: at.nullable(),
        by: z.string(),
      }),
      /** The dispute's page at the gateway; '' if none is known. */
      page: z.string(),
    }),
    errors: ['RowNotFound'],
  }),
  'dispute/work': deskCall({
    auth: 'staff',
    permission: 'dispute.work',
    changes: true,
    summary: 'Saves the work on an open dispute: state, text, and names of files.',
    body: strict({
      ...disputeKey.shape,
      version: seenVersion,
      state: disputeState,
      text: z.string().trim().max(10_000),
      files: z.array(disputeFile).max(20),
    }),
    result: strict({ version: z.number().int() }),
    errors: ['RowNotFound', 'NotPossible', 'VersionConflict'],
  }),
  'inbox/list': deskCall({
    auth: 'staff',
    permission: 'inbox.read',
    changes: false,
    summary: 'Webhooks, newest first: those that found no order, or all.',
    body: strict({
      state: z.enum(['', 'new', 'parked', 'done']).default('parked'),
      channel: text(),
      kind: text(),
      order_no: text(),
      after,
      size,
    }),
    result: page(
      strict({
        id: z.number().int(),
        at,
        channel: z.string(),
        kind: z.string(),
        event_id: z.string(),
        /** What the gateway sent: `known` says whether the shop has an order of this number. */
        order_no: z.string(),
        known: z.boolean(),
        txn: z.string(),
        amount_cents: z.number().int(),
        currency: z.string(),
        state: z.string(),
        outcome: z.string(),
        attempts: z.number().int(),
      }),
    ),
    errors: ['TooWide'],
  }),
  'inbox/read': deskCall({
    auth: 'staff',
    permission: 'order.bodies',
    changes: false,
    summary: 'The stored body of a webhook.',
    body: strict({ id: inboxId }),
    result: strict({ raw: z.string(), detail: z.string() }),
    errors: ['RowNotFound'],
  }),
  'inbox/rework': deskCall({
    auth: 'staff',
    permission: 'inbox.work',
    changes: true,
    summary: 'Processes a webhook again, with ten new tries.',
    body: strict({ id: inboxId, reason }),
    result: strict({ did: z.boolean() }),
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'inbox/close': deskCall({
    auth: 'staff',
    permission: 'inbox.close',
    changes: true,
    summary: 'Closes a webhook that belongs to no order of this shop.',
    body: strict({ id: inboxId, reason }),
    result: strict({ did: z.boolean() }),
    errors: ['RowNotFound', 'NotPossible'],
  }),
  'finding/list': deskCall({
    auth: 'staff',
    permission: 'refund.read',
    changes: false,
    summary: 'Unsettled differences from the gateways’ books, oldest first, at most 200.',
    body: strict({}),
    result: z.array(
      strict({
        channel: z.string(),
        kind: z.string(),
        txn: z.string(),
        order_no: z.string(),
        known: z.boolean(),
        detail: z.string(),
        found_at: at,
      }),
    ),
    errors: [],
  }),
  'finding/settle': deskCall({
    auth: 'staff',
    permission: 'finding.settle',
    changes: true,
    summary: 'Settles a difference from a gateway’s books: a person has looked at it.',
    body: strict({
      channel: z.string().min(1).max(60),
      kind: z.string().min(1).max(60),
      txn: z.string().min(1).max(200),
      reason,
    }),
    result: strict({ did: z.boolean() }),
    errors: ['RowNotFound'],
  }),
  'view/list': deskCall({
    auth: 'staff',
    permission: 'view.write',
    changes: false,
    summary: 'Saved filters of a page: the person’s own, and shared ones.',
    body: strict({ page: z.string().max(60) }),
    result: z.array(
      strict({ view_id: z.number().int(), name: z.string(), query: z.string(), shared: z.boolean(), own: z.boolean() }),
    ),
    errors: [],
  }),
  'view/save': deskCall({
    auth: 'staff',
    permission: 'view.write',
    changes: true,
    summary: 'Saves the filters of a page under a name.',
    body: strict({
      page: z
        .string()
        .regex(/^\/[a-z/]*$/)
        .max(60),
      name: z.string().trim().min(1).max(60),
      query: z.string().max(1000),
      shared: z.boolean().default(false),
    }),
    result: strict({ view_id: z.number().int() }),
    errors: [],
  }),
  'view/drop': deskCall({
    auth: 'staff',
    permission: 'view.write',
    changes: true,
    summary: 'Deletes saved filters of the person.',
    body: strict({ view_id: z.number().int().positive() }),
    result: strict({ did: z.boolean() }),
    errors: [],
  }),
}
