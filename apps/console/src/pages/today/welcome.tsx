import { buttonClass } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { call } from '../../lib/api.ts'
import { tour } from '../../shell/tour.ts'

/**
 * The offer of an introduction, until a person took it or declined it once. A visitor of the public demo writes
 * nothing, so this page alone remembers it.
 */
export function Welcome({ isVisitor }: { isVisitor: boolean }) {
  const t = useTranslations('desk')
  const pulse = useCall('pulse/read', { form: null })
  const { busy, run } = useAction()
  const [isAnswered, setIsAnswered] = useState(false)
  if (pulse.result?.welcome !== true || isAnswered) return null
  const choose = (starts: boolean): void => {
    if (starts) tour.set('needs')
    if (isVisitor) setIsAnswered(true)
    else
      void run(async () => {
        await call('pulse/seen', { what: 'welcome' })
        await pulse.reload()
      })
  }
  return (
    <section className="card welcome" aria-labelledby="welcome">
      <h2 id="welcome">{t('shell.welcome.title')}</h2>
      <span className="welcome-acts">
        <button type="button" className={buttonClass('primary', 'small')} onClick={() => choose(true)}>
          {t('shell.welcome.start')}
        </button>
        <button
          type="button"
          className={buttonClass('quiet', 'small')}
          aria-disabled={busy || undefined}
          onClick={() => choose(false)}
        >
          {t('shell.welcome.later')}
        </button>
      </span>
    </section>
  )
}
