import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads, seenVersion } from './call.ts'
import { campaignStates } from './campaigns.ts'
import { at, reason } from './fields.ts'
import { campaignKinds } from './kinds.ts'
import { orderRow } from './orders.ts'
import { EXPORT_PAGE } from './paging.ts'
import { limit, permission } from './roles.ts'

export const approvalStates = ['open', 'alone', 'done', 'refused', 'withdrawn', 'lapsed', 'stale'] as const
const approvalNo = z.number().int().positive()
const head = {
  approval_no: z.number().int(),
  asked_by: z.number().int(),
  asked_by_name: z.string(),
  asked_at: z.number().int(),
  /** The requested call, such as `refund/make`, and the permission that it needs. */
  call: z.string(),
  permission: z.string(),
  /** Minor units of its currency, points or rows. */
  amount: z.number().int(),
  kind: z.string(),
  target: z.string(),
  /** The player concerned, for people who may read players. Looked up at each read; the request does not store it. */
  uid: z.string().nullable(),
  reason: z.string(),
  state: z.enum(approvalStates),
  /** The time at which the request runs by itself, because nobody else can decide it. */
  runs_at: z.number().int().nullable(),
  lapses_at: z.number().int(),
  ended_at: z.number().int().nullable(),
  ended_by_name: z.string(),
  ended_note: z.string(),
}
/** What a request is about: its name and picture, and the order, the product or the campaign itself. */
const thing = strict({
  goods_name: z.string(),
  icon: z.string(),
  order: orderRow
    .pick({
      order_no: true,
      created_at: true,
      status: true,
      uid: true,
      role_name: true,
      server_name: true,
      type: true,
      amount_cents: true,
      currency: true,
      channel: true,
      badges: true,
      cause: true,
    })
    .optional(),
  product: strict({
    cp_goods_id: z.string(),
    price_cents: z.number().int(),
    bonus_pct: z.number().int(),
    active: z.boolean(),
  }).optional(),
  campaign: strict({
    kind: z.enum(campaignKinds),
    state: z.enum(campaignStates),
    starts_at: at,
    ends_at: at,
  }).optional(),
})
const condition = z.enum(['beyond', 'above', 'always'])

export const approvalCalls = {
  'approval/list': reads('own', {
    summary: 'Requests, newest first: those that the person may decide, their own, or ended ones.',
    body: strict({
      which: z.enum(['to_decide', 'mine', 'past']),
      kind: z.string().max(40).default(''),
      target: z.string().max(120).default(''),
      /** The number of the last request of the page before; 0 gives the newest page. */
      after: z.number().int().min(0).default(0),
      size: z.number().int().min(1).max(EXPORT_PAGE).default(50),
    }),
    result: strict({
      approvals: z.array(
        strict({
          ...head,
          /** The name and the picture of what it is about, and the player of an order. */
          goods_name: z.string().optional(),
          icon: z.string().optional(),
          player: strict({ uid: z.string(), role_name: z.string() }).optional(),
        }),
      ),
      next: z.number().int().nullable(),
    }),
  }),
  'approval/read': reads('own', {
    summary:
      'One request: the frozen call, before and after, and the votes. For its author and the people who may decide it.',
    body: strict({ approval_no: approvalNo }),
    result: strict({
      ...head,
      rule: z.string(),
      decided_by: z.string(),
      /** The number of needed approvals. */
      people: z.number().int(),
      votes: z.array(strict({ name: z.string(), note: z.string(), at: z.number().int() })),
      command: z.unknown(),
      versions: z.record(z.string(), z.number().int()),
      /** The forecast of the call's weight, mostly `{ before: {…}, after: {…} }`. */
      forecast: z.unknown(),
      /**
       * The cents that limits counted for money of another currency than the base; null: the amount itself counted.
       * Null cents: no rate was known.
       */
      counted: strict({
        currency: z.string(),
        cents: z.number().int().nullable(),
        /**
         * Units of the currency for a US dollar, and the day of that rate; or the book whose price of points gave the
         * rate.
         */
        per_usd: z.number().nullable(),
        day: z.string().nullable(),
        book: z.string(),
      }).nullable(),
      /** What it is about; left out if it is nothing of these, or its reader may not read orders. */
      thing: thing.optional(),
      /** For a request that is out of date: the facts that were changed meanwhile, as they were then and are now. */
      meanwhile: z.array(strict({ fact: z.string(), was: z.unknown(), now: z.unknown() })).optional(),
      may_decide: z.boolean(),
      may_withdraw: z.boolean(),
    }),
    errors: ['ApprovalNotFound'],
  }),
  'approval/decide': changes('own', {
    fresh: true,
    summary:
      'Approves or rejects a request of somebody else. The last approval runs the call at once; if its data has ' +
      'changed meanwhile, the answer is `stale` and nothing happens.',
    body: strict({ approval_no: approvalNo, yes: z.boolean(), note: z.string().trim().max(300).default('') }),
    result: strict({ state: z.enum(approvalStates), why: z.string() }),
    errors: ['ApprovalNotFound', 'ApprovalOver', 'NotAllowed'],
  }),
  'approval/withdraw': changes('own', {
    summary: "Withdraws one of the person's own requests while it is open.",
    body: strict({ approval_no: approvalNo }),
    result: strict({}),
    errors: ['ApprovalNotFound', 'ApprovalOver'],
  }),
  'approval/counts': reads('own', {
    summary:
      'The number of requests that wait for the person, of their own open ones, and of own ended ones not yet seen.',
    body: strict({}),
    result: strict({ to_decide: z.number().int(), mine_open: z.number().int(), mine_ended: z.number().int() }),
  }),
  'approval/seen': changes('own', {
    summary: "Marks the person's own ended requests as seen.",
    body: strict({}),
    result: strict({}),
  }),
  'rule/list': reads('staff.read', {
    summary: 'The rules that turn a call into a request.',
    body: strict({}),
    result: z.array(
      strict({
        rule: z.string(),
        permission: z.string(),
        condition,
        amount: z.number().int().nullable(),
        kind: z.string(),
        decided_by: z.string(),
        people: z.number().int(),
        active: z.boolean(),
        note: z.string(),
        version: z.number().int(),
      }),
    ),
  }),
  'rule/edit': changes('rule.edit', {
    summary: 'Adds a rule, or changes one.',
    body: strict({
      rule: z.string().regex(/^[a-z][a-z0-9_.]{1,60}$/),
      /** 0 makes a new rule. */
      version: seenVersion,
      permission,
      condition,
      amount: limit.nullable().default(null),
      kind: z.string().max(40).default(''),
      decided_by: permission,
      people: z.number().int().min(1).max(3),
      active: z.boolean(),
      note: z.string().trim().max(300).default(''),
      reason,
    }),
    result: strict({ version: z.number().int() }),
    errors: ['VersionConflict', 'NeedsApproval'],
  }),
}
