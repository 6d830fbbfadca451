import type { SettingInit } from '@hc/contract/calls'
import { AppError } from '@hc/contract/errors'
import { type Locale, locales } from '@hc/contract/locales'
import { PAGE_SIZE_MAX, PASSWORD_LIMITS } from '@hc/domain/limits'
import type { Brand } from '../brand/brand.ts'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { Register } from '../../http/calls.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Books } from '../market/books.ts'
import type { Markets } from '../market/markets.ts'
import { shelfIn } from '../market/shop-window.ts'
import { anybodysMarket } from '../market/visitor.ts'
import type { Messages } from '../message/messages.ts'
import type { Content } from './content.ts'

type Parts = {
  config: Config
  ctx: Pick<Ctx, 'now'>
  books: Books
  catalog: Pick<Catalog, 'find' | 'arrivesSeconds'>
  markets: Pick<Markets, 'of'>
  content: Pick<Content, 'homeConf' | 'articles' | 'article' | 'pinned'>
  messages: Pick<Messages, 'offered'>
}
type LoginMethod = SettingInit['loginMethods'][number]

/** The login methods that are configured. */
function loginMethods({ config, messages }: Pick<Parts, 'config' | 'messages'>): LoginMethod[] {
  const thirdParties = (['facebook', 'google', 'apple', 'wechat'] as const).filter((provider) => config.oauth[provider])
  return ['account', ...(messages.offered.has('sms') ? ['phone' as const] : []), ...thirdParties]
}

/** The brand's part of a portal page, in a language. */
const brandOf = (
  { site, art, footer, links, fallback, seller, support, marks, legal, wordmark, finer, alternate }: Brand,
  locale: Locale,
): SettingInit['brand'] => ({
  site,
  logo: art.logo,
  login: art.heroNarrow,
  redeem: art.redeem,
  currency: art.currency,
  items: [...art.items],
  points: [...art.points],
  footer: footer.filter((page) => legal(locale)[page] !== undefined),
  links: links.map(({ href, text }) => ({ href, text: text[locale] ?? text[fallback] ?? href })),
  seller: { name: seller.name, address: seller.address },
  support: { email: support.email, hours: support.hours ?? '' },
  ...(wordmark && { wordmark }),
  ...(Object.keys(finer).length > 0 && { finer }),
  ...(alternate && { themes: true as const }),
  ...(alternate?.hero && { hero: { scheme: alternate.scheme, ...alternate.hero } }),
  ...(art.heroVideo && { film: { src: art.heroVideo, over: art.hero } }),
  ...(!marks && { marks: false as const }),
})

/**
 * The settings that a client needs at its start, in a language. `origin`: the address of this server; `/` for its own
 * pages, which works under any host name.
 */
export function settingInit(
  { books, catalog, config, content, messages }: Pick<Parts, 'books' | 'catalog' | 'config' | 'content' | 'messages'>,
  locale: Locale,
  origin = config.publicUrl,
): SettingInit {
  const arrives = catalog.arrivesSeconds()
  return {
    gameInfo: {
      gameId: config.game.id,
      name: config.game.name,
      cgi: config.analyticsKey,
      launchUrl: config.game.launchUrl,
    },
    customConfig: {
      loggerUrl: config.analytics.loggerUrl ?? origin,
      clientKey: config.clientKey,
      analyticsConsent: config.analytics.consent,
    },
    loginMethods: loginMethods({ config, messages }),
    languages: [...locales],
    limits: {
      orderExpireSeconds: config.order.expireSeconds,
      passwordMin: PASSWORD_LIMITS.min,
      passwordMax: PASSWORD_LIMITS.max,
      pageSizeMax: PAGE_SIZE_MAX,
    },
    bulletin: content.pinned(locale)[0] ?? null,
    supportEmail: config.support.email ?? '',
    supportDays: config.support.retentionDays,
    analyticsDays: config.analytics.retentionDays,
    demo: config.demo,
    ...(config.publicDemo && { visitors: true as const }),
    ...(books.countries().length > 0 ? { markets: true as const } : {}),
    ...(arrives !== null && { arrives_seconds: arrives }),
    brand: brandOf(config.brand, locale),
  }
}

export function settingRoutes(register: Register, app: Parts): void {
  register('setting/time', (_body) => Promise.resolve({ time: app.ctx.now() }))
  register('setting/init', (_body, { locale }) => Promise.resolve(settingInit(app, locale)))
  register('setting/webHomeConf', async (_body, context) => {
    const conf = app.content.homeConf(context.locale)
    if (app.books.countries().length === 0) return conf
    return { ...conf, goods: shelfIn(app, await anybodysMarket(app, context), conf.goods) }
  })
  register('setting/webArticle', (body, { locale }) => Promise.resolve(app.content.articles(locale, body)))
  register('setting/webArticleDetail', (body, { locale }) => {
    const article = app.content.article(locale, body.id)
    if (!article) throw new AppError('ArticleNotFound')
    return Promise.resolve(article)
  })
  register('bulletin/top', (_body, { locale }) => Promise.resolve(app.content.pinned(locale)))
}
