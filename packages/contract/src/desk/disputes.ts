import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads, seenVersion } from './call.ts'
import { after, at, page, size } from './fields.ts'

const disputeKey = strict({ channel: z.string().min(1).max(60), dispute_id: z.string().min(1).max(200) })
const disputeState = z.enum(['new', 'gathering', 'entered', 'given_up'])
/** The name of a file and its location; the shop does not store the file. */
const disputeFile = strict({ name: z.string().min(1).max(200), where: z.string().max(300) })

/** The item and the player of its order. */
const ofOrder = {
  icon: z.string().optional(),
  goods: z.string().optional(),
  uid: z.string().optional(),
  role_name: z.string().optional(),
}

export const disputeCalls = {
  'dispute/list': reads('dispute.read', {
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
        /** The state of the work on it. */
        work: z.string().optional(),
        ...ofOrder,
      }),
    ),
    errors: ['TooWide'],
  }),
  'dispute/read': reads('dispute.read', {
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
        ...ofOrder,
        server_name: z.string().optional(),
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
  'dispute/work': changes('dispute.work', {
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
}
