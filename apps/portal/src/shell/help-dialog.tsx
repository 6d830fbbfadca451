import { buttonClass } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { iconExternal } from '@hc/ui/more-icons'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ServiceLink } from '../features/service-link.tsx'
import { MailLink } from '../features/support/mail-link.tsx'
import { Questions } from '../features/support/questions.tsx'
import { currentUrl, loginUrl } from '../lib/nav.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { closeDialog } from './dialog-store.ts'

export function HelpDialog() {
  const t = useTranslations('help')
  const tc = useTranslations('common')
  const { info } = useSession()
  return (
    <Dialog
      open
      name="help"
      size="wide"
      title={t('title')}
      closeLabel={tc('action.close')}
      onClose={closeDialog}
      actions={
        info?.customer_service ? (
          <ServiceLink className={buttonClass()} href={info.customer_service}>
            {t('service')}
            <Icon name={iconExternal} className="size-4" />
          </ServiceLink>
        ) : (
          <>
            <Link className={buttonClass('quiet')} href={paths.write} onClick={closeDialog}>
              {t('write')}
            </Link>
            <Link className={buttonClass()} href={loginUrl(currentUrl())} onClick={closeDialog}>
              {t('signIn')}
            </Link>
          </>
        )
      }
    >
      <p>{t('text')}</p>
      <div className="mt-4">
        <Questions name="help" />
      </div>
      <p className="mt-4 text-sm text-soft">{t('installOnIphone')}</p>
      {!info?.customer_service && (
        <div className="mt-4 text-sm">
          <p>{t('serviceSignIn')}</p>
          <MailLink />
        </div>
      )}
    </Dialog>
  )
}
