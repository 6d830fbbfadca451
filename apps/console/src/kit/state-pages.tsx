import { Button } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { Page } from './page.tsx'

export function Loading() {
  const t = useTranslations('desk')
  return <output className="state">{t('loading')}</output>
}

/** In the place of a page that failed, or whose code or texts did not load. */
export function BrokenPage() {
  const t = useTranslations('desk')
  return (
    <Page title={t('failed.title')}>
      <Button kind="quiet" onClick={() => location.reload()}>
        {t('failed.reload')}
      </Button>
    </Page>
  )
}
