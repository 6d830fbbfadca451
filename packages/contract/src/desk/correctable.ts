/** Accounts that a correction may name: those that no order, player or delivery owns. All of them hold money. */
export const correctable = ['gateway', 'bank', 'fees', 'differences'] as const
