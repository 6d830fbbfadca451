import { Button } from '@hc/ui/button'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { decide } from '../../lib/analytics.ts'
import { paths } from '../../paths.ts'
import { WithMessages } from '../../shell/with-messages.tsx'

const privacyLink = (chunks: ReactNode) => (
  <Link key="link" href={paths.privacy} className="link">
    {chunks}
  </Link>
)

function Notice() {
  const t = useTranslations('consent')
  return (
    <section className="consent" aria-label={t('title')}>
      <p className="min-w-0 flex-1 basis-64 text-sm">{t.rich('notice', { link: privacyLink })}</p>
      <div className="flex gap-3 max-md:w-full max-md:[&>*]:flex-1">
        <Button kind="quiet" size="small" onClick={() => decide(false)}>
          {t('decline')}
        </Button>
        <Button kind="quiet" size="small" onClick={() => decide(true)}>
          {t('accept')}
        </Button>
      </div>
    </section>
  )
}

/** Asks before a visit is counted. It does not block the page, and both answers are one click. */
export default function ConsentNotice() {
  return (
    <WithMessages namespaces={['consent']}>
      <Notice />
    </WithMessages>
  )
}
