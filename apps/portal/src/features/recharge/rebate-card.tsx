import type { RebateTier } from '@hc/contract/calls'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { errorText } from '@hc/i18n/error-text'
import { Button } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { iconGift } from '@hc/ui/more-icons'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { useMarket } from '../../lib/market.ts'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { paths } from '../../paths.ts'
import { GiftProgress, useGain } from './next-gift.tsx'
import type { RoleChoice } from './role-choice.ts'

const tones: Record<RebateTier['why'], string> = {
  granted: 'badge-mint',
  taken_back: 'badge-rose',
  not_reached: 'badge-grey',
}

function Tier({ tier }: { tier: RebateTier }) {
  const t = useTranslations('rebate')
  const format = useFormat()
  const gain = useGain()
  const granted = tier.why === 'granted'
  return (
    <li className="rebate-tier">
      <span className={`rebate-dot ${granted ? 'rebate-dot-on' : ''}`} aria-hidden="true">
        <Icon name={granted ? 'check' : iconGift} className="size-4" />
      </span>
      <div className="min-w-0">
        <p className="font-bold text-ink">{t('from', { amount: format.money(tier.threshold) })}</p>
        <p className="text-sm text-soft">{gain(tier)}</p>
        {tier.gift !== '' && tier.gift_state !== 'none' && (
          <p className="text-sm text-soft">{t(`giftState.${tier.gift_state}`)}</p>
        )}
      </div>
      <div className="rebate-why">
        <span className={`badge ${tones[tier.why]}`}>
          {t(`why.${tier.why}`, { date: format.day(tier.granted_ts), amount: format.money(tier.missing) })}
        </span>
        {tier.sdk_order_id !== '' && (
          <Link href={paths.order(tier.sdk_order_id)} className="link text-sm">
            {t('order')}
          </Link>
        )}
      </div>
    </li>
  )
}

/** The rebate of the chosen character: how far they are, what each tier gives, and why it was given or not. */
export function RebateCard({ choice }: { choice: RoleChoice }) {
  const t = useTranslations('rebate')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const format = useFormat()
  const { status } = useSession()
  const market = useMarket()
  const { chosen, role } = choice
  const call = useCall('e-recharge/rebate/info', status === 'player' ? (chosen.role_id ? chosen : {}) : null, {
    keep: true,
  })
  const rebate = call.result
  if (!rebate) {
    if (!call.error) return null
    return (
      <Notice tone="bad">
        <p>{errorText(te, call.error, 'rebate')}</p>
        <Button kind="quiet" size="small" className="mt-2" onClick={() => void call.reload()}>
          {tc('action.retry')}
        </Button>
      </Notice>
    )
  }
  const { campaign, tiers } = rebate
  if (!campaign) return null
  const counts = campaign.counts.length > 1 ? 'both' : (campaign.counts[0] ?? 'item')
  return (
    <section
      className={`card rebate p-5 md:p-6 ${call.loading ? 'opacity-60' : ''}`}
      aria-labelledby="rebate-title"
      aria-busy={call.loading}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="rebate-title" className="heading-3">
          {campaign.name}
        </h2>
        <span className="text-sm text-soft">{t('until', { date: format.day(campaign.end_ts) })}</span>
      </div>
      <p className="mt-1 text-soft">{campaign.desc}</p>
      {market?.local && market.currency !== BASE_CURRENCY && (
        <p className="mt-1 text-sm text-soft">{t('counts.dollars')}</p>
      )}
      {role ? (
        <GiftProgress rebate={rebate} role={role.role_name} />
      ) : (
        <p className="mt-3 font-semibold">{t('choose')}</p>
      )}
      <details className="mt-4">
        <summary className="py-2 font-semibold text-cyan">{t('tiers')}</summary>
        <ul>
          {tiers.map((tier) => (
            <Tier key={tier.threshold} tier={tier} />
          ))}
        </ul>
        <p className="mt-2 text-sm text-faint">
          {t(`counts.${counts}`)} {t('counts.rule')}
        </p>
      </details>
    </section>
  )
}
