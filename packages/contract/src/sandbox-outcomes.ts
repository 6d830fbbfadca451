/** The ways in which a sandbox payment can end (contract, section 6). */
export const sandboxOutcomes = [
  'paid',
  'failed',
  'cancelled',
  'paid_twice',
  'paid_no_webhook',
  'paid_wrong_amount',
  'paid_late',
  'refunded',
] as const
