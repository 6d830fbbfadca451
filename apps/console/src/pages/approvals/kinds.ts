import type { TargetKind } from '@hc/contract/desk-codes'

/** The kinds of targets of requests. */
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
