import { createHash } from 'node:crypto'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { type Cached, encodedPage, hasPage } from '../page-cache.ts'

/** The shop's goods and articles, as their rooms give them. */
type Parts = {
  config: Pick<Config, 'publicUrl' | 'publicDemo'>
  catalog: { list(kind: 'item' | 'coin', locale: Locale, used: ReadonlyMap<string, never>): { cp_goods_id: string }[] }
  content: {
    version(): number
    articles(
      locale: Locale,
      query: { type: number; page: number; size: number },
    ): { result: { id: string; create_ts: number }[] }
  }
}

/** The public pages other than articles. */
const PAGES = [
  '/main/home',
  '/main/event',
  '/main/about',
  '/main/contact',
  '/main/privacy',
  '/main/agreement',
  '/main/refunds',
  '/main/imprint',
  '/main/accessibility',
]
const CLOSED = ['/api', '/main/account', '/main/recharge', '/login', '/pay', '/sandbox', '/demo']
/** The protocol allows 50,000 addresses, and each article has one for each language. */
const ARTICLES_MAX = 5_000
const HOUR_SECONDS = 3600

type Page = { path: string; changed: string }

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A page's canonical address (apps/portal/src/head.ts): the default language has no `lang`. */
const address = (origin: string, path: string, locale: Locale): string =>
  escapeXml(`${origin}${path}${locale === defaultLocale ? '' : `?lang=${locale}`}`)

/** The goods at base prices; each has a page. */
function goodsPages(catalog: Parts['catalog']): Page[] {
  const goods = (['item', 'coin'] as const).flatMap((kind) =>
    catalog.list(kind, defaultLocale, new Map<string, never>()),
  )
  const paths = goods.map(({ cp_goods_id: id }) => `/main/shop/${encodeURIComponent(id)}`)
  return ['/main/shop', ...paths].map((path) => ({ path, changed: '' }))
}

function contentPages(content: Parts['content']): Page[] {
  const articles = content.articles(defaultLocale, { type: 0, page: 1, size: ARTICLES_MAX }).result
  return [
    ...PAGES.map((path) => ({ path, changed: '' })),
    ...articles.map(({ id, create_ts }) => ({
      path: `/main/event/detail/${encodeURIComponent(id)}`,
      changed: `<lastmod>${new Date(create_ts * 1000).toISOString()}</lastmod>`,
    })),
  ]
}

function sitemap(origin: string, pages: readonly Page[]): string {
  const entries = pages.flatMap(({ path, changed }) => {
    const link = (hreflang: string, locale: Locale): string =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address(origin, path, locale)}"/>`
    const others = locales.map((locale) => link(locale, locale)).join('') + link('x-default', defaultLocale)
    return locales.map((locale) => `<url><loc>${address(origin, path, locale)}</loc>${changed}${others}</url>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
}

function file(text: string): Cached {
  const body = Buffer.from(text)
  return {
    status: 200,
    locale: defaultLocale,
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    body,
    encoded: new Map(),
  }
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, cached: Cached): FastifyReply {
  const { encoding, etag, body } = encodedPage(cached, request.headers['accept-encoding'])
  reply.headers({
    'content-type': type,
    'cache-control': `public, max-age=${HOUR_SECONDS}`,
    vary: 'Accept-Encoding',
    etag,
  })
  if (encoding) reply.header('content-encoding', encoding)
  return hasPage(cached, request.headers['if-none-match']) ? reply.code(304).send() : reply.send(body)
}

/** robots.txt and the site maps, with every page in every language. */
export function seoRoutes(fastify: FastifyInstance, { config, content, catalog }: Parts): void {
  const robots = file(
    config.publicDemo
      ? 'User-agent: *\nDisallow: /\n'
      : [
          'User-agent: *',
          ...CLOSED.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${config.publicUrl}/sitemap.xml`,
          `Sitemap: ${config.publicUrl}/sitemap-shop.xml`,
          '',
        ].join('\n'),
  )
  fastify.get('/robots.txt', (request, reply) => send(request, reply, 'text/plain; charset=utf-8', robots))
  const map = (path: string, pages: () => Page[]): void => {
    let cached: { version: number; file: Cached } | undefined
    fastify.get(path, (request, reply) => {
      const version = content.version()
      if (cached?.version !== version) cached = { version, file: file(sitemap(config.publicUrl, pages())) }
      return send(request, reply, 'application/xml; charset=utf-8', cached.file)
    })
  }
  map('/sitemap.xml', () => contentPages(content))
  map('/sitemap-shop.xml', () => goodsPages(catalog))
}
