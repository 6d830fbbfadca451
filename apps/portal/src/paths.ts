import { articleTypes, type ArticleTypeName } from './features/event/article-type.ts'

/** Every address of the site, built in one place. */
export const paths = {
  home: '/main/home',
  shop: '/main/shop',
  shopPacks: '/main/shop#packs',
  goods: (id: string) => `/main/shop/${encodeURIComponent(id)}`,
  recharge: '/main/recharge',
  packs: '/main/recharge?tab=packs',
  /** The top-up page with an item or a pack chosen. */
  buy: (goods: string, pack: boolean) => `/main/recharge?${pack ? 'tab=packs&' : ''}item=${encodeURIComponent(goods)}`,
  order: (id: string) => `/main/recharge/detail/${encodeURIComponent(id)}`,
  receipt: (id: string) => `/main/recharge/receipt/${encodeURIComponent(id)}`,
  account: '/main/account/user',
  records: '/main/account/recharge',
  points: '/main/account/epoint',
  events: (type: ArticleTypeName = 'all', page = 1) => {
    const query = new URLSearchParams()
    if (type !== 'all') query.set('type', String(articleTypes[type]))
    if (page > 1) query.set('page', String(page))
    return query.size ? `/main/event?${query}` : '/main/event'
  },
  article: (id: string) => `/main/event/detail/${encodeURIComponent(id)}`,
  about: '/main/about',
  contact: '/main/contact',
  /** The contact form, which needs no account. */
  write: '/main/contact#write',
  privacy: '/main/privacy',
  agreement: '/main/agreement',
  refunds: '/main/refunds',
  imprint: '/main/imprint',
  /** The form to withdraw from a contract; `order`: the order in question. */
  withdraw: (order = '') => (order ? `/main/withdraw?order=${encodeURIComponent(order)}` : '/main/withdraw'),
  downloads: '/main/home#download',
} as const
