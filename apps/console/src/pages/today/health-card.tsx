import { useTranslations } from 'use-intl'
import { Badge } from '../../kit/badge.tsx'
import { useTodo } from '../../kit/news.ts'
import { useCall } from '../../kit/use-call.ts'
import { cardsOf, tones } from '../health/cards.ts'
import { HealthHead } from '../health/health-head.tsx'
import { sentence } from '../health/health.tsx'
import { Card } from './card.tsx'

const PULSE_MS = 15_000
const MOST_ROWS = 6
const grave = ['red', 'amber', 'unknown', 'off'] as const

/** The health of the shop in a sentence, and what of it is not well, as its page says it. */
export default function HealthCard() {
  const t = useTranslations('desk')
  const { result: health, error, reload } = useCall('health/read', {}, { everyMs: PULSE_MS })
  const open = useTodo()
  const result = open === null ? null : health
  const lines = result ? [...result.lines, ...result.house] : []
  const ill = grave.flatMap((light) => lines.filter((line) => line.light === light && !line.quiet))
  return (
    <Card
      title={t('menu.health')}
      href="/health"
      place="main"
      error={error}
      again={reload}
      figure={result && <HealthHead cards={cardsOf(result, open ?? 0)} />}
    >
      {result && (
        <ul>
          {(ill.length === 0 ? lines : ill).slice(0, MOST_ROWS).map((line) => (
            <li key={`${line.key} ${JSON.stringify(line.values)}`} className="home-row">
              <Badge tone={tones[line.light]}>{t(`health.light.${line.light}`)}</Badge>
              <span className="home-sentence">{sentence(t, line)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
