import type { OrderCheck } from '@hc/contract/calls'
import { Icon, type IconName } from '@hc/ui/icon'
import { iconGift } from '@hc/ui/more-icons'
import { useTranslations } from 'use-intl'

function Place({ icon, label, text }: { icon: IconName; label: string; text: string }) {
  return (
    <div className="flex gap-3.5 rounded-md border border-line bg-night/50 p-4">
      <Icon name={icon} className="size-6 text-cyan" />
      <div className="min-w-0">
        <p className="text-sm font-semibold text-soft">{label}</p>
        <p>{text}</p>
      </div>
    </div>
  )
}

const coinPlaces = ['none', 'queued', 'delivered', 'cancelled'] as const

/** Tells in plain words where the money and the item are. */
export function CheckPanel({ check }: { check: OrderCheck }) {
  const t = useTranslations('order')
  const { payment, delivery, record } = check
  const points = record.channel_code === 'hcpoint'
  const coinPlace = record.order_type === 'coin' ? coinPlaces.find((candidate) => candidate === delivery) : undefined
  return (
    <section className="flat" aria-labelledby="check-title">
      <h2 id="check-title" className="heading-3">
        {t('check.title')}
      </h2>
      <div className="mt-4 grid gap-3 md:grid-cols-2">
        <Place
          icon="card"
          label={t(points ? 'check.pointsLabel' : 'check.moneyLabel')}
          text={
            points && (payment === 'waiting' || payment === 'none')
              ? t('check.waitingPoints')
              : t(`check.money.${payment}`)
          }
        />
        <Place
          icon={iconGift}
          label={t(coinPlace ? 'check.coinLabel' : 'check.itemLabel')}
          text={coinPlace ? t(`check.coin.${coinPlace}`) : t(`check.item.${delivery}`)}
        />
      </div>
      <p className="mt-3 text-sm text-faint">{t('check.asked')}</p>
    </section>
  )
}
