/// <reference types="vite/client" />
import type { HomeConf } from '@hc/contract/calls'
import { articleTypeOf, articleTypes, EVENTS_PER_PAGE } from './features/event/article-type.ts'
import { goodsIn } from './features/shop/goods-in.ts'
import { type Match, matchPath, type PageData, type PageModule, type Redirect, type Route } from './router/route.ts'
import type { Source } from './router/source.ts'

const RELATED = 4

const eventQuery = (query: URLSearchParams): URLSearchParams => {
  const canonical = new URLSearchParams()
  const type = articleTypes[articleTypeOf(Number(query.get('type')))]
  const page = Number(query.get('page'))
  if (type !== articleTypes.all) canonical.set('type', String(type))
  if (Number.isInteger(page) && page > 1 && page < 10_000) canonical.set('page', String(page))
  return canonical
}

const rechargeQuery = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams(query.get('tab') === 'packs' ? { tab: 'packs' } : {})

async function loadEvents(source: Source, query: URLSearchParams) {
  const type = Number(query.get('type') ?? 0)
  const page = Number(query.get('page') ?? 1)
  const list = await source.articles({ type, page, size: EVENTS_PER_PAGE })
  // A page number beyond the last page: no link leads there.
  return page > 1 && list.result.length === 0 ? null : { type, page, ...list }
}

async function loadArticle(source: Source, id: string) {
  const [article, list] = await Promise.all([source.article(id), source.articles({ type: 0, page: 1, size: RELATED })])
  return article && { article, related: list.result.filter((other) => other.id !== id).slice(0, RELATED - 1) }
}

async function loadGoods(source: Source, id: string) {
  const shop = await source.shop()
  const goods = shop && goodsIn(shop, id)
  return shop && goods ? { shop, goods } : null
}

/** As many as stand in the first two rows of the widest grid. */
const OUTLINES = 6

async function loadOutlines(source: Source, { query }: { query: URLSearchParams }) {
  const shop = await source.shopAtHand()
  const goods = (query.get('tab') === 'packs' ? shop?.packs : shop?.items) ?? []
  return { outlines: goods.slice(0, OUTLINES) }
}

const open = { guard: 'open', layout: 'main' } as const
const player = { guard: 'player', layout: 'main' } as const
const footerPage = (name: keyof HomeConf['footer']): Route => ({
  ...open,
  path: `/main/${name}`,
  title: name,
  file: 'main.footer-page',
  namespaces: [],
  loader: async (source) => (await source.homeConf()).footer[name] ?? null,
})
const home = {
  ...open,
  file: 'main.home',
  namespaces: ['home', 'event'],
  // The texts of the legal pages are most of the answer, and this page shows none of them.
  loader: async (source: Source) => {
    const { footer: _legal, ...conf } = await source.homeConf()
    return { conf, bulletin: await source.bulletin() }
  },
} as const

export const redirects: readonly Redirect[] = [
  { path: '/', redirect: '/main' },
  { path: '/main', redirect: '/main/home' },
  { path: '/main/account', redirect: '/main/account/user' },
]

export const routes: readonly Route[] = [
  { ...home, path: '/main/home', title: 'home' },
  { ...home, path: '/main/logout', title: 'logout' },
  {
    ...open,
    path: '/main/event',
    title: 'event',
    file: 'main.event',
    namespaces: ['event', 'news'],
    query: eventQuery,
    loader: (source, { query }) => loadEvents(source, query),
  },
  {
    ...open,
    path: '/main/event/detail/:id',
    title: 'eventDetail',
    file: 'main.event.detail',
    namespaces: ['event', 'news'],
    loader: (source, { params }) => loadArticle(source, params.id ?? ''),
  },
  {
    ...open,
    path: '/main/shop',
    title: 'shop',
    file: 'main.shop',
    namespaces: ['window', 'help'],
    priced: true,
    loader: async (source) => {
      const shop = await source.shop()
      return shop && { shop }
    },
  },
  {
    ...open,
    path: '/main/shop/:id',
    title: 'shop',
    file: 'main.shop.goods',
    namespaces: ['window'],
    priced: true,
    loader: (source, { params }) => loadGoods(source, params.id ?? ''),
  },
  {
    ...player,
    path: '/main/recharge',
    title: 'recharge',
    file: 'main.recharge',
    namespaces: ['recharge', 'rebate', 'method', 'error'],
    query: rechargeQuery,
    priced: true,
    loader: loadOutlines,
  },
  {
    ...player,
    path: '/main/recharge/detail/:id',
    title: 'rechargeDetail',
    file: 'main.recharge.detail',
    namespaces: ['order', 'recharge', 'rebate', 'again', 'help', 'error'],
  },
  {
    ...player,
    path: '/main/recharge/receipt/:id',
    title: 'receipt',
    file: 'main.recharge.receipt',
    namespaces: ['receipt', 'order', 'recharge', 'error'],
  },
  {
    ...player,
    path: '/main/account/user',
    title: 'accountUser',
    file: 'main.account.user',
    namespaces: ['account', 'again', 'redeem', 'market', 'rebate', 'error'],
  },
  {
    ...player,
    path: '/main/account/recharge',
    title: 'accountRecharge',
    file: 'main.account.recharge',
    namespaces: ['account', 'again', 'order', 'recharge', 'error'],
  },
  {
    ...player,
    path: '/main/account/epoint',
    title: 'accountEpoint',
    file: 'main.account.epoint',
    namespaces: ['account', 'order', 'error'],
  },
  { path: '/login', title: 'login', guard: 'open', layout: 'bare', file: 'login', namespaces: ['login', 'error'] },
  { ...open, path: '/403', title: 'forbidden', file: 'forbidden', namespaces: [] },
  footerPage('about'),
  { ...footerPage('contact'), file: 'main.contact', namespaces: ['help', 'error'] },
  { ...open, path: '/main/withdraw', title: 'withdraw', file: 'main.withdraw', namespaces: ['withdraw', 'error'] },
  footerPage('privacy'),
  footerPage('agreement'),
  footerPage('refunds'),
  footerPage('imprint'),
  footerPage('accessibility'),
]

const notFound: Route = { ...open, path: '/404', title: 'notFound', file: 'not-found', namespaces: [], status: 404 }

const pages = import.meta.glob<PageModule>('./routes/*.tsx')

/** The source file of a route's page; the build's manifest lists its chunk under that name. */
export const pageFile = (route: Route): string => `src/routes/${route.file}.tsx`

export function importPage(route: Route): Promise<PageModule> {
  const load = pages[`./routes/${route.file}.tsx`]
  return load ? load() : Promise.reject(new Error(`no page ${route.file}`))
}

/** The name of a page about an article or an item; other pages have their route's title. */
export const nameOf = ({ data }: { data: PageData | null | undefined }): string | undefined =>
  data?.article?.title ?? data?.goods?.name

/** The target of an address that redirects; the query is kept. */
export function redirectOf(path: string, search: string): string | undefined {
  const redirect = redirects.find((candidate) => matchPath(candidate.path, path))
  return redirect && redirect.redirect + search
}

/** The route of an address; an unknown address has the 404 page. */
export function matchRoute(path: string, search: string): Match {
  const query = new URLSearchParams(search)
  for (const route of routes) {
    const params = matchPath(route.path, path)
    if (params) return { route, params, query: route.query?.(query) ?? new URLSearchParams() }
  }
  return { route: notFound, params: {}, query: new URLSearchParams() }
}

/**
 * The key that all addresses with the same page and data share. A page that loads its data in the browser has one key
 * for all ids.
 */
export function viewKey({ route, params, query }: Match): string {
  const path = route.loader
    ? route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    : route.path
  return query.size ? `${path}?${query}` : path
}
