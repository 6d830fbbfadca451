import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { Icon } from '@hc/ui/icon'
import { Notice } from '@hc/ui/notice'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useApp } from '../../shell/app-context.ts'
import { useLogin } from './use-login.ts'

/** The demo's public account (contract, section 9). */
const DEMO = { account: 'demo', password: 'Demo1234' } as const
const ACCOUNT_MAX = 128

export function LoginForm({ onForgot }: { onForgot: () => void }) {
  const t = useTranslations('login')
  const { init } = useApp()
  const { errors, busy, submit, clear } = useLogin()
  const hydrated = useHydrated()
  const [visible, setVisible] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const send = async () => {
    // Read from the form itself: what a password manager or a quick hand put there before the page was ready counts too.
    const data = new FormData(form.current ?? undefined)
    const text = (name: string): string => { const value = data.get(name); return typeof value === 'string' ? value : '' }
    const wrong = await submit({ account: text('account').trim(), password: text('password'), remember: data.has('remember') })
    if (wrong) form.current?.querySelector<HTMLInputElement>(wrong === 'account' ? '[name=account]' : '[name=password]')?.focus()
  }
  return (
    <form ref={form} className="flex flex-col gap-5" noValidate method="post" onSubmit={(event) => { event.preventDefault(); if (!busy) void send() }}>
      <TextField label={t('account.label')} name="account" placeholder={t('account.placeholder')} autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={ACCOUNT_MAX}
        error={errors.account} onChange={() => { clear('account') }} />
      <TextField label={t('password.label')} name="password" type={visible ? 'text' : 'password'} placeholder={t('password.placeholder')} autoComplete="current-password"
        error={errors.password} onChange={() => { clear('password') }}
        trailing={<button type="button" className="icon-btn" aria-pressed={visible} aria-label={t(visible ? 'password.hide' : 'password.show')} onClick={() => { setVisible(!visible) }}><Icon name={visible ? 'eyeOff' : 'eye'} /></button>} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <label className="flex min-h-11 items-center gap-2.5"><input type="checkbox" name="remember" className="check" defaultChecked />{t('remember')}</label>
        <button type="button" className="link inline-flex min-h-11 items-center" onClick={onForgot}>{t('forgot')}</button>
      </div>
      <div aria-live="assertive">{errors.form && <Notice tone="bad">{errors.form}</Notice>}</div>
      {/* Before that the browser itself would send the password to a page that is not there. */}
      <Button type="submit" kind="primary" size="large" busy={busy} disabled={!hydrated}>{t(busy ? 'submitting' : 'submit')}</Button>
      {init.demo && <Notice><p>{t('demoHint', DEMO)}</p></Notice>}
    </form>
  )
}
