import { CallError } from '@hc/contract/client'
import { isPassword } from '@hc/domain/password'
import { errorText } from '@hc/i18n/error-text'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { aesEcbBase64 } from '../../lib/aes-ecb.ts'
import { api } from '../../lib/api.ts'
import { openSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useApp } from '../../shell/app-context.ts'
import { isEmail } from './form.ts'

export type LoginFields = { account: string; password: string; remember: boolean }
export type LoginErrors = { account?: string | undefined; password?: string | undefined; form?: string | undefined }

const looksLikeEmail = (text: string): boolean => text.includes('@')

/** Which field a refusal of the server belongs to. */
const fieldOf = (msg: string): keyof LoginErrors =>
  msg === 'InvalidPassword' ? 'password' : /AccountNotFound$|^canNoEmailLogin$/.test(msg) ? 'account' : 'form'

/** Signs in; the page itself leaves when a session stands. */
export function useLogin() {
  const t = useTranslations('login')
  const te = useTranslations('error')
  const { init } = useApp()
  const [errors, setErrors] = useState<LoginErrors>({})
  const [busy, setBusy] = useState(false)

  const validate = ({ account, password }: LoginFields): LoginErrors => ({
    account: account === '' ? t('required') : looksLikeEmail(account) && !isEmail(account) ? t('email') : undefined,
    password: password === '' ? t('required') : isPassword(password) ? undefined : t('passwordMismatch'),
  })

  /** @returns the field to put the focus on, or null when the player is in. */
  async function submit(fields: LoginFields): Promise<keyof LoginErrors | null> {
    const wrong = validate(fields)
    setErrors(wrong)
    if (wrong.account) return 'account'
    if (wrong.password) return 'password'
    setBusy(true)
    try {
      const passwd = aesEcbBase64(fields.password, init.customConfig.clientKey)
      openSession(
        await api.call('user/login', {
          channel_code: 'account',
          account: fields.account,
          passwd,
          encrypt: 1,
          remember: fields.remember,
        }),
      )
      toast(t('success'), 'good')
      return null
    } catch (error) {
      const field = error instanceof CallError ? fieldOf(error.msg) : 'form'
      setErrors({ [field]: errorText(te, error, 'login') })
      return field
    } finally {
      setBusy(false)
    }
  }

  return {
    errors,
    busy,
    submit,
    clear: (field: keyof LoginErrors) => {
      setErrors((now) => ({ ...now, [field]: undefined, form: undefined }))
    },
  }
}
