import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useApp } from '../../shell/app-context.ts'
import { focusField, textOf } from './form.ts'
import { PasswordField } from './password-field.tsx'
import { Submit } from './submit.tsx'
import { useLogin } from './use-login.ts'

/** The demo's public account (contract, section 9). */
const DEMO = { account: 'demo', password: 'Demo1234' } as const
const ACCOUNT_MAX = 128

export function AccountForm({ remember }: { remember: ReactNode }) {
  const t = useTranslations('login')
  const { init } = useApp()
  const { errors, busy, submit, clear } = useLogin()
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const send = async () => {
    // Read from the form itself: what a password manager or a quick hand put there before the page was ready counts
    // too.
    const data = new FormData(form.current ?? undefined)
    const wrong = await submit({
      account: textOf(data, 'account').trim(),
      password: textOf(data, 'password'),
      remember: data.has('remember'),
    })
    if (wrong) focusField(form.current, wrong === 'account' ? 'account' : 'password')
  }
  return (
    <form
      ref={form}
      className="flex flex-col gap-5"
      noValidate
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <TextField
        label={t('account.label')}
        name="account"
        placeholder={t('account.placeholder')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ACCOUNT_MAX}
        error={errors.account}
        onChange={() => {
          clear('account')
        }}
      />
      <PasswordField
        label={t('password.label')}
        name="password"
        placeholder={t('password.placeholder')}
        autoComplete="current-password"
        error={errors.password}
        onChange={() => {
          clear('password')
        }}
      />
      {remember}
      {/* Before that the browser itself would send the password to a page that is not there. */}
      <Submit error={errors.form} busy={busy} disabled={!hydrated}>
        {t(busy ? 'submitting' : 'submit')}
      </Submit>
      {init.demo && (
        <Notice>
          <p>{t('demoHint', DEMO)}</p>
        </Notice>
      )}
    </form>
  )
}
