import type { Product } from '@hc/contract/calls'
import { CallError } from '@hc/contract/client'
import { packPoints, usdToCents } from '@hc/domain/money'
import { errorText } from '@hc/i18n/error-text'
import { Button } from '@hc/ui/button'
import { DefinitionRow } from '@hc/ui/definition-row'
import { Dialog } from '@hc/ui/dialog'
import { Notice } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { exactPath } from '../recharge/after-points.ts'
import { api, refreshBalance } from '../../lib/api.ts'
import { useFormat } from '../../lib/locale.ts'
import { navigate } from '../../lib/nav.ts'
import { balanceStore, ePointNum, useBalance } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/use-call.ts'
import { paths } from '../../paths.ts'
import { useLocalPrices } from '../market/use-local-prices.ts'
import { productArt } from '../recharge/product-art.ts'
import { usePrice } from '../recharge/price.ts'
import { ExactText } from './exact-offer.tsx'
import { useExactRow } from './use-exact-row.ts'
import { ContactLink } from '../support/contact-link.tsx'

/**
 * `worth`: the price in money, as text; absent if it is not known. `total`: the units with their bonus, 0 without a
 * bonus. `role`, `server`: whose item it is, empty if nobody's.
 */
export type PointsPurchase = {
  goods: string
  name: string
  role: string
  server: string
  total: number
  points: number
  worth?: string
  order: () => Promise<string>
}

function Line({
  label,
  value,
  note,
  strong = false,
}: {
  label: string
  value: number | null
  note?: string | undefined
  strong?: boolean
}) {
  const format = useFormat()
  return (
    <DefinitionRow look={strong ? 'total' : 'sum'} label={label}>
      {value === null ? (
        <Skeleton className="h-5 w-16" />
      ) : (
        <span className="block text-right">{format.number(value)}</span>
      )}
      {note && <span className="block text-right text-sm font-normal text-soft">{note}</span>}
    </DefinitionRow>
  )
}

/** Pays from the wallet without leaving the page, and shows the balance, the price and the remainder. */
export function PointsDialog({
  purchase,
  onClose,
  onPaid,
}: {
  purchase: PointsPurchase
  onClose: () => void
  onPaid: (id: string) => void
}) {
  const t = useTranslations('recharge')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const format = useFormat()
  const balance = useBalance()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  useEffect(() => {
    void refreshBalance()
  }, [])

  const have = balance && ePointNum(balance)
  const short = have === null ? 0 : Math.max(0, purchase.points - have)
  const insufficient = short > 0 || (failed instanceof CallError && failed.msg === 'ePointNumInsufficient')
  const pay = async () => {
    setBusy(true)
    setFailed(null)
    try {
      const id = await purchase.order()
      const paid = await api.call('payment/order/epoint/pay', { paymentId: id })
      balanceStore.set({ basicNum: paid.basicNum, presentNum: paid.presentNum, debtNum: balance?.debtNum ?? 0 })
      toast(t('points.done'), 'good')
      onPaid(id)
    } catch (error) {
      setFailed(error)
      setBusy(false)
      void refreshBalance()
    }
  }
  const localPrices = useLocalPrices()
  const price = usePrice()
  // Credited points first repay the player's debt.
  const need = short > 0 ? short + (balance?.debtNum ?? 0) : 0
  const exact = useExactRow(need)
  const packs = useCall('order/webCoinProduct', exact.known && !exact.row ? localPrices : null)
  const sum = (pack: Product): number => {
    const { basic, present } = packPoints(usdToCents(pack.price), pack.bonus)
    return basic + present
  }
  // The smallest pack that suffices; if none does, the largest.
  const bySize = [...(packs.result ?? [])].sort((a, b) => a.price - b.price)
  const enough = bySize.find((pack) => sum(pack) >= short) ?? bySize.at(-1)
  const toPacks = () => {
    onClose()
    if (exact.row) navigate(exactPath(need, purchase.goods))
    else navigate(enough ? paths.buy(enough.cp_goods_id, true) : paths.packs)
  }
  return (
    <Dialog
      open
      name="pay_points"
      title={t('points.title')}
      closeLabel={tc('action.close')}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          {insufficient ? (
            <Button data-track="points_top_up" kind="gold" onClick={toPacks}>
              {exact.row ? t('points.toExact', { name: exact.row.name }) : t('points.toPacks')}
            </Button>
          ) : (
            <Button data-track="points_pay" kind="gold" busy={busy || have === null} onClick={() => void pay()}>
              {busy ? t('points.paying') : t('points.confirm', { points: format.number(purchase.points) })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex items-center gap-4">
        <img
          src={productArt({ icon: '', cp_goods_id: purchase.goods })}
          alt=""
          width="56"
          height="56"
          className="size-14 flex-none"
        />
        <div className="min-w-0">
          <p className="font-bold">
            {purchase.role
              ? t('points.for', { name: purchase.name, role: purchase.role, server: purchase.server })
              : t('points.text', { name: purchase.name })}
          </p>
          {purchase.total > 0 && (
            <p className="text-soft">{t('item.youGet', { total: format.number(purchase.total) })}</p>
          )}
        </div>
      </div>
      <dl className="mt-3">
        <Line label={t('points.before')} value={have} />
        <Line
          label={t('points.price')}
          value={-purchase.points}
          note={purchase.worth && t('summary.worth', { amount: purchase.worth })}
        />
        {short === 0 && <Line strong label={t('points.after')} value={have === null ? null : have - purchase.points} />}
      </dl>
      <div className="mt-3" aria-live="polite">
        {failed !== null && (
          <Notice tone="bad" className="mb-2">
            {errorText(te, failed, 'payment')} <ContactLink />
          </Notice>
        )}
        {short > 0 ? (
          <Notice tone="warn">
            <strong className="block">{t('points.short', { points: format.number(short) })}</strong>
            {exact.row && <ExactText row={exact.row} need={need} />}
            {enough && <p>{t('points.enough', { name: enough.name, price: price(enough) })}</p>}
          </Notice>
        ) : (
          <p className="text-sm text-faint">{t('points.present')}</p>
        )}
      </div>
    </Dialog>
  )
}
