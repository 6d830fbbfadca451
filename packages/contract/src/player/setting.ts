import { z } from 'zod'
import { product } from './order.ts'
import { call, idOrNumber, open, page, size, whole } from '../call.ts'
import { locales } from '../locales.ts'

/** Article types (product specification, section 4). */
export const ArticleType = { all: 0, news: 1, event: 2, strategy: 3 } as const

export const articleItem = z.object({
  id: z.string(),
  /** 1 news, 2 event, 3 strategy. */
  type: z.number().int(),
  img: z.string(),
  create_ts: z.number().int(),
  title: z.string(),
  summary: z.string(),
  /** When what it announces begins, and the first second after its end; 0 where there is none. */
  start_ts: z.number().int(),
  end_ts: z.number().int(),
  /** How that stands by the server's clock; `none`: it announces nothing that begins or ends. */
  phase: z.enum(['none', 'soon', 'live', 'ended']),
  /** Days that are left until the end, the last one counted whole; 0 unless it is live and has an end. */
  days_left: z.number().int(),
})

export const article = articleItem.extend({
  /** Sanitised HTML. */
  content: z.string(),
})

export const webHomeConf = z.object({
  hero: z.object({
    kicker: z.string(),
    title: z.string(),
    subtitle: z.string(),
    cta: z.string(),
    img: z.string(),
    imgNarrow: z.string(),
  }),
  downloads: z.array(
    z.object({
      system: z.enum(['ios', 'android', 'windows', 'macos']),
      region: z.enum(['global', 'asia', 'europe']),
      url: z.string().nullable(),
      version: z.string(),
      size: z.string(),
    }),
  ),
  /** The shelf of the home page, six at most: what everybody sees; `bonus` is that of a character without purchases. */
  goods: z.array(product.extend({ kind: z.enum(['item', 'coin']) })),
  hotNews: z.array(articleItem),
  features: z.array(z.object({ id: z.string(), icon: z.string(), title: z.string(), text: z.string() })),
  gameInfo: z.object({
    title: z.string(),
    paragraphs: z.array(z.string()),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  footer: z.object({
    about: z.object({ title: z.string(), html: z.string() }),
    contact: z.object({ title: z.string(), html: z.string() }),
    privacy: z.object({ title: z.string(), html: z.string() }),
    agreement: z.object({ title: z.string(), html: z.string() }),
    refunds: z.object({ title: z.string(), html: z.string() }),
    imprint: z.object({ title: z.string(), html: z.string() }),
  }),
})

export const settingInit = z.object({
  gameInfo: z.object({
    gameId: z.string(),
    name: z.string(),
    /** Key of the analytics signature; public by design. */
    cgi: z.string(),
    /** What opens the game on the player's device; '' where the publisher has named nothing. */
    launchUrl: z.string(),
  }),
  customConfig: z.object({
    /** The logging host, '' where nothing is counted: `/log/time` and `/log/events` on it. */
    loggerUrl: z.string(),
    /** Who is asked before visits are counted: players in Europe, everybody, nobody. */
    analyticsConsent: z.enum(['eu', 'always', 'never']),
    /** 16 characters: AES-128-ECB key of the password field. An encoding, not protection. */
    clientKey: z.string(),
  }),
  loginMethods: z.array(z.enum(['account', 'phone', 'facebook', 'google', 'apple', 'wechat'])),
  languages: z.array(z.enum(locales)),
  limits: z.object({
    orderExpireSeconds: z.number().int(),
    passwordMin: z.number().int(),
    passwordMax: z.number().int(),
    pageSizeMax: z.number().int(),
  }),
  bulletin: articleItem.nullable(),
  /** Customer service's mail address, for who cannot log in; empty where there is none. */
  supportEmail: z.string(),
  /** How many days a request to it is kept. */
  supportDays: z.number().int(),
  /** How many days counts of visits are kept. */
  analyticsDays: z.number().int(),
  demo: z.boolean(),
  /** Some country's law gives a right to withdraw: each page leads to it. On pages alone; left out where none does. */
  withdraw: z.boolean().optional(),
  /** The publisher's own look (docs/branding.md). Pictures are addresses of this site. */
  brand: z.object({
    /** Behind every page's title. */
    site: z.string(),
    logo: z.string(),
    login: z.string(),
    redeem: z.string(),
    currency: z.string(),
    /** Three each, for what the shop has: items, packs of the currency. */
    items: z.array(z.string()),
    points: z.array(z.string()),
    /** The pages that the footer names, in this order, and links to other places of the publisher. */
    footer: z.array(z.enum(['about', 'contact', 'refunds', 'imprint', 'privacy', 'agreement'])),
    links: z.array(z.object({ href: z.string(), text: z.string() })),
    seller: z.object({ name: z.string(), address: z.array(z.string()) }),
    support: z.object({ email: z.string(), hours: z.string() }),
  }),
})

export const settingCalls = {
  'setting/time': call({
    method: 'POST',
    auth: 'none',
    summary: "The server's clock in ms",
    body: open({}),
    result: z.object({ time: z.number().int() }),
    errors: [],
  }),
  'setting/init': call({
    method: 'POST',
    auth: 'none',
    summary: 'What a client needs at its start',
    body: open({}),
    result: settingInit,
    errors: [],
  }),
  'setting/webHomeConf': call({
    method: 'POST',
    auth: 'none',
    summary: 'The home page in the asked language',
    body: open({}),
    result: webHomeConf,
    errors: [],
  }),
  'setting/webArticle': call({
    method: 'POST',
    auth: 'none',
    summary: 'Articles, newest first',
    list: true,
    body: open({ type: whole(0, 3).default(0), page: page(), size: size() }),
    result: z.array(articleItem),
    errors: [],
  }),
  'setting/webArticleDetail': call({
    method: 'POST',
    auth: 'none',
    summary: 'One article',
    body: open({ id: idOrNumber() }),
    result: article,
    errors: ['ArticleNotFound'],
  }),
  'bulletin/top': call({
    method: 'GET',
    auth: 'none',
    summary: 'Pinned bulletins',
    body: open({}),
    result: z.array(articleItem),
    list: true,
    errors: [],
  }),
}
