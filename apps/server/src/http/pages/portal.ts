import { createHash } from 'node:crypto'
import type { Article, ArticleItem, HomeConf, HomeGoods, SettingInit, ShopWindow } from '@hc/contract/calls'
import { type Locale, matchLocale, negotiateLocale } from '@hc/contract/locales'
import { deskTexts, shopTexts } from '@hc/i18n/texts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '../../shop/brand/brand.ts'
import { builtPortal, devPortal, type PageBrand, type Portal } from './portal-bundle.ts'
import type { KeptAnswers } from '../fast/kept-answers.ts'
import { type Cached, encodedPage, hasPage, PageCache } from '../page-cache.ts'
import { visitorLook, type VisitorPlaces, withVisitorNote } from './visitor-note.ts'
import { webAppRoutes } from './web-app.ts'
import { wholeHead } from '../fast/security-headers.ts'

type Source = Pick<PortalDeps['content'], 'homeConf' | 'articles' | 'article'>
/** `moment` in unix seconds. */
export type PreviewSource = Source & { moment: number; added: string; pinned(locale: Locale): ArticleItem[] }

export type PortalDeps = {
  content: {
    homeConf(locale: Locale): HomeConf
    articles(locale: Locale, q: { type: number; page: number; size: number }): { result: ArticleItem[]; total: number }
    article(locale: Locale, id: string): Article | undefined
    init(locale: Locale): SettingInit
    /** Changes whenever any content changes. */
    version(): number
  }
  brand: Brand
  game: string
  /** The shop can be installed, and has a service worker (setting PWA). */
  webApp: boolean
  /** The folder of the hashed files of the release before; null: there is none. */
  formerAssets: string | null
  publicUrl: string
  /** Another logging host that pages may call; null: this server. */
  loggerUrl: string | null
  /** Pages from source, with hot reload. */
  dev: boolean
  /** The shop as a preview's link shows it, in a language, with a product; undefined if the link has expired. */
  preview(token: string, locale: Locale, product: string): Promise<PreviewSource | undefined>
  /** Whether the shop sells, and whether a preview's link lets its holder look at a shop that was never open. */
  opening(): 'open' | 'soon' | 'closed'
  /** The public demo: where its line leads to. Else null. */
  visitors: VisitorPlaces | null
  mayLook(token: string): Promise<boolean>
  /** The shop window for one visitor: goods and prices. */
  shop(request: FastifyRequest, query: URLSearchParams, locale: Locale): Promise<ShopWindow>
  /** The goods of the home page at the prices of the visitor's country; null without own prices. */
  shelf(request: FastifyRequest, query: URLSearchParams, locale: Locale): Promise<HomeGoods[] | null>
  /** Keeps a page's complete answer for later requests. */
  answers: KeptAnswers
}

/**
 * Strict: no inline script or style, no other host, and HTML only through the Trusted Types policy `app`. The desk's
 * pages use it, too.
 */
export const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app"
/** The shop has a service worker, too; the desk has none. */
const SHOP_CSP = CSP.replace("manifest-src 'self'", "manifest-src 'self'; worker-src 'self'")
/** For development alone: Vite's client puts scripts and styles into the page. */
export const DEV_CSP =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws:; frame-ancestors 'none'"

const pageHeaders = (dev: boolean, loggerUrl: string | null, film: boolean) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': dev
    ? DEV_CSP
    : SHOP_CSP.replace(
        "connect-src 'self'",
        `connect-src 'self'${loggerUrl ? ` ${new URL(loggerUrl).origin}` : ''}${film ? "; media-src 'self'" : ''}`,
      ),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
  vary: 'Accept-Language, Cookie, Accept-Encoding',
})

/** For whom a page is: the announcement that they have closed, and whether a player was logged in. */
type Visitor = { closed: string; known: boolean; theme: Theme | undefined }
/** The prices on a page: the whole window, or the home page's goods; null: no prices of a country. */
type Priced = { shop: ShopWindow | null; shelf: HomeGoods[] | null }

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** A moment as the clock of a zone shows it, with the zone's name; of an unknown zone, in UTC. */
function momentIn(zone: string, seconds: number): string {
  const at = (timeZone: string): string =>
    // Sweden writes 2026-11-20 10:00, as this note always did.
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(seconds * 1000)
  try {
    return `${at(zone)} ${zone}`
  } catch {
    return `${at('UTC')} UTC`
  }
}
const previewWords = (locale: Locale): Readonly<Record<'text' | 'added' | 'over', string>> =>
  deskTexts(locale).revisions.note

/** Tells the person who looks that this is a preview, in the preview's language. */
function previewNote(locale: Locale, at: string, added: string): string {
  const { text, added: addedText } = previewWords(locale)
  const note = text.replace('{at}', () => at)
  return added === '' ? note : `${note} ${addedText.replace('{name}', () => added)}`
}

/** Pages that the law wants, also of a shop that is not open yet. */
const LEGAL = /^\/main\/(?:about|privacy|agreement|refunds|imprint|accessibility)\/?$/
/** The link of a preview that lets its holder look at a shop that is not open yet, for as long as the link lives. */
const LOOK = /(?:^|;\s*)hc_look=([\w-]{43})(?:;|$)/
const LOOK_SECONDS = 1800

const scriptless = (html: string): string =>
  html.replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link[^>]*\bmodulepreload\b[^>]*>/g, '')

/** Says on each page that the shop is closed. */
const withNote = (html: string, locale: Locale): string =>
  html.replace(
    /<body[^>]*>/,
    (body) => `${body}<p role="note" class="closed-note">${shopTexts(locale).opening.closed}</p>`,
  )

const PAGE_PATHS = ['/', '/login', '/403', '/main', '/main/*']

/** The portal of each instance, for renderNotFound. */
const handlers = new WeakMap<
  FastifyInstance['server'],
  (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
>()

/** The language of the address, else of an earlier choice (cookie), else of the browser. */
function localeOf(request: FastifyRequest, query: URLSearchParams): Locale {
  const cookie = /(?:^|;\s*)hc_lang=([\w-]{2,12})/.exec(request.headers.cookie ?? '')?.[1]
  return (
    matchLocale(query.get('lang') ?? '') ??
    matchLocale(cookie ?? '') ??
    negotiateLocale(request.headers['accept-language'])
  )
}

/**
 * The announcement at the top of the home page that this player has closed
 * (apps/portal/src/features/event/bulletin.tsx).
 */
const closedBulletin = (request: FastifyRequest): string =>
  /(?:^|;\s*)hc_bulletin=([^;\s]{1,300})/.exec(request.headers.cookie ?? '')?.[1] ?? ''
/** Whether a player was logged in in this browser (apps/portal/src/lib/known.ts). */
const isKnown = (request: FastifyRequest): boolean => /(?:^|;\s*)hc_known=1(?:;|$)/.test(request.headers.cookie ?? '')

type Theme = 'light' | 'dark'
/** What the player has chosen in the menu (apps/portal/src/lib/theme.ts); undefined: as the device has it. */
const themeOf = (brand: Brand, request: FastifyRequest): Theme | undefined => {
  const name = /(?:^|;\s*)hc_theme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]
  return brand.alternate && (name === 'light' || name === 'dark') ? name : undefined
}
const pageBrand = (brand: Brand, locale: Locale, theme: Theme | undefined): PageBrand => ({
  looks: [brand, ...(brand.alternate ? [brand.alternate] : [])].map((look) => ({
    scheme: look.scheme,
    page: look.palette.page,
  })),
  theme,
  hero: brand.alternate?.hero && { scheme: brand.alternate.scheme, ...brand.alternate.hero },
  favicon: brand.art.favicon,
  faces:
    brand.fonts.display === undefined
      ? null
      : [...brand.files].filter(([, { kind }]) => kind === 'woff2').map(([url]) => url),
  touchIcon: brand.art.touchIcon,
  share: brand.art.share,
  catalogs: undefined,
  named: brand.renames ? (text) => brand.named(locale, text) : undefined,
})

const digest = (of: string | Buffer): string => createHash('sha1').update(of).digest('base64url')

/** The pages of the shop. Registered last, because the addresses of other parties come first. */
export async function portalPlugin(app: FastifyInstance, deps: PortalDeps): Promise<void> {
  const { brand, content, game, publicUrl, loggerUrl, dev, answers, webApp, formerAssets } = deps
  const portal: Portal = dev ? await devPortal(app, brand) : await builtPortal(app, brand, { webApp, formerAssets })
  const headers = pageHeaders(dev, loggerUrl, brand.art.heroVideo !== undefined)
  const cache = new PageCache(() => content.version())

  const sourceOf = (locale: Locale) => ({
    homeConf: () => content.homeConf(locale),
    bulletin: (): ArticleItem | null => null,
    articles: (query: { type: number; page: number; size: number }) => content.articles(locale, query),
    article: (id: string) => content.article(locale, id) ?? null,
    shop: (): ShopWindow | null => null,
    shopAtHand: (): ShopWindow | null => null,
  })

  async function renderPage(key: string, locale: Locale, visitor: Visitor, { shop, shelf }: Priced): Promise<Cached> {
    const { closed, known, theme } = visitor
    // The announcement's number matters for a cached page only if the player has closed one.
    const bulletin = closed === '' ? undefined : content.init(locale).bulletin
    // A player who has closed it gets the page without it from the server, so nothing moves up afterwards.
    const without = bulletin != null && encodeURIComponent(bulletin.id) === closed
    const prices = shop ?? shelf
    const variant = `${key}${without ? ' closed' : ''}${known ? ' known' : ''}${theme ? ` ${theme}` : ''}`
    const name = variant + (prices ? ` ${digest(JSON.stringify(prices))}` : '')
    const cachedPage = dev ? undefined : cache.get(locale, name)
    if (cachedPage) return cachedPage
    const init = content.init(locale)
    const source = {
      ...sourceOf(locale),
      homeConf: () => ({ ...content.homeConf(locale), ...(shelf && { goods: shelf }) }),
      bulletin: () => (without ? null : init.bulletin),
      shop: () => shop,
      shopAtHand: () => shop,
    }
    const page = await portal.render({
      key,
      locale,
      known,
      source,
      init,
      origin: publicUrl,
      brand: pageBrand(brand, locale, theme),
    })
    const noted = deps.opening() === 'closed' ? withNote(page.html, locale) : page.html
    const html = deps.visitors ? withVisitorNote(noted, { locale, known, key, places: deps.visitors }) : noted
    const body = Buffer.from(html)
    const entry: Cached = {
      status: page.status,
      locale,
      etag: `"${digest(body)}"`,
      body,
      encoded: new Map(),
      // Only pages that are the same in every country are kept.
      kept: page.cacheable && !dev && page.status === 200 && prices === null,
    }
    if (page.cacheable && !dev) cache.set(locale, name, entry)
    return entry
  }

  /** A preview: not cached, not indexed, and without a script, so that it cannot sell. */
  async function preview(request: FastifyRequest, reply: FastifyReply, url: URL, token: string) {
    const locale = localeOf(request, url.searchParams)
    const then = await deps.preview(token, locale, url.searchParams.get('product') ?? '')
    if (!then)
      return await reply
        .code(404)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send(previewWords(locale).over)
    const at = momentIn(url.searchParams.get('zone') ?? '', then.moment)
    for (const name of ['preview', 'product', 'zone']) url.searchParams.delete(name)
    const target = await portal.resolve(url.pathname, url.search)
    const key = 'redirect' in target ? url.pathname : target.key
    const bulletin = then.pinned(locale)[0] ?? null
    const rendered = await portal.render({
      key,
      locale,
      known: false,
      source: {
        homeConf: () => then.homeConf(locale),
        bulletin: () => bulletin,
        articles: (query) => then.articles(locale, query),
        article: (id) => then.article(locale, id) ?? null,
        // No order uses the prices of another moment, so the shop window has no preview.
        shop: () => null,
        shopAtHand: () => null,
      },
      init: { ...content.init(locale), bulletin },
      origin: publicUrl,
      brand: pageBrand(brand, locale, themeOf(brand, request)),
    })
    const html = scriptless(rendered.html).replace(
      /<body[^>]*>/,
      (body) => `${body}<p role="note">${previewNote(locale, escape(at), escape(then.added))}</p>`,
    )
    if (deps.opening() === 'soon')
      reply.header(
        'set-cookie',
        `hc_look=${token}; Path=/; Max-Age=${LOOK_SECONDS}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`,
      )
    return await reply
      .code(rendered.status)
      .headers({
        ...headers,
        'content-security-policy': CSP.replace("script-src 'self'", "script-src 'none'"),
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-language': locale,
      })
      .send(html)
  }

  /** A shop that was never open: "We open soon" at every address, and the pages of the law without a script. */
  async function soon(request: FastifyRequest, reply: FastifyReply, url: URL): Promise<FastifyReply> {
    const locale = localeOf(request, url.searchParams)
    const input = {
      locale,
      init: content.init(locale),
      brand: pageBrand(brand, locale, themeOf(brand, request)),
    }
    const html = LEGAL.test(url.pathname)
      ? scriptless(
          (
            await portal.render({
              ...input,
              key: url.pathname,
              known: false,
              origin: publicUrl,
              source: sourceOf(locale),
            })
          ).html,
        )
      : await portal.renderSoon({ ...input, hero: content.homeConf(locale).hero })
    return reply
      .code(200)
      .headers({
        ...headers,
        'content-security-policy': CSP.replace("script-src 'self'", "script-src 'none'"),
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-language': locale,
      })
      .send(html)
  }

  const mayLook = async (request: FastifyRequest): Promise<boolean> => {
    const token = LOOK.exec(request.headers.cookie ?? '')?.[1]
    return token !== undefined && (await deps.mayLook(token))
  }

  async function page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = new URL(request.url.replace(/^[/\\]{2,}/, '/'), 'http://site.invalid')
    const token = url.searchParams.get('preview')
    if (token !== null && !dev) return await preview(request, reply, url, token)
    const isSoon = deps.opening() === 'soon'
    if (isSoon && !(await mayLook(request))) return await soon(request, reply, url)
    const target = await portal.resolve(url.pathname, url.search)
    if ('redirect' in target)
      return reply.code(302).header('cache-control', 'no-cache').header('location', target.redirect).send()
    const version = content.version()
    const locale = localeOf(request, url.searchParams)
    const priced = {
      shop: target.priced ? await deps.shop(request, url.searchParams, locale) : null,
      shelf: target.shelf ? await deps.shelf(request, url.searchParams, locale) : null,
    }
    const visitor = { closed: closedBulletin(request), known: isKnown(request), theme: themeOf(brand, request) }
    const cached = await renderPage(target.key, locale, visitor, priced)
    reply.headers(headers).header('content-language', cached.locale)
    // The page depends on the connection's country, which no request header shows to a shared cache.
    if (isSoon || (priced.shop ?? priced.shelf)) reply.header('cache-control', 'private, no-cache')
    const { encoding, etag, body, last } = dev
      ? {
          encoding: undefined,
          etag: cached.etag,
          last: false,
          body: Buffer.from(await portal.devHtml(request.url, cached.body.toString())),
        }
      : encodedPage(cached, request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    reply.header('etag', etag)
    if (cached.status === 200 && hasPage(cached, request.headers['if-none-match'])) return reply.code(304).send()
    if (cached.kept && !isSoon && encoding && last && version === content.version()) {
      const ownHeaders = { ...reply.getHeaders(), 'content-length': String(body.length) } as Record<string, string>
      answers.keep(request.raw, version, wholeHead(reply.raw, ownHeaders), body)
    }
    return reply.code(cached.status).send(body)
  }

  webAppRoutes(app, portal, {
    brand,
    game,
    localeOf,
    headers,
    offline: (request, locale) =>
      portal.renderOffline({
        locale,
        init: content.init(locale),
        brand: pageBrand(brand, locale, themeOf(brand, request)),
      }),
  })
  if (deps.visitors) visitorLook(app)
  handlers.set(app.server, page)
  for (const path of PAGE_PATHS) app.get(path, page)
}

/** The 404 page for every GET that nothing else answers. */
export const renderNotFound = (request: FastifyRequest, reply: FastifyReply): unknown => {
  const page = handlers.get(request.server.server)
  return page ? page(request, reply) : reply.code(404).send()
}
