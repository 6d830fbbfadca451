import { createHash } from 'node:crypto'
import type { Locale } from '@hc/contract/locales'
import { shopTexts } from '@hc/i18n/texts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Brand } from '../../shop/brand/brand.ts'
import { kindOf, mimeTypes } from '../../shop/brand/pictures.ts'
import type { Portal } from './portal-bundle.ts'

type WebAppDeps = {
  brand: Brand
  /** The game's name. */
  game: string
  localeOf(request: FastifyRequest, query: URLSearchParams): Locale
  /** The headers of a page. */
  headers: Readonly<Record<string, string>>
  /** The offline page in a language, as HTML. */
  offline(request: FastifyRequest, locale: Locale): Promise<string>
}

/** Of a shop without a worker: ends the worker of an earlier start, and deletes what it cached. */
const LAST_WORKER =
  "addEventListener('install',()=>skipWaiting());addEventListener('activate',(event)=>event.waitUntil(" +
  'caches.keys().then((names)=>Promise.all(names.map((name)=>caches.delete(name)))).then(()=>registration.unregister())))'

/** The worker of this build: its cache has the build's name, so a new build deletes the old one's files. */
function scriptOf({ worker }: Portal): string {
  if (!worker) return LAST_WORKER
  const { script, files, build } = worker
  const name = `hc-${createHash('sha256')
    .update(build + script)
    .digest('hex')
    .slice(0, 10)}`
  return script.replaceAll('__BUILD__', () => JSON.stringify(name)).replaceAll('__FILES__', () => JSON.stringify(files))
}

const DAY_SECONDS = 86_400
const HOME = '/main/home'
/** Below an icon, a phone cuts a longer name (the schema of brand.json has the same limit for `short`). */
const SHORT_MAX = 12

/** The web manifest, with which a browser installs the shop as an app (W3C, Web Application Manifest). */
function manifestOf({ brand, game }: WebAppDeps, locale: Locale): object {
  const { nav, title } = shopTexts(locale).common
  const { art, palette, short = game.slice(0, SHORT_MAX).trim() } = brand
  const typed = (src: string) => ({ src, type: mimeTypes[kindOf(src) ?? 'png'] })
  const shortcut = (name: string, url: string) => ({ name: brand.named(locale, name), url })
  return {
    id: HOME,
    name: `${game} ${title.shop}`,
    short_name: short,
    lang: locale,
    start_url: `${HOME}?channel=app`,
    scope: '/',
    display: 'standalone',
    background_color: palette.page,
    theme_color: palette.page,
    icons: [
      { ...typed(art.icon192), sizes: '192x192' },
      { ...typed(art.icon512), sizes: '512x512' },
      ...(art.maskable ? [{ ...typed(art.maskable), sizes: '512x512', purpose: 'maskable' }] : []),
      { ...typed(art.favicon), sizes: 'any' },
    ],
    shortcuts: [
      shortcut(nav.recharge, '/main/recharge'),
      shortcut(title.accountRecharge, '/main/account/recharge'),
      shortcut(nav.event, '/main/event'),
    ],
    ...(art.screenshots && {
      screenshots: (['narrow', 'wide'] as const).flatMap((form_factor) => ({
        ...typed(art.screenshots?.[form_factor] ?? ''),
        form_factor,
      })),
    }),
  }
}

/**
 * Registers the service worker and the page for players who are offline (specification of the player's pages, section
 * 8). A worker may ask this site alone.
 */
export function webAppRoutes(app: FastifyInstance, portal: Portal, deps: WebAppDeps): void {
  const { headers } = deps
  const script = scriptOf(portal)
  const localeOf = (request: FastifyRequest): Locale =>
    deps.localeOf(request, new URL(request.url, 'http://site.invalid').searchParams)
  app.get('/site.webmanifest', (request, reply) => {
    const locale = localeOf(request)
    return (
      reply
        .headers({
          'content-type': 'application/manifest+json',
          'content-language': locale,
          'cache-control': `public, max-age=${DAY_SECONDS}`,
          vary: 'Accept-Language, Cookie',
        })
        // A text would be sent with a character set, which this type has none of (RFC 8259, 11).
        .send(Buffer.from(JSON.stringify(manifestOf(deps, locale))))
    )
  })
  app.get('/sw.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      })
      .send(script),
  )
  app.get('/offline', async (request, reply) => {
    const locale = localeOf(request)
    return reply
      .headers({ ...headers, 'content-language': locale, 'x-robots-tag': 'noindex' })
      .send(await deps.offline(request, locale))
  })
}
