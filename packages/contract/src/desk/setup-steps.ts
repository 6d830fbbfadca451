/**
 * The steps of "Open your shop", in their order. A machine that is not the shop's own box has no tls, clock and updates
 * of its own.
 */
export const setupSteps = [
  'address',
  'tls',
  'clock',
  'gateway',
  'game',
  'mail',
  'products',
  'countries',
  'legal',
  'team',
  'alerts',
  'heartbeat',
  'backup',
  'updates',
  'order',
] as const
/** The steps with a test; the state of the others is read. */
export const testedSteps = ['address', 'tls', 'gateway', 'game', 'mail', 'alerts', 'heartbeat'] as const
