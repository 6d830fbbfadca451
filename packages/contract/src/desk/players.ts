import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { locale } from './editing.ts'
import { after, at, reason, size, uid } from './fields.ts'
import { orderRow } from './orders.ts'

export const playerCalls = {
  'player/find': reads('player.read', {
    summary: 'Players with exactly this uid, account name, mail address, phone number, character or order number.',
    body: strict({ text: z.string().trim().min(1).max(254) }),
    result: z.array(
      strict({ uid: z.string(), by: z.string(), created_at: at, disabled: z.boolean(), roles: z.string() }),
    ),
  }),
  'player/read': reads('player.read', {
    summary: 'A player, with addresses masked.',
    body: strict({ uid }),
    result: strict({
      /** The account's number in the shop, which remains after the player's data is deleted. */
      account_id: z.number().int(),
      uid: z.string(),
      created_at: at,
      deleted_at: at.nullable(),
      disabled: z.boolean(),
      /** The language of their last order; null: they have none. */
      locale: locale.nullable(),
      email: z.string(),
      phone: z.string(),
      sign_in: z.array(z.string()),
      seen_at: at.nullable(),
      /** The reason that blocks the deletion of the data, or ''. */
      leaving_waits: z.string(),
      roles: z.array(strict({ server_id: z.string(), role_id: z.string(), name: z.string(), level: z.number().int() })),
      orders: z.number().int(),
      paid_cents: z.number().int(),
      refunded_cents: z.number().int(),
      /** Money in other currencies, each by itself: the two fields above are US dollars. */
      others: z.array(strict({ currency: z.string(), paid_minor: z.number().int(), refunded_minor: z.number().int() })),
      disputes: z.number().int(),
      points: strict({ basic: z.number().int(), present: z.number().int(), debt: z.number().int() }),
      limits: strict({ unpaid: z.number().int(), last_hour: z.number().int(), redeem_failures: z.number().int() }),
    }),
    errors: ['RowNotFound'],
  }),
  'player/orders': reads('player.read', {
    summary: 'A player’s orders, newest first.',
    body: strict({ uid, after, size }),
    result: strict({ rows: z.array(orderRow), next: z.string().nullable() }),
    errors: ['RowNotFound'],
  }),
  'player/points': reads('player.read', {
    summary: 'A player’s journal of points, newest first, with the balance after each entry.',
    body: strict({ uid, after, size }),
    result: strict({
      rows: z.array(
        strict({
          journal_id: z.number().int(),
          at,
          reason: z.string(),
          order_no: z.string(),
          basic: z.number().int(),
          present: z.number().int(),
          balance_basic: z.number().int(),
          balance_present: z.number().int(),
        }),
      ),
      next: z.string().nullable(),
    }),
    errors: ['RowNotFound'],
  }),
  'player/deliveries': reads('player.read', {
    summary: 'Deliveries to a player’s characters for orders, codes and rebates, newest first.',
    body: strict({ uid, after, size }),
    result: strict({
      rows: z.array(
        strict({
          number: z.string(),
          source: z.enum(['order', 'code', 'rebate']),
          name: z.string(),
          state: z.string(),
          created_at: at,
          ended_at: at.nullable(),
          /** The state of the recall of its item, or ''. */
          recall: z.string().optional(),
        }),
      ),
      next: z.string().nullable(),
    }),
    errors: ['RowNotFound'],
  }),
  'player/redeemed': reads('player.read', {
    summary: 'The codes that a player redeemed, newest first.',
    body: strict({ uid, after, size }),
    result: strict({
      rows: z.array(
        strict({
          number: z.string(),
          campaign: z.string(),
          code: z.string(),
          server_id: z.string(),
          role_id: z.string(),
          points: z.number().int(),
          at,
        }),
      ),
      next: z.string().nullable(),
    }),
    errors: ['RowNotFound'],
  }),
  'player/sessions': reads('player.read', {
    summary: 'A player’s sessions of the last 90 days, newest first.',
    body: strict({ uid }),
    result: z.array(
      strict({ created_at: at, ends_at: at, open: z.boolean(), long: z.boolean(), ended_why: z.string() }),
    ),
    errors: ['RowNotFound'],
  }),
  'player/reveal': changes('player.reveal', {
    summary: 'Shows one field in full, after a line in the audit. At most 20 a day.',
    body: strict({ uid, field: z.enum(['email', 'phone', 'login']), reason }),
    result: strict({ value: z.string() }),
    errors: ['RowNotFound', 'NotPossible', 'TooManyReveals'],
  }),
  'player/endSessions': changes('player.end_sessions', {
    summary: 'Ends a player’s session, and the links that would open another one.',
    body: strict({ uid, reason }),
    result: strict({ ended: z.number().int() }),
    errors: ['RowNotFound'],
  }),
  'player/disable': changes('player.disable', {
    summary: 'Disables a player’s account, or enables it again.',
    body: strict({ uid, disabled: z.boolean(), reason }),
    result: strict({ did: z.boolean() }),
    errors: ['RowNotFound'],
  }),
  'player/export': changes('player.export', {
    summary:
      'Requests an export of a player’s data, at the player’s wish. Once an owner allows it, the person who asked ' +
      'can take it for 72 hours.',
    body: strict({ account_id: z.number().int().positive(), reason }),
    result: strict({ export_no: z.number().int(), until: at }),
    errors: ['RowNotFound', 'NeedsApproval'],
  }),
  'player/exports': reads('player.export', {
    summary: 'The person’s own exports of a player’s data that were allowed and can be taken now.',
    body: strict({ account_id: z.number().int().positive() }),
    result: z.array(strict({ export_no: z.number().int(), until: at })),
  }),
  'player/exportTake': reads('player.export', {
    fresh: true,
    summary:
      'All data that the player sees about themselves. The audit records that it was taken, but none of the data.',
    body: strict({ export_no: z.number().int().positive() }),
    result: strict({ data: z.record(z.string(), z.unknown()) }),
    errors: ['RowNotFound'],
  }),
  'player/erase': changes('player.erase', {
    summary: 'Deletes a player’s data, at the player’s wish. Refused while money or an item is in transit.',
    /**
     * By the account's number: the request that a second person decides is kept, and must not name the deleted player.
     */
    body: strict({ account_id: z.number().int().positive(), reason }),
    result: strict({ pseudonym: z.string() }),
    errors: ['RowNotFound', 'NotPossible'],
  }),
}
