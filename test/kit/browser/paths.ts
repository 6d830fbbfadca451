/** The portal's pages that everybody may open, and those of a player. */
export const open = [
  '/main/home',
  '/main/event',
  '/main/event?type=3',
  '/main/event/detail/a06',
  '/403',
  '/nowhere',
  '/main/about',
  '/main/contact',
  '/main/privacy',
  '/main/agreement',
  '/main/refunds',
  '/main/imprint',
  '/main/accessibility',
  '/main/withdraw',
]

export const guarded = ['/main/recharge', '/main/account/user', '/main/account/recharge', '/main/account/epoint']
