import type { Product } from '@hc/contract/calls'
import { packPoints, pointsForUsd, usdToCents } from '@hc/domain/money'
import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { usePrice, useTaxNote } from './price.ts'
import { productArt } from './product-art.ts'
import { WhyButton } from './reasons.tsx'
import { heldByLink } from './bonus-holder.tsx'
import { offeredBonus, withBonus } from './with-bonus.ts'

const tags = ['new', 'best', 'limited'] as const

function Bonus({ product, pack }: { product: Product; pack: boolean }) {
  const t = useTranslations('recharge')
  const format = useFormat()
  const heldBy = heldByLink(product)
  // The player reads it before they order: the order would have no bonus.
  if (heldBy) return <span className="text-sm text-soft">{t.rich('item.bonusHeld', heldBy)}</span>
  if (product.bonus === 0) {
    if (product.bonus_used_ts === 0) return null
    // Explains why there is no bonus: a character gets it once, until it is reset.
    return (
      <span className="text-xs text-soft">
        <span className="block">{t('item.bonusUsed', { date: format.day(product.bonus_used_ts) })}</span>
        {product.bonus_again_ts > 0 && (
          <span className="block font-semibold text-gold">
            {t('item.bonusAgain', { date: format.day(product.bonus_again_ts) })}
          </span>
        )}
      </span>
    )
  }
  return (
    <span className="badge badge-gold self-start">
      {t(pack ? 'item.packBonus' : 'item.firstBonus', { bonus: String(product.bonus) })}
    </span>
  )
}

/** The pack's name gives the points that are bought; this gives the extra points. */
function PackExtra({ product }: { product: Product }) {
  const t = useTranslations('recharge')
  const format = useFormat()
  const { present } = packPoints(usdToCents(product.price), product.bonus)
  return present > 0 ? (
    <span className="text-sm font-semibold text-gold">{t('item.packExtra', { points: format.number(present) })}</span>
  ) : null
}

/** The total that the character gets with a bonus in percent. */
function YouGet({ product }: { product: Product }) {
  const t = useTranslations('recharge')
  const format = useFormat()
  if (offeredBonus(product) === 0 || product.quantity === 0) return null
  return (
    <span className="text-sm font-semibold text-gold">
      {t('item.youGet', { total: format.number(withBonus(product)) })}
    </span>
  )
}

/** One item to buy: a radio button that looks like the item. */
export function ItemCard({
  product,
  pack,
  checked,
  stopped,
  onSelect,
  onWhy,
}: {
  product: Product
  pack: boolean
  checked: boolean
  /** The item cannot be bought now. */
  stopped: boolean
  onSelect: () => void
  onWhy: () => void
}) {
  const t = useTranslations('recharge')
  const format = useFormat()
  const price = usePrice()
  const tax = useTaxNote(product)
  const tag = tags.find((candidate) => candidate === product.tag)
  return (
    <label className="item-card">
      <input
        data-track="item"
        type="radio"
        name="item"
        value={product.cp_goods_id}
        checked={checked}
        onChange={onSelect}
        className="item-radio"
      />
      <span className="item-mark" aria-hidden="true">
        <Icon name="check" className="size-4" />
      </span>
      {tag && <span className="badge badge-rose item-tag">{t(`item.tag.${tag}`)}</span>}
      <span className="item-art">
        <img src={productArt(product)} alt="" width="240" height="240" />
      </span>
      <span className="item-text">
        <Bonus product={product} pack={pack} />
        <span className="text-lg leading-snug font-bold max-md:text-base">{product.name}</span>
        {pack && <PackExtra product={product} />}
        {!pack && <YouGet product={product} />}
        {/* The name of a plain amount says everything; the contents of a pass are shown at every size. */}
        <span className={`text-sm text-soft ${product.quantity > 0 ? 'max-md:hidden' : ''}`}>{product.desc}</span>
        <span className="mt-auto flex flex-col pt-2">
          <span className="price">{price(product)}</span>
          {tax && <span className="text-xs text-soft">{tax}</span>}
          {!pack && (
            <span className="text-sm text-soft max-md:text-xs">
              {t('item.orPoints', { points: format.number(pointsForUsd(product.price)) })}
            </span>
          )}
          {/* At the foot of the card, so that a tap on its middle chooses the item. */}
          {stopped ? (
            <span className="pt-1 text-sm font-semibold">
              {t('why.cannot')} <WhyButton onAsk={onWhy} />
            </span>
          ) : (
            product.bonus_used_ts > 0 &&
            product.bonus === 0 && (
              <span className="pt-1 text-xs">
                <WhyButton text={t('why.noBonus')} onAsk={onWhy} />
              </span>
            )
          )}
        </span>
      </span>
    </label>
  )
}
