/** Accounts that a correction may name: those that no order, player or delivery owns. All are money. */
export const correctable = ['gateway', 'bank', 'fees', 'differences'] as const
