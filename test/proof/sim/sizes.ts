/** How much there is in a simulated shop. */
export const SLOTS = 6
export const PLAYERS = 3
export const ROLES = 2
