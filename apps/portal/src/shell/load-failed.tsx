import { Button, buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { StatePanel } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { ContactLink } from '../features/support/contact-link.tsx'

/** The one screen for code that did not load, most often after an update of the site. */
export function LoadFailed({ heading = 'h1' }: { heading?: 'h1' | 'h2' }) {
  const t = useTranslations('common')
  return (
    <StatePanel art="error" heading={heading} title={t('state.loadError')} text={t('state.loadErrorText')}>
      <Button onClick={() => location.reload()}>{t('action.refresh')}</Button>
      <ContactLink className={buttonClass('quiet')} />
    </StatePanel>
  )
}

/** No connection: the wanted page loads by itself when the connection is back. */
export function Offline({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('common')
  return (
    <div className="state state-offline">
      {/* No picture: it could not be loaded either. */}
      <Icon name="globe" className="size-14 text-gold" />
      <h1>{t('state.offlineTitle')}</h1>
      <p className="max-w-prose text-soft">{t('state.offlineText')}</p>
      <Button className="mt-2" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  )
}

/** Data that did not load: a retry needs no page reload. */
export function DataFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('common')
  return (
    <StatePanel art="error" heading="h1" title={t('state.failedTitle')} text={t('state.failedText')}>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
      <ContactLink className={buttonClass('quiet')} />
    </StatePanel>
  )
}
