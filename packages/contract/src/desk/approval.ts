import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall } from './call.ts'
import { EXPORT_PAGE } from './paging.ts'

export const approvalStates = ['open', 'alone', 'done', 'refused', 'withdrawn', 'lapsed', 'stale'] as const
const approvalNo = z.number().int().positive()

const head = {
  approval_no: z.number().int(),
  asked_by: z.number().int(),
  asked_by_name: z.string(),
  asked_at: z.number().int(),
  /** The call that was asked for, `refund/make`, and the permission that it names. */
  call: z.string(),
  permission: z.string(),
  /** Minor units of its currency, points or rows. */
  amount: z.number().int(),
  kind: z.string(),
  target: z.string(),
  /** The player concerned, for people who may read players. Looked up now, and stored in no request. */
  uid: z.string().nullable(),
  reason: z.string(),
  state: z.enum(approvalStates),
  /** The time at which it runs by itself, because nobody else could decide it. */
  runs_at: z.number().int().nullable(),
  lapses_at: z.number().int(),
  ended_at: z.number().int().nullable(),
  ended_by_name: z.string(),
  ended_note: z.string(),
}

export const approvalCalls = {
  'approval/list': deskCall({
    auth: 'staff',
    permission: 'own',
    changes: false,
    summary: 'Requests, newest first: those that the person may decide, the own ones, or those that ended.',
    body: strict({
      which: z.enum(['to_decide', 'mine', 'past']),
      kind: z.string().max(40).default(''),
      target: z.string().max(120).default(''),
      /** The number that the page before ended with; 0 is the newest page. */
      after: z.number().int().min(0).default(0),
      size: z.number().int().min(1).max(EXPORT_PAGE).default(50),
    }),
    result: strict({ approvals: z.array(strict(head)), next: z.number().int().nullable() }),
    errors: [],
  }),
  'approval/read': deskCall({
    auth: 'staff',
    permission: 'own',
    changes: false,
    summary: 'One request: the frozen call, before and after, and who said what. For who asked and who may decide.',
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
      /** What limits counted for money of another currency than the base; null: the amount. Null cents: no rate. */
      counted: strict({
        currency: z.string(),
        cents: z.number().int().nullable(),
        /** How much of the currency a dollar is, of which day; or by the price of points in which book. */
        per_usd: z.number().nullable(),
        day: z.string().nullable(),
        book: z.string(),
      }).nullable(),
      may_decide: z.boolean(),
      may_withdraw: z.boolean(),
    }),
    errors: ['ApprovalNotFound'],
  }),
  'approval/decide': deskCall({
    auth: 'staff',
    permission: 'own',
    changes: true,
    fresh: true,
    summary:
      'Says yes or no to a request of somebody else. With the last yes the call runs at once; where what it saw is no ' +
      'longer so, the answer is `stale`, and nothing happened.',
    body: strict({ approval_no: approvalNo, yes: z.boolean(), note: z.string().trim().max(300).default('') }),
    result: strict({ state: z.enum(approvalStates), why: z.string() }),
    errors: ['ApprovalNotFound', 'ApprovalOver', 'NotAllowed'],
  }),
  'approval/withdraw': deskCall({
    auth: 'staff',
    permission: 'own',
    changes: true,
    summary: 'Takes an own request back while it is open.',
    body: strict({ approval_no: approvalNo }),
    result: strict({}),
    errors: ['ApprovalNotFound', 'ApprovalOver'],
  }),
  'approval/counts': deskCall({
    auth: 'staff',
    permission: 'own',
    changes: false,
    summary: 'How many requests wait for the person, how many own ones are open, and how many ended unseen.',
    body: strict({}),
    result: strict({ to_decide: z.number().int(), mine_open: z.number().int(), mine_ended: z.number().int() }),
    errors: [],
  }),
  'approval/seen': deskCall({
    auth: 'staff',
    permission: 'own',
    changes: true,
    summary: 'The person has seen how the own requests ended.',
    body: strict({}),
    result: strict({}),
    errors: [],
  }),
}
