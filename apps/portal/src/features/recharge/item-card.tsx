import type { Product } from '@hc/contract/calls'
import { packPoints, pointsForUsd, usdToCents } from '@hc/domain/money'
import { Icon } from '@hc/ui/icon'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { usePrice, useTaxNote } from './price.ts'
import { productArt } from './product-art.ts'
import { WhyButton } from './reasons.tsx'
import { offeredBonus, withBonus } from './with-bonus.ts'

const tags = ['new', 'best', 'limited'] as const

function Bonus({ product, pack }: { product: Product; pack: boolean }) {
  const t = useTranslations('recharge')
  const format = useFormat()
  // The way to that order is the notice above the pay button: a card has one meaning.
  if (product.bonus_held_by) return <span className="text-sm text-soft">{t('item.bonusHeld')}</span>
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

/** The chosen item as one row. */
export function ItemRow({ product, pack }: { product: Product; pack: boolean }) {
  const price = usePrice()
  return (
    <>
      <img src={productArt(product)} alt="" width="56" height="56" className="size-14" />
      <p className="min-w-0">
        <span className="block font-bold">{product.name}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="price text-base">{price(product)}</span>
          {pack ? <PackExtra product={product} /> : <YouGet product={product} />}
        </span>
      </p>
    </>
  )
}

/** The item that somebody came for, before they have chosen who gets it. */
export function WishRow({ product }: { product: Product }) {
  const t = useTranslations('recharge')
  return (
    <>
      <img src={productArt(product)} alt="" width="56" height="56" className="size-14" />
      <p className="min-w-0 font-bold">{t('item.wish', { name: product.name })}</p>
    </>
  )
}

/** One item to buy: a radio button that looks like the item. */
export function ItemCard({
  product,
  pack,
  checked,
  stopped,
  isInvalid,
  isFirst = false,
  onSelect,
  onWhy,
}: {
  product: Product
  pack: boolean
  checked: boolean
  /** The item cannot be bought now. */
  stopped: boolean
  /** The player pressed Pay without an item. */
  isInvalid: boolean
  /** The picture is the largest thing of the first frame. */
  isFirst?: boolean
  onSelect: () => void
  onWhy: () => void
}) {
  const t = useTranslations('recharge')
  const format = useFormat()
  const price = usePrice()
  const tax = useTaxNote(product)
  const tag = tags.find((candidate) => candidate === product.tag)
  const id = useId()
  const why = stopped ? t('why.cannot') : ''
  return (
    <div className="item-card">
      <input
        data-track="item"
        type="radio"
        name="item"
        value={product.cp_goods_id}
        checked={checked}
        onChange={onSelect}
        aria-labelledby={`${id}-name ${id}-price ${id}-get ${id}-bonus`}
        aria-describedby={`${id}-more`}
        {...(isInvalid && { 'aria-invalid': true })}
        className="item-radio"
      />
      <span className="item-mark" aria-hidden="true">
        <Icon name="check" className="size-4" />
      </span>
      {tag && <span className="badge badge-value item-tag">{t(`item.tag.${tag}`)}</span>}
      <span className="item-art">
        <img
          src={productArt(product)}
          alt=""
          width="240"
          height="240"
          {...(isFirst && { fetchPriority: 'high' as const })}
        />
      </span>
      <div className="item-text">
        <span id={`${id}-bonus`} className="flex flex-col empty:hidden">
          <Bonus product={product} pack={pack} />
        </span>
        <span id={`${id}-name`} className="item-name text-lg leading-snug font-bold max-md:text-base">
          {product.name}
        </span>
        <span id={`${id}-get`} className="empty:hidden">
          {pack ? <PackExtra product={product} /> : <YouGet product={product} />}
        </span>
        {/* The name of a plain amount says everything; the contents of a pass are shown at every size. */}
        <span id={`${id}-more`} className={`text-sm text-soft ${product.quantity > 0 ? 'max-md:hidden' : ''}`}>
          {product.desc}
        </span>
        <span className="mt-auto flex flex-col pt-2">
          <span id={`${id}-price`} className="price">
            {price(product)}
          </span>
          {tax && <span className="text-xs text-soft">{tax}</span>}
          {!pack && (
            <span className="text-sm text-soft max-md:text-xs">
              {t('item.orPoints', { points: format.number(pointsForUsd(product.price)) })}
            </span>
          )}
          {/* At the foot of the card, so that a tap on its middle chooses the item. */}
          {why !== '' ? (
            <span className="pt-1 text-sm font-semibold">
              {why} <WhyButton onAsk={onWhy} />
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
      </div>
    </div>
  )
}
