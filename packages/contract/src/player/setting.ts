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
  /** The time at which the announced event begins, and the first second after its end; 0 if there is none. */
  start_ts: z.number().int(),
  end_ts: z.number().int(),
  /** The event's state by the server's clock; `none`: nothing with a start or an end is announced. */
  phase: z.enum(['none', 'soon', 'live', 'ended']),
  /** Days left until the end, the last one counted whole; 0 unless the event is live and has an end. */
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
  /**
   * The shelf of the home page, at most six: the same for everybody; `bonus` is that of a character without purchases.
   */
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
    /** Present if the publisher has one. */
    accessibility: z.object({ title: z.string(), html: z.string() }).optional(),
  }),
})

export const settingInit = z.object({
  gameInfo: z.object({
    gameId: z.string(),
    name: z.string(),
    /** The key of the analytics signature; public by design. */
    cgi: z.string(),
    /** The address that opens the game on the player's device; '' if the publisher has set none. */
    launchUrl: z.string(),
  }),
  customConfig: z.object({
    /** The logging host, with `/log/time` and `/log/events`; '' if visits are not counted. */
    loggerUrl: z.string(),
    /** The players who are asked before visits are counted: those in Europe, all, or none. */
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
  /** The mail address of customer service, for players who cannot log in; empty if there is none. */
  supportEmail: z.string(),
  /** The number of days for which a request to customer service is kept. */
  supportDays: z.number().int(),
  /** The number of days for which counts of visits are kept. */
  analyticsDays: z.number().int(),
  demo: z.boolean(),
  /** The public demo: `POST /demo/visitor` gives this browser a player of its own. Absent in every other shop. */
  visitors: z.literal(true).optional(),
  /**
   * The law of some country gives a right to withdraw: each page links to the form. Only in pages; absent if no law
   * does.
   */
  withdraw: z.boolean().optional(),
  /** Present if some country has prices of its own (market/get). */
  markets: z.literal(true).optional(),
  /**
   * Nine of ten items of the last seven days were in the game within these seconds after their payment, rounded up to
   * five. Absent if fewer than 100 were delivered, or if it took longer than ten minutes.
   */
  arrives_seconds: z.number().int().optional(),
  /** The publisher's own look (docs/branding.md). Pictures are addresses of this site. */
  brand: z.object({
    /** The end of every page's title. */
    site: z.string(),
    logo: z.string(),
    login: z.string(),
    redeem: z.string(),
    currency: z.string(),
    /** Three pictures each, for the shop's goods: items, packs of the currency. */
    items: z.array(z.string()),
    points: z.array(z.string()),
    /** The pages that the footer lists, in this order, and links to other sites of the publisher. */
    footer: z.array(z.enum(['about', 'contact', 'refunds', 'imprint', 'privacy', 'agreement', 'accessibility'])),
    links: z.array(z.object({ href: z.string(), text: z.string() })),
    seller: z.object({ name: z.string(), address: z.array(z.string()) }),
    support: z.object({ email: z.string(), hours: z.string() }),
    /** The game's name as a drawing, with its size in the header. */
    wordmark: z.object({ src: z.string(), width: z.number().int(), height: z.number().int() }).optional(),
    /** Present if the shop has a light and a dark palette, and the player may choose. */
    themes: z.literal(true).optional(),
    /** The pictures of the home page in the other palette. */
    hero: z.object({ scheme: z.enum(['dark', 'light']), wide: z.string(), narrow: z.string() }).optional(),
    /** A film over the home page's picture `over`. */
    film: z.object({ src: z.string(), over: z.string() }).optional(),
    /** Finer pictures for dense screens, by the addresses of those that they replace; absent if there are none. */
    finer: z.record(z.string(), z.string()).optional(),
    /** Present if ways to pay show no marks. */
    marks: z.literal(false).optional(),
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
    summary: 'The settings that a client needs at its start',
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
