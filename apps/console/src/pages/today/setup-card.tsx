import { buttonClass } from '@hc/ui/button'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useCall } from '../../kit/use-call.ts'
import { Progress } from '../setup/progress.tsx'
import { Card } from './card.tsx'
import { setupSeen } from './setup-seen.ts'

const PULSE_MS = 15_000

/** How far the shop is from opening, until every step that it cannot open without is done. */
export function SetupCard() {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('setup/read', {}, { everyMs: (read) => (read?.open ? false : PULSE_MS) })
  useEffect(() => {
    if (result) setupSeen.set(result.open)
  }, [result])
  if (result ? result.open : setupSeen.get()) return null
  const all = result?.steps.length ?? 0
  const next = result?.steps.find(({ state, must }) => must && state !== 'done')
  return (
    <Card
      title={t('menu.setup')}
      href="/setup"
      place="setup"
      error={error}
      again={reload}
      figure={result && <span className="soft">{t('setup.of', { done: String(result.done), all: String(all) })}</span>}
    >
      {result && (
        <div className="home-setup-body">
          <Progress done={result.done} all={all} />
          <p>
            {result.mode === 'demo'
              ? t('setup.demo')
              : next && t('setup.upNext', { step: t(`setup.names.${next.step}`) })}
          </p>
          <Link className={buttonClass('quiet', 'small')} href="/setup">
            {t('setup.continue')}
          </Link>
        </div>
      )}
    </Card>
  )
}
