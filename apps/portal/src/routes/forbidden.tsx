import { buttonClass } from '@hc/ui/button'
import { StatePanel } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ContactLink } from '../features/support/contact-link.tsx'
import { paths } from '../paths.ts'

export default function Forbidden() {
  const t = useTranslations('common')
  return (
    <div className="page py-12">
      <StatePanel art="error" heading="h1" title={t('forbidden.title')} text={t('forbidden.text')}>
        <Link href={paths.home} className={buttonClass()}>
          {t('action.backHome')}
        </Link>
        <ContactLink className={buttonClass('quiet')} />
      </StatePanel>
    </div>
  )
}
