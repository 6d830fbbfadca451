/** Every address of the desk's pages: the server answers them with the page, and the page finds its part by them. */
export const deskPaths = [
  '/',
  '/waiting',
  '/orders',
  '/orders/:no',
  '/players',
  '/players/:uid',
  '/deliveries',
  '/refunds',
  '/disputes',
  '/inbox',
  '/reports',
  '/health',
  '/alerts',
  '/approvals',
  '/approvals/:no',
  '/rules',
  '/audit',
  '/staff',
  '/me',
] as const
export type DeskPath = (typeof deskPaths)[number]
