/** Every address of the desk's pages: the server answers them with the page, and the page finds its part by them. */
export const deskPaths = [
  '/',
  '/products',
  '/products/new',
  '/products/:id',
  '/channels',
  '/articles',
  '/articles/:id',
  '/home',
  '/media',
  '/calendar',
  '/audit',
  '/staff',
  '/me',
] as const
export type DeskPath = (typeof deskPaths)[number]
