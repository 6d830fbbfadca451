import { Button } from '@hc/ui/button'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'

export function Loading() {
  const t = useTranslations('desk')
  return <output className="state">{t('loading')}</output>
}

/** In the place of a page that failed, or whose code or texts did not load. It needs nothing that may be missing. */
export function BrokenPage() {
  const t = useTranslations('desk')
  const title = t('failed.title')
  useEffect(() => {
    document.title = `${title} · ${t('name')}`
  }, [title, t])
  return (
    <div className="page">
      <h1 tabIndex={-1}>{title}</h1>
      <div className="actions">
        <Button kind="quiet" onClick={() => location.reload()}>
          {t('failed.reload')}
        </Button>
      </div>
    </div>
  )
}
