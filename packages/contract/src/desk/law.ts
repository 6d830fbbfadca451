import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall } from './call.ts'
import { EXPORT_PAGE } from './paging.ts'

const at = z.number().int()
const reason = z.string().trim().min(3).max(300)
const country = z.string().regex(/^[A-Z]{2}$/)
const number = z.string().regex(/^W-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/)
const orderNo = z.string().regex(/^[\w-]{1,64}$/)

export const withdrawalStates = [
  'person',
  'cancelled',
  'refund',
  'refunded',
  'waived',
  'late',
  'no_right',
  'refused',
] as const

export const lawCalls = {
  'law/list': deskCall({
    auth: 'staff',
    permission: 'product.read',
    changes: false,
    summary: 'The packs of law that the product ships, and which of them are switched on.',
    body: strict({}),
    result: strict({
      packs: z.array(
        strict({
          country: z.string(),
          version: at,
          valid_from: z.string(),
          /** The days within which a player can withdraw from a contract. */
          days: at,
          /** The shop asks the buyer of an item to agree to immediate delivery. */
          asks: z.boolean(),
          source: z.string(),
          note: z.string(),
          /** Seconds since 1970, for the version in force; null: none is. */
          on_since: at.nullable(),
          by: z.string(),
          /** The version in force, if it is another one. */
          held: strict({
            version: at,
            valid_from: z.string(),
            days: at,
            asks: z.boolean(),
            source: z.string(),
          }).nullable(),
        }),
      ),
      /** Texts of law in force, in the desk's language. */
      texts: z.array(strict({ kind: z.enum(['waiver', 'withdrawal']), version: at, body: z.string() })),
    }),
    errors: [],
  }),
  'law/enable': deskCall({
    auth: 'staff',
    permission: 'legal.publish',
    changes: true,
    summary: 'Switches packs of law on. New orders carry the rights that they promise.',
    body: strict({ countries: z.array(country).min(1).max(60), reason }),
    result: strict({ countries: z.array(z.string()) }),
    errors: ['RowNotFound', 'NeedsApproval'],
  }),
  'law/end': deskCall({
    auth: 'staff',
    permission: 'legal.publish',
    changes: true,
    summary: 'Switches packs of law off. Orders that were made under them keep their rights.',
    body: strict({ countries: z.array(country).min(1).max(60), reason }),
    result: strict({ countries: z.array(z.string()) }),
    errors: ['RowNotFound', 'NeedsApproval'],
  }),
  'withdrawal/list': deskCall({
    auth: 'staff',
    permission: 'refund.read',
    changes: false,
    summary: 'Statements of withdrawal, newest first: those that wait for a person, or all.',
    body: strict({
      open: z.boolean().default(false),
      /** The order that the buyer wrote, or that a person named in its place. */
      order_no: z.string().trim().max(64).default(''),
      after: z
        .string()
        .regex(/^(\d{1,12}(\.\d{1,6})? W-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4})?$/)
        .default(''),
      size: z.number().int().min(1).max(EXPORT_PAGE).default(50),
    }),
    result: strict({
      rows: z.array(
        strict({
          number: z.string(),
          /** As the buyer wrote it. */
          order_no: z.string(),
          /** The order that a person named in its place; empty: none. */
          named_order: z.string(),
          /** The order is known to belong to the sender. */
          own: z.boolean(),
          outcome: z.enum(withdrawalStates),
          stated_at: at,
          /** The time by which the money must be back (14 days); null: no refund is due. */
          due_at: at.nullable(),
          amount_cents: at.nullable(),
          currency: z.string(),
          told: z.boolean(),
          decided_by: z.string(),
          why: z.string(),
        }),
      ),
      next: z.string().nullable(),
      total: strict({ n: at, exact: z.boolean() }),
    }),
    errors: ['TooWide'],
  }),
  'withdrawal/reveal': deskCall({
    auth: 'staff',
    permission: 'player.reveal',
    changes: true,
    summary: 'Shows who stated a withdrawal, after a line in the audit. It counts towards the 20 reveals a day.',
    body: strict({ number, reason }),
    result: strict({ name: z.string(), contact: z.string() }),
    errors: ['RowNotFound', 'TooManyReveals'],
  }),
  'withdrawal/decide': deskCall({
    auth: 'staff',
    permission: 'refund.make',
    changes: true,
    summary: 'Decides a statement that waits for a person: the money is refunded, or it stays and the buyer is told.',
    body: strict({ number, order_no: orderNo, outcome: z.enum(['refund', 'refused']), reason }),
    result: strict({ outcome: z.enum(['refund', 'refused']) }),
    errors: ['RowNotFound', 'NotPossible', 'NeedsApproval'],
  }),
}
