import { safeRedirect } from '@hc/domain/redirect'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { Icon, type IconName } from '@hc/ui/icon'
import { iconGift } from '@hc/ui/more-icons'
import { Notice } from '@hc/ui/notice'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Reset } from '../features/login/reset.tsx'
import { SignIn } from '../features/login/sign-in.tsx'
import { useWaitingItem, WaitingStrip } from '../features/login/waiting-strip.tsx'
import { useArrival } from '../features/login/use-sign-in-link.ts'
import { ContactLink } from '../features/support/contact-link.tsx'
import { navigate, useSearch } from '../lib/nav.ts'
import { expiredStore, useSession } from '../lib/session.ts'
import { useApp } from '../shell/app-context.ts'

const points = [
  ['one', iconGift],
  ['two', 'shield'],
  ['three', 'star'],
] as const satisfies readonly (readonly [string, IconName])[]

function Side() {
  const t = useTranslations('login')
  const { init } = useApp()
  return (
    <div className="login-side">
      <img src={init.brand.login} alt="" width="780" height="900" className="login-art" />
      <ul className="login-points">
        {points.map(([key, icon]) => (
          <li key={key} className="flex items-center gap-3">
            <Icon name={icon} className="size-6 text-gold" />
            {t(`side.${key}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A link may sign the player in with somebody else's account, so a player who is signed in already decides. */
function SwitchDialog({
  text,
  account,
  onKeep,
  onChange,
}: {
  text: string
  account: string
  onKeep: () => void
  onChange: () => void
}) {
  const t = useTranslations('login')
  const tc = useTranslations('common')
  return (
    <Dialog
      open
      plain
      name="other_account"
      title={t('arrival.title')}
      closeLabel={tc('action.close')}
      onClose={onKeep}
      actions={
        <>
          <Button kind="quiet" onClick={onKeep}>
            {t('arrival.keep')}
          </Button>
          <Button onClick={onChange}>{t('arrival.change')}</Button>
        </>
      }
    >
      <p>{text}</p>
      {account && <p className="mt-3">{t('arrival.now', { account })}</p>}
    </Dialog>
  )
}

/** The login page with other parameters; the address to return to is kept. */
function loginHref(query: URLSearchParams, forgot: boolean): string {
  const next = new URLSearchParams(query.has('redirect') ? { redirect: query.get('redirect') ?? '' } : {})
  if (forgot) next.set('forgot', '1')
  return next.size ? `/login?${next}` : '/login'
}

/** To a screen reader another step is another page: its heading takes the focus. */
function useStepFocus(step: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    heading.current?.focus()
  }, [step])
  return heading
}

export default function LoginPage() {
  const t = useTranslations('login')
  const query = new URLSearchParams(useSearch())
  const forgot = query.has('forgot')
  const redirect = safeRedirect(query.get('redirect'))
  const { info } = useSession()
  const arrival = useArrival()
  const item = useWaitingItem(redirect)
  // The end of a session leads here; its dialog, which forgets the address, is still open then.
  const [endedAt] = useState(expiredStore.get)
  const ended = endedAt === redirect
  const [changed, setChanged] = useState(false)
  const heading = useStepFocus(forgot)
  useEffect(() => {
    // While the next page loads, this one is still shown, without its query: it must not send the player away twice.
    if (info && !arrival.pending && location.pathname === '/login') navigate(redirect, { replace: true })
  }, [info, redirect, arrival.pending])
  return (
    <div className="page pb-10">
      <div className="login card">
        <Side />
        <div className="login-form">
          <h1 ref={heading} tabIndex={-1} className="heading-2">
            {t(forgot ? 'reset.title' : 'title')}
          </h1>
          {item && !forgot && <WaitingStrip item={item} />}
          <p className="login-lead text-soft">
            {t(forgot ? 'reset.text' : ended ? 'continueTo' : item ? 'textItem' : 'text')}
          </p>
          <div aria-live="assertive">
            {arrival.problem && (
              <Notice tone="warn" className="mb-6">
                {arrival.problem.title && <p className="font-bold">{arrival.problem.title}</p>}
                <p>{arrival.problem.text}</p>
              </Notice>
            )}
            {changed && !forgot && (
              <Notice tone="good" className="mb-6">
                <p>{t('reset.done')}</p>
              </Notice>
            )}
            {arrival.busy && (
              <p className="flex min-h-40 items-center justify-center gap-3 text-lg">
                <span className="spinner size-6" aria-hidden="true" />
                {t('arrival.working')}
              </p>
            )}
          </div>
          {!arrival.busy &&
            (forgot ? (
              <Reset
                backHref={loginHref(query, false)}
                onDone={() => {
                  setChanged(true)
                  navigate(loginHref(query, false), { replace: true })
                }}
              />
            ) : (
              <SignIn redirect={redirect} forgotHref={loginHref(query, true)} />
            ))}
          <p className="mt-6 text-center text-sm">
            <ContactLink className="link inline-flex min-h-11 items-center" />
          </p>
        </div>
      </div>
      {arrival.asking && (
        <SwitchDialog
          text={arrival.asking.text}
          account={info?.account ?? ''}
          onKeep={arrival.decline}
          onChange={arrival.accept}
        />
      )}
    </div>
  )
}
