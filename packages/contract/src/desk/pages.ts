/** Every address of the desk's pages: the server answers them with the page, and the page finds its part by them. */
export const deskPaths = ['/', '/me', '/staff', '/audit'] as const
export type DeskPath = (typeof deskPaths)[number]
