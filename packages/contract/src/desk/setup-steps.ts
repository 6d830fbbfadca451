/** The steps of "Open your shop", in their order. */
export const setupSteps = [
  'address',
  'gateway',
  'game',
  'mail',
  'products',
  'countries',
  'legal',
  'team',
  'alerts',
  'backup',
  'order',
] as const
/** The steps with a test; the state of the others is read. */
export const testedSteps = ['address', 'gateway', 'game', 'mail', 'alerts'] as const
