import type { Product } from '@hc/contract/calls'
import { errorText } from '@hc/i18n/error-text'
import { Button } from '@hc/ui/button'
import { StatePanel } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { useState } from 'react'
import { useCalm } from '../../lib/use-calm.ts'
import { CardSkeleton, Loading } from '../../shell/loading.tsx'
import { ItemCard } from './item-card.tsx'
import { WhyDialog } from './reasons.tsx'

type Props = {
  products: readonly Product[] | null
  /** What stands in the place of the list until it is there; may be empty. */
  outlines: readonly Product[]
  error: unknown
  onRetry: () => void
  pack: boolean
  /** The player has chosen server and character. */
  ready: boolean
  /** The session or the servers are still loading: it is not the player's turn yet. */
  waiting: boolean
  selected: string
  /** The selected item cannot be bought now. */
  stopped: boolean
  /** The player pressed Pay without an item. */
  isMissing: boolean
  /** The item that the address names, before a character is chosen. */
  wish: string | null
  /** The character for whom the reasons are asked. */
  target: { server_id: string; role_id: string }
  onSelect: (id: string) => void
}

/** A card that nobody can choose. */
const outline = { checked: false, stopped: false, isInvalid: false, onSelect: () => {}, onWhy: () => {} }

const SKELETONS = [1, 2, 3, 4, 5, 6]

/** Step 2: what to buy. */
export function ItemGrid({
  products,
  outlines,
  error,
  onRetry,
  pack,
  ready,
  waiting,
  selected,
  stopped,
  isMissing,
  wish,
  target,
  onSelect,
}: Props) {
  const t = useTranslations('recharge')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const [productId, setAsked] = useState<string | null>(null)
  const waits = useCalm(!products && !error && (waiting || ready || pack))
  if (!waiting && !ready && !pack) {
    return (
      <div className="item-area item-ghost">
        <div className="item-grid" aria-hidden="true">
          {SKELETONS.map((index) => (
            <span key={index} className="item-skeleton" />
          ))}
        </div>
        <div className="item-ghost-text">
          <StatePanel art="empty" title={wish === null ? t('item.chooseTarget') : t('item.wish', { name: wish })} />
        </div>
      </div>
    )
  }
  if (error && !products) {
    return (
      <div className="item-area">
        <StatePanel art="error" title={errorText(te, error, 'itemList')}>
          <Button onClick={onRetry}>{tc('action.retry')}</Button>
        </StatePanel>
      </div>
    )
  }
  if (!products && outlines.length > 0)
    return (
      <Loading className="item-area">
        <div className="item-grid item-outlines" aria-hidden="true">
          {outlines.map((product, index) => (
            <ItemCard key={product.cp_goods_id} {...outline} {...{ product, pack }} isFirst={index < 2} />
          ))}
        </div>
      </Loading>
    )
  if (!products || (waits && outlines.length === 0))
    return (
      <Loading className="item-grid item-area">
        {SKELETONS.map((index) => (
          <CardSkeleton key={index} className="item-skeleton" />
        ))}
      </Loading>
    )
  if (products.length === 0)
    return (
      <div className="item-area">
        <StatePanel art="empty" title={t('item.empty')} text={t('item.emptyHint')} />
      </div>
    )
  return (
    <fieldset className="item-area">
      <legend className="sr-only">{t('step.item')}</legend>
      <div className="item-grid">
        {products.map((product, index) => (
          <ItemCard
            key={product.cp_goods_id}
            product={product}
            pack={pack}
            checked={product.cp_goods_id === selected}
            stopped={stopped && product.cp_goods_id === selected}
            isInvalid={isMissing && index === 0}
            onWhy={() => setAsked(product.cp_goods_id)}
            onSelect={() => onSelect(product.cp_goods_id)}
          />
        ))}
      </div>
      <WhyDialog
        about={productId === null ? null : { cp_goods_id: productId, ...target }}
        onClose={() => setAsked(null)}
      />
    </fieldset>
  )
}
