import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../kit/failed.tsx'
import { useCall } from '../../kit/use-call.ts'

/** A webhook's stored body, loaded on demand. */
export function Body({ id }: { id: number }) {
  const t = useTranslations('desk')
  const [isShown, setShown] = useState(false)
  const { result, error, reload } = useCall('inbox/read', isShown ? { id } : null)
  if (!isShown)
    return (
      <Button kind="ghost" size="small" onClick={() => setShown(true)}>
        {t('orders.page.body')}
      </Button>
    )
  if (error !== null) return <Failed error={error} again={reload} />
  return <pre>{result ? result.raw || t('orders.page.bodyEmpty') : t('loading')}</pre>
}
