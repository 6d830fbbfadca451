import { Icon } from '@hc/ui/icon'
import { iconClock } from '@hc/ui/more-icons'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { serverNow } from '../../lib/clock.ts'
import { clockText } from '../clock-text.ts'

const MINUTE_MS = 60_000

/** The time left to pay, by the server's clock. A screen reader announces each minute only, not each second. */
export function Countdown({ expireTs }: { expireTs: number }) {
  const t = useTranslations('order')
  const [msLeft, setLeft] = useState(() => expireTs * 1000 - serverNow())
  useEffect(() => {
    const tick = () => setLeft(expireTs * 1000 - serverNow())
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [expireTs])
  if (msLeft <= 0) return <output className="block text-soft">{t('countdown.over')}</output>
  return (
    <p className="countdown">
      <Icon name={iconClock} className="size-5 text-gold" />
      <span className="countdown-label" aria-hidden="true">
        {t('countdown.label')}
      </span>
      <strong className="text-xl tabular-nums text-gold" aria-hidden="true">
        {clockText(msLeft)}
      </strong>
      <output className="sr-only">{t('countdown.minutes', { minutes: Math.ceil(msLeft / MINUTE_MS) })}</output>
    </p>
  )
}
