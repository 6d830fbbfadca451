import type { DeskCallName, DeskCalls } from './desk/calls.ts'
import { draftedKinds } from './desk/kinds.ts'

/*
 * Codes that the database stores and that people at the desk read. Each has a word in nine languages (`codes` of
 * desk.json in packages/i18n/texts), and `test/checks/codes.test.ts` compares these lists with the functions that write
 * them. Decision 350.
 */

/** The reason of a journal. Points that are granted by hand have a separate reason. */
export const journalReasons = [
  'sale',
  'top_up',
  'suspense',
  'purchase',
  'refund',
  'refund_failed',
  'refund_settled',
  'take_back',
  'debt_carried',
  'redeem',
  'rebate',
  'rebate_back',
  'adjust',
  'payout',
  'correction',
] as const

/** The outcome of a webhook. */
export const outcomes = [
  'applied',
  'approved',
  'before_capture',
  'dispute_lost',
  'dispute_opened',
  'dispute_won',
  'duplicate',
  'failed',
  'held',
  'ignored',
  'mismatch',
  'overdue',
  'promised',
  'refund_failed',
  'refund_reversed',
  'refunded',
  'refunded_again',
  'refunded_in_part',
  'refunded_surplus',
  'surplus',
  'unknown_order',
] as const
export type Outcome = (typeof outcomes)[number]

/** The kind of a webhook's news. */
export const newsKinds = [
  'paid',
  'failed',
  'cancelled',
  'refunded',
  'refund_failed',
  'dispute',
  'approved',
  'promised',
  'ignored',
] as const

/** Why an order is held. */
export const holdReasons = [
  'amount_mismatch',
  'refund_exceeds_payment',
  'dispute_won_after_loss',
  'refund_currency',
] as const

/** The kind of a difference between our books and a gateway's. */
export const findingKinds = ['missing_here', 'missing_there', 'amount_differs', 'paid_back_twice'] as const

/** Why a refund was queued. */
export const refundReasons = ['operator', 'part', 'surplus', 'mismatch'] as const

/** Why an order moved. */
export const orderCauses = [
  'cancelled',
  'credited',
  'delivered',
  'expired',
  'failed',
  'poll',
  'refunded',
  'repair',
  'webhook',
] as const

export type SaidCode =
  | (typeof journalReasons)[number]
  | Outcome
  | (typeof newsKinds)[number]
  | (typeof holdReasons)[number]
  | (typeof findingKinds)[number]
  | (typeof refundReasons)[number]
  | (typeof orderCauses)[number]

type Changing = { [N in DeskCallName]: DeskCalls[N]['changes'] extends true ? N : never }[DeskCallName]
type Key<N extends string> = N extends `${infer Area}/${infer Verb}` ? `${Area}_${Verb}` : N
/** A call that writes a line into the audit, as a key of the catalogue. */
export type ActKey = Key<Changing>

/** Names of facts that a request shows before and after, besides the fields of the edited target. */
export type FactName =
  | 'active'
  | 'address'
  | 'amount'
  | 'back_cents'
  | 'bank_cents'
  | 'basic_points'
  | 'channel'
  | 'closed'
  | 'condition'
  | 'countries'
  | 'corrects'
  | 'currency'
  | 'data'
  | 'debt'
  | 'decided_by'
  | 'decides'
  | 'delivery'
  | 'differences_cents'
  | 'email'
  | 'enabled'
  | 'entity_id'
  | 'evidence_min'
  | 'fees_cents'
  | 'file'
  | 'findings'
  | 'forecast_cents'
  | 'forecast_high_cents'
  | 'forecast_low_cents'
  | 'from'
  | 'from_books'
  | 'gateway_cents'
  | 'hours'
  | 'item'
  | 'keys'
  | 'kind'
  | 'last_30_days'
  | 'left_cents'
  | 'limits'
  | 'max_minor'
  | 'merchant'
  | 'min_minor'
  | 'month'
  | 'name'
  | 'new_debt'
  | 'note'
  | 'orders'
  | 'paid_cents'
  | 'people'
  | 'permission'
  | 'permissions'
  | 'points_minor'
  | 'points_taken'
  | 'present_points'
  | 'prices'
  | 'protected'
  | 'rates'
  | 'recall'
  | 'refunded_cents'
  | 'resets'
  | 'roles'
  | 'rows'
  | 'settles'
  | 'shop'
  | 'sort'
  | 'state'
  | 'status'
  | 'tax'
  | 'tax_ids'
  | 'told_again'
  | 'until'
  | 'waits_for'
  | 'withdrawn'
  | 'zone'
export type Facts = { readonly [N in FactName]?: unknown }

/** The kind of target of an audit line, a request, or a row of the calendar. */
export const targetKinds = [
  'account',
  'alert',
  'alert_channel',
  'alert_rule',
  'approval',
  'approval_rule',
  'article',
  'backup',
  'block',
  'book',
  'bonus_reset',
  'call',
  'channel',
  'chore',
  'code',
  'currency',
  'deliveries',
  'dispute',
  'document',
  'entity',
  'game_key',
  'setup',
  'import',
  'inbox',
  'invitation',
  'journal',
  'law',
  'ledger',
  'list',
  'media',
  'operator_action',
  'order',
  'outbox',
  'owner',
  'payout',
  'period',
  'plan',
  'player',
  'preview',
  'price',
  'product',
  'promotion',
  'promotion_key',
  'recall',
  ...draftedKinds,
  'remark',
  'reveal',
  'role',
  'rule',
  'running',
  'saved_report',
  'setting',
  'settlement',
  'spent',
  'staff',
  'task',
  'tax',
  'two_people',
  'view',
  'withdrawal',
] as const
export type TargetKind = (typeof targetKinds)[number]
