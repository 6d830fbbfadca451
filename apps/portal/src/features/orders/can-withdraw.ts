import type { OrderRecord } from '@hc/contract/calls'
import { serverNow } from '../../lib/clock.ts'

/** Whether the player can still withdraw from the order. */
export const canWithdraw = ({ withdraw_until_ts: until, waived, withdrawal }: OrderRecord): boolean =>
  until !== undefined && until * 1000 > serverNow() && !waived && !withdrawal
