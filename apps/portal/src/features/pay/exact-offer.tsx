import type { Product } from '@hc/contract/calls'
import { pointsForUsd } from '@hc/domain/money'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { exactPath } from '../recharge/after-points.ts'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { ePointNum, useBalance } from '../../lib/session.ts'
import { usePrice, useTaxNote } from '../recharge/price.ts'
import { useExactRow } from './use-exact-row.ts'

/** Keeps the number and its noun on one line. */
const withNumber = (name: string): string => name.replace(' ', '\u00a0')

/** The price of the missing points; if no payment that small is taken, it says why more points are sold. */
export function ExactText({ row, need }: { row: Product; need: number }) {
  const t = useTranslations('recharge')
  const price = usePrice()(row)
  const tax = useTaxNote(row)
  return (
    <p>
      {t(row.quantity > need ? 'points.least' : 'points.exact', { name: withNumber(row.name), price })}
      {tax && <span className="block text-sm text-soft">{tax}</span>}
    </p>
  )
}

/** Shown if HC Points are chosen and do not suffice: how many are missing, and the link to buy exactly those. */
export function ShortOfPoints({ product }: { product: Product }) {
  const t = useTranslations('recharge')
  const format = useFormat()
  const balance = useBalance()
  const short = balance ? Math.max(0, pointsForUsd(product.price) - ePointNum(balance)) : 0
  const need = short > 0 ? short + (balance?.debtNum ?? 0) : 0
  const { row } = useExactRow(need)
  if (short === 0) return null
  return (
    <Notice tone="warn" className="mt-3">
      <strong className="block">{t('points.short', { points: format.number(short) })}</strong>
      {row && (
        <>
          <ExactText row={row} need={need} />
          <Link
            data-track="points_exact"
            href={exactPath(need, product.cp_goods_id)}
            className="link mt-1 inline-block"
          >
            {t('points.toExact', { name: row.name })}
          </Link>
        </>
      )}
    </Notice>
  )
}
