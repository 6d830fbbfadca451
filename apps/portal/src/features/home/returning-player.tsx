import { OrderStatus } from '@hc/domain/order/order-status'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useCall } from '../../lib/use-call.ts'
import { paths } from '../../paths.ts'
import { rememberedRole } from '../recharge/role-choice.ts'

/** The character that the player chose last, in the place where others read the game's line. */
export function Who({ children }: { children: ReactNode }) {
  const t = useTranslations('home.goods')
  const role = rememberedRole()
  if (!role) return children
  return (
    <p className="kicker">
      {t('playsAs', { role: role.role.role_name, server: role.server.server_name })}
      <Link href={paths.recharge} className="link ml-3 inline-flex min-h-6 items-center font-semibold">
        {t('change')}
      </Link>
    </p>
  )
}

/** A link that buys the last delivered item again. */
export function Again({ children }: { children: ReactNode }) {
  const t = useTranslations('home.goods')
  const { result } = useCall('order/record', { page: 1, size: 1, status: OrderStatus.delivered })
  const last = result?.[0]
  if (!last) return children
  return (
    <Link
      data-track="home_again"
      href={paths.buy(last.cp_goods_id, last.order_type === 'coin')}
      className={buttonClass('quiet', 'large', 'hero-quiet')}
    >
      <Icon name="topUp" />
      {t('again', { name: last.name })}
    </Link>
  )
}
