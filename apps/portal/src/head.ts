import type { SettingInit } from '@hc/contract/calls'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { productArt } from './features/recharge/product-art.ts'
import type { View } from './router/prepare.ts'
import { nameOf } from './routes.ts'

/** Pages that are no entry to the site: search engines must not index them. */
const hidden = new Set(['/login', '/main/logout', '/403'])
const DESCRIPTION_MAX = 160

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** JSON inside a script element: nothing in it may end the element. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, '')

/** The first words of a text with markup, cut where a word or a sentence ends. */
function startOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= DESCRIPTION_MAX) return text
  const cut = text.slice(0, DESCRIPTION_MAX)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('。'), DESCRIPTION_MAX / 2))}…`
}

/** The description for search engines: the page's own words if it has some, else those of the shop. */
function descriptionOf({ data, messages }: View): string {
  const { conf, article, result, html, shop, goods } = data ?? {}
  // A compiled text is a list if it has parts.
  const note: unknown = messages.common?.footer.note
  return (
    conf?.hero.subtitle ??
    article?.summary ??
    goods?.desc ??
    (shop && messages.window?.text) ??
    (result?.length ? startOf(result.map((candidate) => candidate.title).join(' · ')) : undefined) ??
    (html === undefined ? undefined : startOf(html)) ??
    (typeof note === 'string' ? note : '')
  )
}

/** `share`: the address of the picture that a shared link shows. */
type Place = { origin: string; path: string; search: string; locale: Locale; init: SettingInit; share: string }

/**
 * A page's one address in a language. The address without a language is the default language's, and serves visitors
 * whose language is not known.
 */
function addressOf({ origin, path, search }: Place, locale: Locale): string {
  const query = new URLSearchParams(search)
  if (locale !== defaultLocale) query.set('lang', locale)
  return origin + path + (query.size ? `?${query}` : '')
}

/** The page's content for machines (schema.org). Data only: no script runs. */
function structured(view: View, place: Place, description: string): object[] {
  const {
    origin,
    locale,
    init: { brand },
    share,
  } = place
  const publisher = {
    '@type': 'Organization',
    name: brand.site,
    url: `${origin}/main/home`,
    logo: { '@type': 'ImageObject', url: origin + brand.logo },
  }
  const article = view.data?.article
  if (article) {
    const date = new Date(article.create_ts * 1000).toISOString()
    return [
      {
        '@context': 'https://schema.org',
        '@type': article.type === 1 ? 'NewsArticle' : 'Article',
        headline: article.title,
        description,
        inLanguage: locale,
        datePublished: date,
        dateModified: date,
        image: [origin + article.img, origin + share],
        mainEntityOfPage: addressOf(place, locale),
        author: publisher,
        publisher,
      },
    ]
  }
  const goods = view.data?.goods
  if (goods?.offer) {
    const url = addressOf(place, locale)
    const { amount_minor: amount, currency, exponent } = goods.offer
    return [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: goods.name,
        description,
        sku: goods.cp_goods_id,
        image: [origin + productArt(goods), origin + share],
        offers: {
          '@type': 'Offer',
          price: (amount / 10 ** exponent).toFixed(exponent),
          priceCurrency: currency,
          url,
          seller: { '@type': 'Organization', name: brand.seller.name },
        },
      },
    ]
  }
  if (view.route.path !== '/main/home') return []
  return [
    { '@context': 'https://schema.org', ...publisher },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: brand.site,
      url: addressOf(place, locale),
      description,
      inLanguage: locale,
      publisher,
    },
  ]
}

/** Title, description and all other tags of a page that search engines and social networks read. */
export function headTags(view: View, place: Place): string[] {
  const { route, status } = view
  const {
    origin,
    locale,
    init: { brand },
    share,
  } = place
  const titles = view.messages.common?.title
  const title = `${nameOf(view) ?? titles?.[route.title] ?? ''} - ${brand.site}`
  const description = descriptionOf(view)
  const meta = (key: 'name' | 'property', name: string, content: string): string =>
    `<meta ${key}="${name}" content="${escapeHtml(content)}">`
  const head = [`<title>${escapeHtml(title)}</title>`, meta('name', 'description', description)]
  if (status !== 200 || route.guard !== 'open' || hidden.has(route.path))
    return [...head, meta('name', 'robots', 'noindex')]
  const url = addressOf(place, locale)
  const link = (hreflang: string, language: Locale): string =>
    `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(addressOf(place, language))}">`
  const article = view.data?.article
  // Social networks take no SVG: an article's own picture is used only if it is a photograph.
  const image = origin + (article && !article.img.endsWith('.svg') ? article.img : share)
  return [
    ...head,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...locales.map((candidate) => link(candidate, candidate)),
    link('x-default', defaultLocale),
    meta('property', 'og:site_name', brand.site),
    meta('property', 'og:type', article ? 'article' : 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:locale', locale.replace('-', '_')),
    meta('property', 'og:image', image),
    ...(image.endsWith(share)
      ? [meta('property', 'og:image:width', '1200'), meta('property', 'og:image:height', '630')]
      : []),
    meta('property', 'og:image:alt', title),
    ...(article ? [meta('property', 'article:published_time', new Date(article.create_ts * 1000).toISOString())] : []),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...structured(view, place, description).map(
      (data) => `<script type="application/ld+json">${escapeJson(data)}</script>`,
    ),
  ]
}
