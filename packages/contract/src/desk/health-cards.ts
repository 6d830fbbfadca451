/** The parts of a shop's health; each is a card of the page. */
export const healthCards = [
  'payments',
  'game',
  'books',
  'queues',
  'messages',
  'database',
  'backups',
  'address',
  'processes',
] as const
