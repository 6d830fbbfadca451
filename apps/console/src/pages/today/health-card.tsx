import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '../../kit/badge.tsx'
import { useCall } from '../../kit/use-call.ts'
import { sentence } from '../health/health.tsx'
import { Card } from './card.tsx'

const PULSE_MS = 15_000
const MOST_ROWS = 6
const tones = { red: 'bad', amber: 'warn' } as const satisfies Record<string, Tone>

/** The health of the shop in a sentence, and what of it is wrong, as its page says it. */
export default function HealthCard() {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('health/read', {}, { everyMs: PULSE_MS })
  const lines = result ? [...result.lines, ...result.house] : []
  const [red, amber] = (['red', 'amber'] as const).map((light) => lines.filter((line) => line.light === light))
  const [broken, open] = [red?.length ?? 0, amber?.length ?? 0]
  return (
    <Card
      title={t('menu.health')}
      href="/health"
      place="main"
      error={error}
      again={reload}
      figure={
        result && (
          <>
            {broken + open === 0 && <Badge tone="good">{t('today.allOk')}</Badge>}
            {broken > 0 && <Badge tone="bad">{t('today.broken', { n: String(broken) })}</Badge>}
            {open > 0 && <Badge tone="warn">{t('today.attention', { n: String(open) })}</Badge>}
          </>
        )
      }
    >
      {result && (
        <ul>
          {(broken + open === 0 ? lines : [...(red ?? []), ...(amber ?? [])]).slice(0, MOST_ROWS).map((line) => (
            <li key={`${line.key} ${JSON.stringify(line.values)}`} className="home-row">
              <Badge tone={line.light === 'green' ? 'good' : tones[line.light]}>
                {t(`health.light.${line.light}`)}
              </Badge>
              <span className="home-sentence">{sentence(t, line)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
