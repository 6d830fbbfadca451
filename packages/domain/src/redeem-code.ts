/**
 * A redeem code in the form that is stored and compared. Players type it with different case, spaces, dashes and
 * full-width letters.
 */
export const normalCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}_]/gu, '')
