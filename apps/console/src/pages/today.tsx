import type { Me } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { dateTime } from '../kit/date-time.ts'
import { roleNames } from '../kit/role-name.ts'
import { Page } from '../kit/page.tsx'
import { useCall } from '../kit/use-call.ts'

/** Who one is here, and until when. */
export function Today({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const own = useCall('factor/list', {})
  const thin = own.result && (own.result.passkeys.length === 1 || own.result.recovery_left === 0)
  return (
    <Page title={t('today.title')}>
      <p className="lead">{t('today.hello', { name: me.name })}</p>
      <p>
        {t('today.roles', { roles: roleNames(t, me.roles) })} {t('today.ends', { at: dateTime(me.ends_at) })}
      </p>
      {thin && (
        <p>
          {t('today.factors')}{' '}
          <Link className="link" href="/me">
            {t('today.factorsLink')}
          </Link>
        </p>
      )}
    </Page>
  )
}
