import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { decide, isCounting, isRefused } from '../../lib/analytics.ts'
import { useStore } from '../../lib/store.ts'
import { consentNoticeStore } from '../../lib/visit.ts'
import { useApp } from '../../shell/app-context.ts'
import { WithMessages } from '../../shell/with-messages.tsx'

function Choice() {
  const t = useTranslations('consent')
  const { init } = useApp()
  const isAsked = useStore(consentNoticeStore)
  const [counting, setCounting] = useState(false)
  // The notice may be answered while this page is open.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what the client does is known in the browser alone
    setCounting(isCounting())
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- an answer to the notice changes it
  }, [isAsked])
  const choose = (allowed: boolean) => {
    decide(allowed)
    setCounting(isCounting())
  }
  return (
    <section className="flat reading mt-8" aria-labelledby="consent-title">
      <h2 id="consent-title" className="heading-3">
        {t('title')}
      </h2>
      <p className="mt-2 text-soft">{t('text', { days: String(init.analyticsDays) })}</p>
      {isRefused() ? (
        <Notice className="mt-4">{t('signal')}</Notice>
      ) : (
        <>
          <output className="mt-4 block font-semibold">{t(counting ? 'on' : 'off')}</output>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button kind="quiet" size="small" aria-pressed={!counting} onClick={() => choose(false)}>
              {t('decline')}
            </Button>
            <Button kind="quiet" size="small" aria-pressed={counting} onClick={() => choose(true)}>
              {t('accept')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** The player's decision about counting visits, which they may change at any time. */
export default function PrivacyChoice() {
  return (
    <WithMessages namespaces={['consent']}>
      <Choice />
    </WithMessages>
  )
}
