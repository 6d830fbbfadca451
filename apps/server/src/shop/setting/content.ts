import type { Article, ArticleItem, HomeConf } from '@hc/contract/calls'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import type { Catalog } from '../catalog/catalog.ts'
import type { Config } from '../../config/config.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { type Runs, standing } from './article-dates.ts'
import { sanitizeArticle } from '../../platform/sanitize.ts'

type ArticleRow = Runs & {
  id: string
  type: number
  img: string
  ts: number
  /** Players see the article from `shown` until `hidden` (unix seconds); null: from the start, or without an end. */
  shown: number | null
  hidden: number | null
  pinned: boolean
  hot: boolean
  texts: Partial<Record<Locale, { title: string; summary: string; html: string }>>
}
/** The pages of the footer come from the brand. Blocks that an earlier version stored have them, too. */
type HomeBlock = Omit<HomeConf, 'hotNews' | 'goods' | 'footer'>

/**
 * Articles and the home page from memory, in every language. `version` grows whenever any of it changes, or an article
 * begins or ends.
 */
export type Content = {
  homeConf(locale: Locale): HomeConf
  articles(
    locale: Locale,
    query: { type: number; page: number; size: number },
  ): { result: ArticleItem[]; total: number }
  article(locale: Locale, id: string): Article | undefined
  pinned(locale: Locale): ArticleItem[]
  version(): number
  /** The same content at another moment, with some fields of some rows replaced. */
  preview(
    then: Then,
    locale: Locale,
    shows: string,
  ): Pick<Content, 'homeConf' | 'articles' | 'article' | 'pinned'> & {
    /** The name of a product that is on the home page only for this preview; '' for none. */
    added: string
  }
}
/** A moment (unix seconds), and the fields of rows that differ then, by kind and id. */
export type Then = {
  moment: number
  article: ReadonlyMap<string, Record<string, unknown>>
  block: ReadonlyMap<string, Record<string, unknown>>
  product: ReadonlyMap<string, Record<string, unknown>>
}

type Shelf = { list: (ArticleItem & { pinned: boolean; hot: boolean })[]; byId: Map<string, Article> }

function shelve(rows: readonly ArticleRow[], locale: Locale, now: number): Shelf {
  const byId = new Map<string, Article>()
  const list = rows.flatMap((row) => {
    const text = row.texts[locale] ?? row.texts[defaultLocale]
    if (!text) return []
    const { phase, days_left } = standing(row, now)
    const item = {
      id: row.id,
      type: row.type,
      img: row.img,
      create_ts: row.ts,
      title: text.title,
      summary: text.summary,
      start_ts: row.starts ?? 0,
      end_ts: row.ends ?? 0,
      phase,
      days_left,
    }
    byId.set(row.id, { ...item, content: sanitizeArticle(text.html) })
    return [{ ...item, pinned: row.pinned, hot: row.hot }]
  })
  return { list, byId }
}

const item = ({
  id,
  type,
  img,
  create_ts,
  title,
  summary,
  start_ts,
  end_ts,
  phase,
  days_left,
}: ArticleItem): ArticleItem => ({ id, type, img, create_ts, title, summary, start_ts, end_ts, phase, days_left })

/**
 * The home page of a publisher who has written nothing yet: the game's name. For empty fields the portal has texts of
 * its own.
 */
const bareHome = (gameName: string): HomeBlock => ({
  hero: { kicker: '', title: gameName, subtitle: '', cta: '', img: '', imgNarrow: '' },
  downloads: [],
  features: [],
  gameInfo: { title: gameName, paragraphs: [], facts: [] },
})

/** Values of a stored block that mean "the brand's own picture": '', or the paths that earlier versions stored. */
const OWN_PICTURE: ReadonlySet<string> = new Set(['', '/art/hero.svg', '/art/hero-narrow.svg'])

const goesOn = ({ phase }: ArticleItem): boolean => phase !== 'ended'
const seenAt = (rows: readonly ArticleRow[], seconds: number): ArticleRow[] =>
  rows.filter(({ shown, hidden }) => (shown ?? 0) <= seconds && seconds < (hidden ?? Infinity))

const secondsOf = (text: unknown): number | null =>
  typeof text === 'string' ? Math.floor(new Date(text).getTime() / 1000) : null
/** The rows with the fields of a preview. A draft may be of an article that does not exist yet. */
function rowsThen(rows: readonly ArticleRow[], { moment, article }: Then): ArticleRow[] {
  const rowById = new Map(rows.map((row) => [row.id, row]))
  for (const [id, fields] of article) {
    if (fields.state === 'down') {
      rowById.delete(id)
      continue
    }
    const before = rowById.get(id)
    const read = (name: string, old: number | null | undefined): number | null =>
      name in fields ? secondsOf(fields[name]) : (old ?? null)
    rowById.set(id, {
      ...({ ts: moment, ...before, ...fields } as ArticleRow),
      id,
      starts: read('starts_at', before?.starts),
      ends: read('ends_at', before?.ends),
      shown: read('publish_at', before?.shown),
      hidden: read('unpublish_at', before?.hidden),
    })
  }
  return [...rowById.values()].sort((a, b) => b.ts - a.ts)
}

/** @param now the server's clock, in ms */
export async function loadContent(
  q: Query,
  changes: Pick<Changes, 'follow'>,
  { brand, game }: Pick<Config, 'brand' | 'game'>,
  catalog: Pick<Catalog, 'shelf' | 'previewShelf' | 'version'>,
  now: () => number,
): Promise<Content> {
  let version = 0
  let rows: ArticleRow[] = []
  let shelves = new Map<Locale, Shelf>()
  let homes = new Map<Locale, HomeBlock>()
  /** When the shelves become outdated, in unix seconds: an article begins, ends, or has a day less left. */
  let turns = Infinity

  function arrange(): void {
    const seconds = Math.floor(now() / 1000)
    const visible = seenAt(rows, seconds)
    shelves = new Map(locales.map((locale) => [locale, shelve(visible, locale, seconds)]))
    const marks = rows.flatMap(({ shown, hidden }) => [shown ?? 0, hidden ?? 0]).filter((mark) => mark > seconds)
    turns = Math.min(...rows.map((row) => standing(row, seconds).until), ...marks)
    version++
  }
  async function read(): Promise<void> {
    rows = await q<ArticleRow>({
      text: `select id, type, img, ${epochSeconds('created_at')} as ts, pinned, hot, texts,
               ${epochSeconds('starts_at')} as starts, ${epochSeconds('ends_at')} as ends,
               ${epochSeconds('publish_at')} as shown, ${epochSeconds('unpublish_at')} as hidden
             from article where state = 'live' order by created_at desc, id`,
    })
    const blocks = await q<{ locale: Locale; value: HomeBlock }>({
      text: `select locale, value from content_block where name = 'home'`,
    })
    homes = new Map(blocks.map((block) => [block.locale, block.value]))
    arrange()
  }
  await changes.follow('content', read)

  const onTime = (): void => {
    if (now() >= turns * 1000) arrange()
  }
  const shelf = (locale: Locale): Shelf => {
    onTime()
    return shelves.get(locale) ?? { list: [], byId: new Map() }
  }
  type Shelves = { shelf: (locale: Locale) => Shelf; goods: (locale: Locale) => HomeConf['goods']; homes: typeof homes }
  const live: Shelves = {
    shelf,
    goods: catalog.shelf,
    get homes() {
      return homes
    },
  }
  const pages = (parts: Shelves): Pick<Content, 'homeConf' | 'articles' | 'article' | 'pinned'> => ({
    homeConf(locale) {
      const block = parts.homes.get(locale) ?? parts.homes.get(defaultLocale) ?? bareHome(game.name)
      const { img, imgNarrow } = block.hero
      const hero = {
        ...block.hero,
        img: OWN_PICTURE.has(img) ? brand.art.hero : img,
        imgNarrow: OWN_PICTURE.has(imgNarrow) ? brand.art.heroNarrow : imgNarrow,
      }
      return {
        ...block,
        hero,
        footer: brand.legal(locale),
        goods: parts.goods(locale),
        hotNews: parts
          .shelf(locale)
          .list.filter((article) => article.hot && goesOn(article))
          .map(item),
      }
    },
    articles(locale, { type, page, size }) {
      const all = parts.shelf(locale).list.filter((article) => type === 0 || article.type === type)
      return { result: all.slice((page - 1) * size, page * size).map(item), total: all.length }
    },
    article: (locale, id) => parts.shelf(locale).byId.get(id),
    pinned: (locale) =>
      parts
        .shelf(locale)
        .list.filter((article) => article.pinned && goesOn(article))
        .map(item),
  })
  return {
    ...pages(live),
    version() {
      onTime()
      return version + catalog.version()
    },
    preview(then, locale, shows) {
      const shelfThen = shelve(seenAt(rowsThen(rows, then), then.moment), locale, then.moment)
      const homesThen = new Map(homes)
      for (const [key, { value }] of then.block)
        if (key === `home/${locale}` && value) homesThen.set(locale, value as HomeBlock)
      const usual = catalog.previewShelf(then.product, locale)
      const goods = catalog.previewShelf(then.product, locale, shows)
      const added = goods.find(({ cp_goods_id: id }) => !usual.some((good) => good.cp_goods_id === id))?.name ?? ''
      return { ...pages({ shelf: () => shelfThen, goods: () => goods, homes: homesThen }), added }
    },
  }
}
