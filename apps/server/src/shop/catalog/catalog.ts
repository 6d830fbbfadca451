import type { HomeGoods, Product } from '@hc/contract/calls'
import { defaultLocale, type Locale } from '@hc/contract/locales'
import { centsToUsd } from '@hc/domain/money'
import { EXACT_PACK } from '@hc/domain/money/exact-points'
import { pointsName } from '@hc/i18n/point-text'
import type { Changes } from '../../platform/changes.ts'
import type { ChannelMethod } from './channel-methods.ts'
import type { ChannelRule } from './channel-rules.ts'
import type { Query } from '../../platform/db.ts'
import type { UsedBonuses } from './bonuses.ts'

type ProductText = { name: string; desc: string }
export type CatalogProduct = {
  cp_goods_id: string
  kind: 'item' | 'coin'
  price_cents: number
  bonus_pct: number
  quantity: number | null
  icon: string
  tag: string
  featured: number | null
  texts: Partial<Record<Locale, ProductText>>
}

export type Opening = 'open' | 'soon' | 'closed'

/** Products, channels and their methods in memory, reloaded after a change. */
export type Catalog = {
  find(goodsId: string): CatalogProduct | undefined
  /**
   * Products of a kind in the requested language. `used` holds the items whose first-top-up bonus this role has used,
   * or an open order holds.
   */
  list(kind: 'item' | 'coin', locale: Locale, used: UsedBonuses): Product[]
  /** The public goods of the home page, at most six. `bonus` is that of a new character. */
  shelf(locale: Locale): HomeGoods[]
  /** Grows whenever a product or a channel changes. */
  version(): number
  /** `points`: the points of an order. If they were bought by their number, they make the name of the product. */
  text(goodsId: string, locale: Locale, points?: number | null): ProductText
  /** The units in a product without its bonus, even if it is off sale; 0 if it is no plain amount. */
  quantity(goodsId: string): number
  /** Channels that are switched on, in their order. */
  channels(): readonly ChannelRule[]
  /** The methods that are switched on, of all channels. */
  methods(): readonly ChannelMethod[]
  /** The measured seconds from payment to delivery; null while too few are known. */
  arrivesSeconds(): number | null
  /** Whether the publisher has stopped all sales. */
  paused(): boolean
  /** Whether the shop sells; `soon`: it was never open. */
  opening(): Opening
  /**
   * The home page's products with some of their fields changed by `patches`. `shows`: a product to include in any case,
   * at the end if the page would not show it. Decision 502.
   */
  previewShelf(patches: ReadonlyMap<string, Record<string, unknown>>, locale: Locale, shows?: string): HomeGoods[]
}

const BEST = 'best'
const SHELF_SIZE = 6

/** The content of a product without a bonus: units of an item, basic points of a pack; 0 if it is no plain amount. */
const contents = ({ kind, quantity, price_cents }: CatalogProduct): number =>
  kind === 'coin' ? price_cents : (quantity ?? 0)

/** The content per cent; a pack's bonus counts, because it is given every time. */
const perCent = (product: CatalogProduct): number =>
  (contents(product) * (product.kind === 'coin' ? 1 + product.bonus_pct / 100 : 1)) / product.price_cents

/**
 * The one product of a kind that holds the most for its price; none if two are equal. "Best value" is a claim about
 * prices, so it is computed and never stored as a tag. Decision 185.
 */
function bestValue(products: readonly CatalogProduct[], kind: CatalogProduct['kind']): CatalogProduct | undefined {
  const candidates = products.filter((product) => product.kind === kind && contents(product) > 0)
  const [first, second] = candidates.sort((a, b) => perCent(b) - perCent(a))
  return first && second && perCent(first) > perCent(second) ? first : undefined
}

/** @param withBrand puts the brand's name of the currency into a text */
export async function loadCatalog(
  q: Query,
  changes: Pick<Changes, 'follow'>,
  withBrand: (locale: Locale, text: string) => string = (_locale, text) => text,
): Promise<Catalog> {
  let products: CatalogProduct[] = []
  let byId = new Map<string, CatalogProduct>()
  let all = new Map<string, CatalogProduct & { active: boolean; sort: number }>()
  let channels: ChannelRule[] = []
  let methods: ChannelMethod[] = []
  let paused = false
  let opening: Opening = 'open'
  let arrivesSeconds: number | null = null
  let version = 0
  let best: Record<CatalogProduct['kind'], CatalogProduct | undefined> = { item: undefined, coin: undefined }

  async function read(): Promise<void> {
    const rows = await q<CatalogProduct & { active: boolean; sort: number }>({
      text: `select cp_goods_id, kind, price_cents, bonus_pct, quantity, icon, tag, featured, texts, active, sort
               from product order by kind, sort, cp_goods_id`,
    })
    const rules = await q<ChannelRule>({
      text: `select channel_code, countries, currencies, min_cents, max_cents from payment_channel where enabled
        order by sort`,
    })
    const ways = await q<ChannelMethod>({
      text: `select channel_code, method, countries, currencies, min_minor, max_minor, settles, sort,
          extract(epoch from seen_at)::float8 * 1000 as seen
        from channel_method where enabled and seen_at is not null order by channel_code, sort, method`,
    })
    const [arrival] = await q<{ seconds: number }>({ text: 'select seconds from arrival_time' })
    const [sales] = await q<{ paused: boolean; opening: Opening }>({
      text: 'select sales_paused() as paused, shop_opening() as opening',
    })
    all = new Map(rows.map((row) => [row.cp_goods_id, row]))
    products = rows.filter((row) => row.active).map((row) => ({ ...row, tag: row.tag === BEST ? '' : row.tag }))
    best = { item: bestValue(products, 'item'), coin: bestValue(products, 'coin') }
    byId = new Map(products.map((row) => [row.cp_goods_id, row]))
    channels = rules
    methods = ways
    paused = sales?.paused ?? false
    opening = sales?.opening ?? 'open'
    arrivesSeconds = arrival?.seconds ?? null
    version++
  }
  await changes.follow('catalog', read)

  const text = (product: CatalogProduct | undefined, id: string, locale: Locale): ProductText =>
    product?.texts[locale] ?? product?.texts[defaultLocale] ?? { name: id, desc: '' }
  const offer = (product: CatalogProduct, locale: Locale, used: UsedBonuses, first = best): Product => {
    const id = product.cp_goods_id
    const had = used.get(id)
    return {
      cp_goods_id: id,
      ...text(product, id, locale),
      price: centsToUsd(product.price_cents),
      // A bonus that an open order holds is not used yet, so the character still has it.
      bonus: had && had.heldBy === '' ? 0 : product.bonus_pct,
      bonus_held_by: had?.heldBy ?? '',
      quantity: contents(product),
      icon: product.icon,
      tag: product === first[product.kind] ? BEST : product.tag,
      bonus_used_ts: had?.at ?? 0,
      bonus_again_ts: had?.again ?? 0,
    }
  }
  const featured = (among: readonly CatalogProduct[]): CatalogProduct[] => {
    const featuredOnes = among.filter((product) => product.featured !== null)
    const shelf =
      featuredOnes.length > 0
        ? featuredOnes.sort((a, b) => Number(a.featured) - Number(b.featured))
        : among.filter((product) => product.kind === 'item')
    return shelf.slice(0, SHELF_SIZE)
  }
  return {
    find: (id) => byId.get(id),
    text: (id, locale, points) =>
      id === EXACT_PACK && points
        ? { name: withBrand(locale, pointsName(locale, points)), desc: '' }
        : text(all.get(id), id, locale),
    quantity(id) {
      const product = all.get(id)
      return product ? contents(product) : 0
    },
    channels: () => channels,
    methods: () => methods,
    paused: () => paused,
    opening: () => opening,
    arrivesSeconds: () => arrivesSeconds,
    version: () => version,
    shelf: (locale) =>
      featured(products).map((product) => ({ ...offer(product, locale, new Map()), kind: product.kind })),
    previewShelf(patches, locale, shows = '') {
      const every = [...all.values()]
        .map((row) => ({ ...row, ...(patches.get(row.cp_goods_id) as Partial<typeof row> | undefined) }))
        .map((row) => ({ ...row, tag: row.tag === BEST ? '' : row.tag }))
        .sort((a, b) => a.sort - b.sort)
      const then = every.filter((row) => row.active)
      const shelf = featured(then)
      const placed = shelf.some((row) => row.cp_goods_id === shows)
      const first = { item: bestValue(then, 'item'), coin: bestValue(then, 'coin') }
      const added = placed ? [] : every.filter((row) => row.cp_goods_id === shows)
      return [...shelf, ...added].map((product) => ({
        ...offer(product, locale, new Map(), first),
        kind: product.kind,
      }))
    },
    list: (kind, locale, used) =>
      products.filter((product) => product.kind === kind).map((product) => offer(product, locale, used)),
  }
}
