import type { Me } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Badge } from '../../kit/badge.tsx'
import { useCall } from '../../kit/use-call.ts'
import { Card } from './card.tsx'

const PULSE_MS = 15_000

/** The health of the shop in a sentence, as its page says it. */
export default function HealthCard(_: { me: Me }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('health/read', {}, { everyMs: PULSE_MS })
  const lines = result ? [...result.lines, ...result.house] : []
  const [red, amber] = [lines.filter(({ light }) => light === 'red'), lines.filter(({ light }) => light === 'amber')]
  return (
    <Card title={t('menu.health')} href="/health" place="main" error={error} again={reload}>
      {result && (
        <ul className="home-lights">
          {red.length + amber.length === 0 && (
            <li>
              <Badge tone="good">{t('today.allOk')}</Badge>
            </li>
          )}
          {red.length > 0 && (
            <li>
              <Badge tone="bad">{t('today.broken', { n: String(red.length) })}</Badge>
            </li>
          )}
          {amber.length > 0 && (
            <li>
              <Badge tone="warn">{t('today.attention', { n: String(amber.length) })}</Badge>
            </li>
          )}
          <li>
            <Link className="link" href="/health">
              {t('menu.health')}
            </Link>
          </li>
        </ul>
      )}
    </Card>
  )
}
