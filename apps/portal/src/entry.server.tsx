import type { Article, HomeConf, SettingInit } from '@hc/contract/calls'
import { defaultLocale, locales, type Locale } from '@hc/contract/locales'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './app.tsx'
import type { Boot } from './lib/boot.ts'
import { inlineArt } from './lib/inline-art.ts'
import { prepare, type View } from './router/prepare.ts'
import type { Source } from './router/source.ts'
import { matchRoute, pageFile, redirectOf, SITE_TITLE, viewKey } from './routes.ts'

export type { Source } from './router/source.ts'

/** The build's manifest as tags: what a page needs is asked for while its HTML still arrives. */
export type Assets = { styles: readonly string[]; entry: string; preload: (files: readonly string[]) => readonly string[]; art: (url: string) => string | undefined }
export type Page = { status: 200 | 404; html: string; cacheable: boolean }

/** What an address is, before anything is rendered: `key` is one for all addresses that give the same HTML. */
export function resolve(path: string, search: string): { redirect: string } | { key: string } {
  const redirect = redirectOf(path, search)
  return redirect === undefined ? { key: viewKey(matchRoute(path, search)) } : { redirect }
}

/** What search engines show of a page: its own words where it has some, else what the shop says of itself. */
function descriptionOf({ data, messages }: View): string {
  const { conf, article } = (data ?? {}) as { conf?: HomeConf; article?: Article }
  const common = messages.common as { footer?: { note?: unknown } } | undefined
  const note = common?.footer?.note
  return conf?.hero.subtitle ?? article?.summary ?? (typeof note === 'string' ? note : '')
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** JSON inside a script element: nothing in it may end the element. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c').replace(/\u2028|\u2029/g, '')

export type RenderInput = { key: string; locale: Locale; source: Source; init: SettingInit; assets: Assets; origin: string }

/** Renders one page. Each call has its own view and translator: nothing of one request is seen by another. */
export async function render({ key, locale, source, init, assets, origin }: RenderInput): Promise<Page> {
  const [path = '/', search = ''] = key.split('?')
  const view = await prepare({ path, search, locale }, source)
  const { status, route, data } = view
  const hero = route.file === 'main.home' ? (data as { conf: { hero: { img: string; imgNarrow: string } } }).conf.hero : undefined
  const art = hero && inlineArt(assets.art, hero)
  const body = renderToString(<Router ssrPath={path} ssrSearch={search}><App init={init} first={view} art={art} /></Router>)
  const title = `${(view.messages.common as { title?: Record<string, string> } | undefined)?.title?.[route.title] ?? ''} - ${SITE_TITLE}`
  const files = ['src/entry.client.tsx', pageFile(route)]
  const boot: Boot = { locale, path, search, status, init, data, art: art !== undefined, messages: view.messages }
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(descriptionOf(view))}">`,
    `<meta name="theme-color" content="#0b1020">`,
    ...(hero && !art ? [
      `<link rel="preload" as="image" href="${escapeHtml(hero.imgNarrow)}" media="(max-width: 750px)" fetchpriority="high">`,
      `<link rel="preload" as="image" href="${escapeHtml(hero.img)}" media="(min-width: 750.1px)" fetchpriority="high">`,
    ] : []),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    '<link rel="icon" type="image/svg+xml" href="/art/favicon.svg">',
    ...(status === 200 && route.guard === 'open' ? alternates(origin, path, search, locale) : ['<meta name="robots" content="noindex">']),
    `<script type="module" src="${assets.entry}" data-files="${assets.preload(files).join(' ')}"></script>`,
  ]
  const html = `<!doctype html><html lang="${locale}"><head>${head.join('')}</head><body><div id="app">${body}</div>`
    + `<script type="application/json" id="boot">${escapeJson(boot)}</script></body></html>`
  return { status, html, cacheable: status === 200 || route.status === 404 }
}

/** The same page in the other languages, for search engines. */
function alternates(origin: string, path: string, search: string, locale: Locale): string[] {
  const address = (one: Locale): string => {
    const query = new URLSearchParams(search)
    if (one !== defaultLocale) query.set('lang', one)
    return escapeHtml(origin + path + (query.size ? `?${query}` : ''))
  }
  return [`<link rel="canonical" href="${address(locale)}">`, ...locales.map((one) => `<link rel="alternate" hreflang="${one}" href="${address(one)}">`)]
}

