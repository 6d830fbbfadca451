import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, moment, reads } from './call.ts'
import { after, at, didResult, number, page, reason, size, text } from './fields.ts'

const deliveryState = z.enum(['', 'pending', 'unknown', 'confirmed', 'refused', 'parked', 'cancelled', 'recall'])
/** The game answered with an error number, with an unreadable body, or not in time. */
const gameAnswers = ['error', 'unreadable', 'silence'] as const

export const deliveryCalls = {
  'delivery/list': reads('delivery.read', {
    summary: 'Deliveries and recalls, newest first.',
    body: strict({
      kind: z.enum(['deliver', 'recall']).default('deliver'),
      state: deliveryState.default(''),
      server: text(),
      /**
       * The kind of the game's failure. With this, `said`, `tries`, `hours` or `slow`, the list
       * contains undelivered rows only.
       */
      answer: z.enum(['', ...gameAnswers]).default(''),
      /** The start of the game's answer. */
      said: text(300),
      tries: z.number().int().min(0).max(1_000_000).default(0),
      /** The minimum age in hours. */
      hours: z.number().int().min(0).max(100_000).default(0),
      /** Undelivered for more than five minutes. */
      slow: z.boolean().default(false),
      /** An order, a player or a delivery: one box takes them all. */
      q: text(),
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
        /** For an item to the game: the state of its recall, or ''. */
        recall: z.string().optional(),
        /** The item of its order: its picture, or '', and its name. A code's and a rebate's have none. */
        icon: z.string().optional(),
        goods: z.string().optional(),
        uid: z.string().optional(),
        role_name: z.string().optional(),
      }),
    ),
    errors: ['TooWide'],
  }),
  'delivery/againPlan': reads('delivery.again_since', {
    summary: 'The deliveries to send to the game again: all that it confirmed since a moment (dry run).',
    body: strict({ since: moment.positive(), role_id: text() }),
    result: strict({
      n: z.number().int(),
      first: z.array(strict({ id: z.string(), role_id: z.string(), ended_at: at, grant: z.string() })),
    }),
    errors: ['TooWide'],
  }),
  'delivery/againSince': changes('delivery.again_since', {
    summary:
      'Sends the game all deliveries again that it confirmed since a moment, each under its old id. The books do not ' +
      'change.',
    body: strict({ since: moment.positive(), role_id: text(), reason }),
    result: strict({ n: z.number().int() }),
    errors: ['NotPossible'],
  }),
  'delivery/againList': reads('delivery.read', {
    summary: 'The progress of the last redelivery.',
    body: strict({}),
    result: strict({
      asked_at: at.nullable(),
      waiting: z.number().int(),
      there: z.number().int(),
      other_grant: z.number().int(),
      refused: z.number().int(),
    }),
  }),
  'recall/close': changes('recall.close', {
    summary: 'Closes a recall that the game did not carry out: the item was taken back by hand, or stays.',
    body: strict({ number, reason }),
    result: didResult,
    errors: ['RowNotFound', 'NotPossible'],
  }),
}
