import type { OrderRecord } from '@hc/contract/calls'
import { OrderStatus } from '@hc/domain/order/order-status'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { useApp } from '../../shell/app-context.ts'
import { isExact } from '../recharge/after-points.ts'
import { productArt } from '../recharge/product-art.ts'

/** The picture of goods; points by their number have the currency's. */
export function useArtOf(): (goods: { cp_goods_id: string; icon?: string }) => string {
  const { init } = useApp()
  return ({ cp_goods_id, icon = '' }) =>
    isExact({ cp_goods_id }) ? init.brand.currency : productArt({ icon, cp_goods_id })
}

/** The picture of an order's goods. */
export const useOrderArt = (record: OrderRecord): string => useArtOf()({ cp_goods_id: record.cp_goods_id })

/** The goods with their bonus in units, "980 Star Gems + 980 bonus"; without a bonus the name alone. */
export function useUnitsText({ name, bonus_units: extra }: OrderRecord): string {
  const t = useTranslations('order')
  const format = useFormat()
  return extra > 0 ? t('moment.units', { name, extra: format.number(extra) }) : name
}

/** Orders that were paid, and whose money was not all given back. */
export const isPaid = ({ status }: OrderRecord): boolean =>
  status === OrderStatus.paid || status === OrderStatus.delivered
