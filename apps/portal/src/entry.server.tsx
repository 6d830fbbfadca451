import type { HomeConf, SettingInit } from '@hc/contract/calls'
import type { Locale } from '@hc/contract/locales'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { displayFaces } from './display-face.ts'
import { fallbacks } from './fallbacks.tsx'
import { escapeHtml, escapeJson, headTags } from './head.ts'
import type { Boot } from './lib/boot.ts'
import { inlineArt } from './lib/inline-art.ts'
import { loadMessages } from '@hc/i18n/load'
import { prepare } from './router/prepare.ts'
import type { Source } from './router/source.ts'
import { matchRoute, pageFile, redirectOf, viewKey } from './routes.ts'
import { soonPage } from './soon.tsx'

export type { Source } from './router/source.ts'

/** The build's manifest as tags: the browser fetches a page's files while the HTML still arrives. */
export type Assets = {
  styles: readonly string[]
  entry: string
  client: string
  guard: string
  preload: (files: readonly string[]) => readonly string[]
  font: (name: string) => string | undefined
  art: (url: string) => string | undefined
  /** The service worker's built file, if the shop has one, and the script of the offline page. */
  worker: string | undefined
  offline: string
}
export type Page = { status: 200 | 404; html: string; cacheable: boolean }

/** `priced`: the page shows the prices of the shop window; `shelf`: it shows those of the home page's shelf. */
export type Target = { key: string; priced: boolean; shelf: boolean }

/**
 * Resolves an address before anything is rendered. All addresses that give the same HTML have one `key`; on a `priced`
 * page the HTML depends on the prices, too.
 */
export function resolve(path: string, search: string): { redirect: string } | Target {
  const redirect = redirectOf(path, search)
  if (redirect !== undefined) return { redirect }
  const match = matchRoute(path, search)
  return { key: viewKey(match), priced: match.route.priced ?? false, shelf: match.route.file === 'main.home' }
}

/**
 * The parts of a page's head that come from the brand. `named` puts the brand's name of the currency into a text,
 * `catalogs` is the address of texts treated so.
 */
export type PageBrand = {
  /** The palettes: one, or two of which the second is the other scheme's. */
  looks: readonly { scheme: 'dark' | 'light'; page: string }[]
  /** The palette that the player has chosen. */
  theme: 'dark' | 'light' | undefined
  /** The other palette's own pictures of the home page. */
  hero: { scheme: 'dark' | 'light'; wide: string; narrow: string } | undefined
  favicon: string
  touchIcon: string
  share: string
  /** The files of the brand's own display face; null if it has none: then the portal's own are fetched. */
  faces: readonly string[] | null
  catalogs: string | undefined
  named: ((text: string) => string) | undefined
}
export type RenderInput = {
  key: string
  locale: Locale
  /** The browser sent `hc_known`. */
  known: boolean
  source: Source
  init: SettingInit
  assets: Assets
  origin: string
  brand: PageBrand
}

/** A page's texts with the brand's name of the currency. */
function namedTexts<T>(texts: T, translate: PageBrand['named']): T {
  return translate
    ? (JSON.parse(JSON.stringify(texts), (_key, value: unknown) =>
        typeof value === 'string' ? translate(value) : value,
      ) as T)
    : texts
}

const preloadFont = (href: string, media?: string): string =>
  `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin${media ? ` media="${media}"` : ''}>`

/** The colours of the browser's own parts: of the chosen palette, else of the one that the device prefers. */
function schemeTags({ looks, theme }: PageBrand): string[] {
  const shownLooks = looks.filter(({ scheme }) => theme === undefined || scheme === theme)
  return [
    ...shownLooks.map(
      ({ scheme, page }) =>
        `<meta name="theme-color" content="${page}"${shownLooks.length > 1 ? ` media="(prefers-color-scheme: ${scheme})"` : ''}>`,
    ),
    `<meta name="color-scheme" content="${shownLooks.map(({ scheme }) => scheme).join(' ')}">`,
  ]
}

/** Renders one page. Each call has its own view and translator, so that no request sees data of another. */
export async function render({ key, locale, known, source, init, assets, origin, brand }: RenderInput): Promise<Page> {
  const [path = '/', search = ''] = key.split('?')
  const prepared = await prepare({ path, search, locale }, source)
  const view = { ...prepared, messages: namedTexts(prepared.messages, brand.named) }
  const { status, route, data } = view
  const hero = route.file === 'main.home' ? data?.conf?.hero : undefined
  const art = hero && inlineArt(assets.art, hero, brand.hero)
  const body = renderToString(
    <Router ssrPath={path} ssrSearch={search}>
      <App init={init} first={view} known={known} art={art} />
    </Router>,
  )
  const files = ['src/entry.client.tsx', pageFile(route)]
  const boot: Boot = {
    locale,
    path,
    search,
    status,
    init,
    data,
    known,
    art: art !== undefined,
    messages: view.messages,
    catalogs: brand.catalogs,
    worker: assets.worker !== undefined,
  }
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    ...schemeTags(brand),
    ...(hero && !art
      ? [
          `<link rel="preload" as="image" href="${escapeHtml(hero.imgNarrow)}" media="(max-width: 750px)" fetchpriority="high">`,
          `<link rel="preload" as="image" href="${escapeHtml(hero.img)}" media="(min-width: 750.1px)" fetchpriority="high">`,
        ]
      : []),
    // The right part of the header would jump if a half of it were painted first, so the first frame waits for the
    // element that follows the header (HTML standard, link type "expect"; Chromium goes on at that element's start
    // tag).
    '<link rel="expect" href="#main" blocking="render">',
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...(brand.faces ?? []).map((href) => preloadFont(href)),
    ...(brand.faces ? [] : displayFaces(locale)).flatMap(({ file, media }) => {
      const href = assets.font(file)
      return href ? [preloadFont(href, media)] : []
    }),
    `<link rel="icon" type="image/svg+xml" href="${brand.favicon}">`,
    `<link rel="apple-touch-icon" href="${brand.touchIcon}"><link rel="manifest" href="/site.webmanifest?lang=${locale}">`,
    `<script type="module" src="${assets.entry}" data-client="${assets.client}" data-files="${assets.preload(files).join(' ')}"></script>`,
    ...(assets.guard ? [`<script type="module" src="${assets.guard}" fetchpriority="low"></script>`] : []),
    // After the tags that the first paint waits for.
    ...headTags(view, { origin, path, search, locale, init, share: brand.share }),
  ]
  const { top, bottom } = fallbacks(locale, view.messages, init.languages)
  const html =
    `<!doctype html><html lang="${locale}"${brand.theme ? ` data-theme="${brand.theme}"` : ''}><head>${head.join('')}</head><body>${top}<div id="app">${body}</div>${bottom}` +
    `<script type="application/json" id="boot">${escapeJson(boot)}</script></body></html>`
  return { status, html, cacheable: status === 200 || route.status === 404 }
}

type OfflineInput = Pick<RenderInput, 'locale' | 'init' | 'assets' | 'brand'>
/**
 * The page that the service worker answers with when a player is offline. It needs the style sheet and one script, and
 * shows nothing of the player.
 */
export async function renderOffline({ locale, init, assets, brand }: OfflineInput): Promise<string> {
  const messages = namedTexts(await loadMessages(locale, ['common']), brand.named)
  return (
    `<!doctype html><html lang="${locale}" data-failed="offline" data-offline${brand.theme ? ` data-theme="${brand.theme}"` : ''}>` +
    '<head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
    schemeTags(brand).join('') +
    `<title>${escapeHtml(init.brand.site)}</title>` +
    assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('') +
    `<script type="module" src="${assets.offline}"></script></head><body>${fallbacks(locale, messages, init.languages).bottom}</body></html>`
  )
}

type SoonInput = OfflineInput & { hero: HomeConf['hero'] }
/** The page of a shop that was never open, for every address of a page but those of the law. */
export async function renderSoon({ locale, init, assets, brand, hero }: SoonInput): Promise<string> {
  const messages = namedTexts(await loadMessages(locale, ['common', 'opening']), brand.named)
  const title = `${messages.opening?.title ?? ''} – ${init.brand.site}`
  return (
    `<!doctype html><html lang="${locale}"${brand.theme ? ` data-theme="${brand.theme}"` : ''}>` +
    '<head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
    schemeTags(brand).join('') +
    `<title>${escapeHtml(title)}</title>` +
    assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('') +
    `<link rel="icon" type="image/svg+xml" href="${brand.favicon}"></head>` +
    `<body>${soonPage(messages, { init, hero, locale })}</body></html>`
  )
}
