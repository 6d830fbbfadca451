import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { Tabs } from '@hc/ui/tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { useApp } from '../../shell/app-context.ts'
import { AccountForm } from './account-form.tsx'
import { PhoneForm } from './phone-form.tsx'
import { Providers } from './providers.tsx'

const ways = ['account', 'phone'] as const
/** The demo's public account (contract, section 9). */
const DEMO = { account: 'demo', password: 'Demo1234' } as const
type Way = (typeof ways)[number]

/** Shows where the game displays the account's number: a player may never have read it. */
function WhereId() {
  const t = useTranslations('login')
  return (
    <details className="card mt-6 px-4 py-1">
      <summary className="min-h-11 py-2 font-semibold">{t('where.title')}</summary>
      <img src="/art/account-id.svg" alt="" width="480" height="240" loading="lazy" className="mt-1 w-full" />
      <p className="py-3 text-soft">{t('where.text')}</p>
    </details>
  )
}

/** All ways to sign in that the shop offers. */
export function SignIn({ redirect, forgotHref }: { redirect: string; forgotHref: string }) {
  const t = useTranslations('login')
  const { init } = useApp()
  const { launchUrl } = init.gameInfo
  const offered = ways.filter((candidate) => init.loginMethods.includes(candidate))
  const [way, setWay] = useState<Way | undefined>(offered[0])
  const [remember, setRemember] = useState(true)
  const row = (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <label className="flex min-h-11 items-center gap-2.5">
        <input
          type="checkbox"
          name="remember"
          className="check"
          defaultChecked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        {t('remember')}
      </label>
      {way === 'account' && (
        <Link href={forgotHref} className="link inline-flex min-h-11 items-center">
          {t('forgot')}
        </Link>
      )}
    </div>
  )
  const form =
    way === 'account' ? <AccountForm remember={row} /> : way === 'phone' ? <PhoneForm remember={row} /> : null
  return (
    <>
      {init.visitors && (
        <form method="post" action="/demo/visitor" className="mb-6 flex flex-col gap-3">
          <p>{t('visitorText')}</p>
          <input type="hidden" name="redirect" value={redirect} />
          <Button type="submit" kind="gold" size="large">
            {t('visitorPlay')}
          </Button>
        </form>
      )}
      {offered.length > 1 && way ? (
        <Tabs
          label={t('method.label')}
          tabs={offered.map((key) => ({ key, label: t(`method.${key}`) }))}
          active={way}
          onChange={setWay}
        >
          <div className="mt-4 md:mt-6">{form}</div>
        </Tabs>
      ) : (
        form
      )}
      <Providers redirect={redirect} remember={remember} alone={form === null} />
      {way === 'account' && init.demo && (
        <Notice className="mt-5">
          <p>{t('demoHint', DEMO)}</p>
        </Notice>
      )}
      {launchUrl && (
        <p className="mt-5 text-sm text-soft">
          {t.rich('fromGame', {
            link: (text) => (
              <a
                key="link"
                data-track="login_game"
                href={launchUrl}
                className="link inline-flex min-h-6 items-center font-semibold"
              >
                {text}
              </a>
            ),
          })}
        </p>
      )}
      {way === 'account' && <WhereId />}
      <p className="mt-4 flex flex-wrap items-center gap-x-2 text-sm text-soft">
        {t('noAccount')}
        <Link
          data-track="login_download"
          href={paths.downloads}
          className="link inline-flex min-h-11 items-center font-semibold"
        >
          {t('getGame')}
        </Link>
      </p>
    </>
  )
}
