import type { TargetKind } from '@hc/contract/desk-codes'
import { draftedKinds } from '@hc/contract/desk/kinds'

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
  'recall',
  ...draftedKinds,
  'role',
  'rule',
  'running',
  'staff',
] as const satisfies readonly TargetKind[]
