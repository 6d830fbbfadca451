import type { CallError } from '@hc/contract/client'
import { isPassword } from '@hc/domain/password'
import { TextField } from '@hc/ui/field'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { aesEcbBase64 } from '../../lib/aes-ecb.ts'
import { api } from '../../lib/api.ts'
import { openSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useAction } from '../../lib/use-action.ts'
import { useApp } from '../../shell/app-context.ts'
import { isEmail, textOf } from './form-text.ts'
import { PasswordField } from './password-field.tsx'
import { Submit } from './submit.tsx'

const ACCOUNT_MAX = 128

type Field = 'account' | 'password'

const fieldOf = ({ msg }: CallError): Field | 'form' =>
  msg === 'InvalidPassword' ? 'password' : /AccountNotFound$|^canNoEmailLogin$/.test(msg) ? 'account' : 'form'

/** Signs in. The login page itself navigates away once there is a session. */
export function AccountForm({ remember }: { remember: ReactNode }) {
  const t = useTranslations('login')
  const { init } = useApp()
  const hydrated = useHydrated()
  /**
   * Reads the values from the form: text that a password manager or a quick player entered before the page was ready
   * counts, too.
   */
  const typed = (): { account: string; password: string; remember: boolean } => {
    const data = new FormData(form.current ?? undefined)
    return {
      account: textOf(data, 'account').trim(),
      password: textOf(data, 'password'),
      remember: data.has('remember'),
    }
  }
  const { form, errors, busy, refusal, clear, onSubmit } = useAction<Field>({
    fields: ['account', 'password'],
    check: () => {
      const { account, password } = typed()
      return {
        account: account === '' ? t('required') : account.includes('@') && !isEmail(account) ? t('email') : undefined,
        password: password === '' ? t('required') : isPassword(password) ? undefined : t('passwordMismatch'),
      }
    },
    work: async () => {
      const { password, ...rest } = typed()
      const passwd = aesEcbBase64(password, init.customConfig.clientKey)
      openSession(await api.call('user/login', { channel_code: 'account', ...rest, passwd, encrypt: 1 }))
      toast(t('success'), 'good')
    },
    fieldOf,
    fail: 'login',
  })
  return (
    <form ref={form} className="flex flex-col gap-5" noValidate method="post" onSubmit={onSubmit}>
      <TextField
        label={t('account.label')}
        name="account"
        placeholder={t('account.placeholder')}
        autoComplete="username"
        enterKeyHint="next"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ACCOUNT_MAX}
        error={errors.account}
        onChange={() => clear('account')}
      />
      <PasswordField
        label={t('password.label')}
        name="password"
        placeholder={t('password.placeholder')}
        autoComplete="current-password"
        enterKeyHint="go"
        error={errors.password}
        onChange={() => clear('password')}
      />
      {/* Disabled until the page is ready: before that, the browser itself would send the password to a page that does
          not exist. */}
      <Submit error={errors.form} refusal={refusal} busy={busy} disabled={!hydrated}>
        {t(busy ? 'submitting' : 'submit')}
      </Submit>
      {remember}
    </form>
  )
}
