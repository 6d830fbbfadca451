import type { TargetKind } from '@hc/contract/desk-codes'

/** What a call that becomes a request may be about. */
export const kinds = [
  'account',
  'bonus_reset',
  'channel',
  'deliveries',
  'import',
  'order',
  'owner',
  'period',
  'player',
  'product',
  'promotion',
  'rebate',
  'recall',
  'redeem',
  'role',
  'rule',
  'running',
  'staff',
] as const satisfies readonly TargetKind[]
