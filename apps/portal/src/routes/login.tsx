import { safeRedirect } from '@hc/domain/redirect'
import { Button, buttonClass } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { Icon, type IconName } from '@hc/ui/icon'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { LoginForm } from '../features/login/login-form.tsx'
import { dropParams, navigate } from '../lib/nav.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'

const points = [['one', 'gift'], ['two', 'shield'], ['three', 'star']] as const satisfies readonly (readonly [string, IconName])[]

function Side() {
  const t = useTranslations('login')
  return (
    <div className="login-side">
      <img src="/art/hero-narrow.svg" alt="" width="780" height="900" className="login-art" />
      <ul className="login-points">
        {points.map(([key, icon]) => <li key={key} className="flex items-center gap-3"><Icon name={icon} className="size-6 text-gold" />{t(`side.${key}`)}</li>)}
      </ul>
    </div>
  )
}

/** Both ways end in the same place until their calls exist: an honest word, and who helps. */
function NotYet({ about, onClose }: { about: 'forgotDialog' | 'token'; onClose: () => void }) {
  const t = useTranslations('login')
  const tc = useTranslations('common')
  return (
    <Dialog open title={t(`${about}.title`)} closeLabel={tc('action.close')} onClose={onClose} actions={<>
      <Link href={paths.contact} className={buttonClass('quiet')}>{tc('action.contact')}</Link>
      <Button onClick={onClose}>{tc('action.ok')}</Button>
    </>}>
      <p>{t(`${about}.text`)}</p>
    </Dialog>
  )
}

export default function LoginPage() {
  const t = useTranslations('login')
  const search = useSearch()
  const query = new URLSearchParams(search)
  const redirect = query.get('redirect')
  const hasToken = query.has('hctoken')
  const { info } = useSession()
  const [dialog, setDialog] = useState<'forgotDialog' | 'token' | null>(null)
  useEffect(() => {
    if (!hasToken) return
    // oxlint-disable-next-line react/set-state-in-effect -- the server's HTML knows no query: the dialog can only follow
    setDialog('token')
    // A token in the address would stay in the history.
    dropParams(['hctoken'])
  }, [hasToken])
  useEffect(() => {
    // While the next page loads this one is still shown, without its query: it must not send the player away twice.
    if (info && location.pathname === '/login') navigate(safeRedirect(redirect), { replace: true })
  }, [info, redirect])
  return (
    <div className="page pb-10">
      <div className="login card">
        <Side />
        <div className="p-6 md:p-10">
          <h1 className="heading-2">{t('title')}</h1>
          <p className="mt-2 mb-7 text-soft">{t(redirect ? 'continueTo' : 'text')}</p>
          <LoginForm onForgot={() => { setDialog('forgotDialog') }} />
          <p className="mt-6 text-sm text-soft">{t('noAccount')}</p>
        </div>
      </div>
      {dialog && <NotYet about={dialog} onClose={() => { setDialog(null) }} />}
    </div>
  )
}
