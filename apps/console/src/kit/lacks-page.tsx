import { Button } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { rightName } from './codes.ts'
import { Page } from './page.tsx'

/** The page of an address that the person may not see: which permission is missing, and who can give it. */
export default function LacksPage({ permission }: { permission: string }) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  return (
    <Page title={t('notFound.lacks')}>
      <p>{t('notFound.lacksText', { permission: rightName(t, permission) })}</p>
      <Button kind="quiet" onClick={() => go('/')}>
        {t('notFound.home')}
      </Button>
    </Page>
  )
}
