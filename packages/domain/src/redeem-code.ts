/**
 * A redeem code as it is stored and compared: what a player types differs in case, spaces, dashes and full-width
 * letters.
 */
export const normalCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}_]/gu, '')
