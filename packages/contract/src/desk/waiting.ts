import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, moment, reads } from './call.ts'
import { at, text } from './fields.ts'

/** What the button of a waiting row does. `review`: it leads to the page where a person decides. */
export const waitingActions = ['respond', 'release', 'seen', 'retry', 'retell', 'recall', 'review'] as const
export type WaitingAction = (typeof waitingActions)[number]

const claimed = { kind: z.string().min(1).max(60), subject: z.string().min(1).max(200) }

export const waitingCalls = {
  'waiting/list': reads('today.read', {
    summary:
      'Rows that wait for a person, oldest first, notes for one of the person’s roles, and requests to decide. ' +
      '`merged`: one row for one subject, by deadline, then money, then age.',
    body: strict({
      kind: text(),
      mine: z.boolean().default(false),
      /** Only unclaimed rows. */
      nobody: z.boolean().default(false),
      /** The least waiting time, in hours. */
      hours: z.number().int().min(0).max(100_000).default(0),
      /**
       * Kinds about the same order are one row. The gravest one that this person may act on names it. The page of To
       * do, Home and the count of `pulse/read` are of these rows.
       */
      merged: z.boolean().default(false),
      /** The beginning of the person's day: `done` counts from it. */
      day_from: moment.optional(),
    }),
    result: strict({
      /** What people ended by hand since `day_from`; left out without it. */
      done: z.number().int().optional(),
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
          /** For a dispute: when the answer is due. */
          due: at.nullable().optional(),
          /** Whether this person may act on it, and nobody else has taken it. */
          mine: z.boolean().optional(),
          /** What its title names beside `due`: the code of a hold, a country, a note, a request. */
          title: strict({
            hold: z.string().optional(),
            country: z.string().optional(),
            for_role: z.string().optional(),
            text: z.string().optional(),
            call: z.string().optional(),
            kind: z.string().optional(),
            target: z.string().optional(),
            /** The provider and the payment of a webhook without an order. */
            channel: z.string().optional(),
            txn: z.string().optional(),
          }).optional(),
          /** What its button does; the desk opens the dialog of it. */
          action: z.enum(waitingActions).optional(),
          /** The picture of its item; '' for points. */
          icon: z.string().optional(),
          goods_name: z.string().optional(),
          player: strict({ uid: z.string(), role_name: z.string() }).optional(),
          /** The other kinds of a merged row, the gravest first. They are claimed with it. */
          also: z.array(strict({ kind: z.string(), subject: z.string(), what: z.string() })).optional(),
        }),
      ),
    }),
    errors: ['TooWide'],
  }),
  'waiting/claim': changes('note.write', {
    summary: 'Claims a row for the person, or releases it.',
    body: strict({
      ...claimed,
      on: z.boolean(),
      /** The other kinds of a merged row. */
      also: z.array(strict(claimed)).max(30).default([]),
    }),
    result: strict({ claimed_by: z.string() }),
  }),
}
