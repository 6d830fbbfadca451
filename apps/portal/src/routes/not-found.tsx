import { buttonClass } from '@hc/ui/button'
import { StatePanel } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../paths.ts'

export default function NotFound() {
  const t = useTranslations('common')
  return (
    <div className="page py-12">
      <StatePanel art="notfound" heading="h1" title={t('notFound.title')} text={t('notFound.text')}>
        <Link href={paths.home} className={buttonClass()}>
          {t('action.backHome')}
        </Link>
      </StatePanel>
    </div>
  )
}
