import { CallError } from '@hc/contract/client'
import { errorText, type FailKey } from '@hc/i18n/error-text'
import { Notice } from '@hc/ui/notice'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { openSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useApp } from '../../shell/app-context.ts'
import { CodeField, DemoCode } from './code-field.tsx'
import { type PhoneTarget, useCode } from './code.ts'
import { focusField } from './form.ts'
import { PhoneField } from './lazy-phone-field.tsx'
import { Submit } from './submit.tsx'

const DEMO_PHONE = '+1\u00A0555\u00A0010\u00A00001'
const CODE_DIGITS = 6

type Errors = { phone?: string | undefined; code?: string | undefined; form?: string | undefined }

const fieldOf = (msg: string): keyof Errors =>
  /^(InvalidMobileCode|AuthCodeSendTooFrequently)$/.test(msg)
    ? 'code'
    : /^(MobileAccountNotFound|InvalidParams|LoginMethodUnavailable)$/.test(msg)
      ? 'phone'
      : 'form'

export function PhoneForm({ remember }: { remember: ReactNode }) {
  const t = useTranslations('login')
  const te = useTranslations('error')
  const { init } = useApp()
  const form = useRef<HTMLFormElement>(null)
  const [{ target, empty }, setPhone] = useState<{ target: PhoneTarget | null; empty: boolean }>({
    target: null,
    empty: true,
  })
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const sender = useCode('login', target)

  const tell = (found: Errors): void => {
    setErrors(found)
    const first = (['phone', 'code'] as const).find((name) => found[name])
    if (first) focusField(form.current, first)
  }
  const tellRefusal = (error: unknown, fail: FailKey): void => {
    tell({ [error instanceof CallError ? fieldOf(error.msg) : 'form']: errorText(te, error, fail) })
  }
  const phoneError = target ? undefined : t(empty ? 'required' : 'phone.invalid')

  async function sendCode(): Promise<void> {
    if (!target) {
      tell({ phone: phoneError })
      return
    }
    setErrors({})
    try {
      await sender.send(target)
      focusField(form.current, 'code')
    } catch (error) {
      tellRefusal(error, 'code')
    }
  }

  async function signIn(): Promise<void> {
    if (!target || code.length < CODE_DIGITS) {
      tell({
        phone: phoneError,
        code: code === '' ? t('required') : code.length < CODE_DIGITS ? t('code.invalid') : undefined,
      })
      return
    }
    setErrors({})
    setBusy(true)
    try {
      const keep = new FormData(form.current ?? undefined).has('remember')
      openSession(await api.call('user/login', { channel_code: 'phone', account: target.e164, code, remember: keep }))
      toast(t('success'), 'good')
    } catch (error) {
      tellRefusal(error, 'login')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      className="flex flex-col gap-5"
      noValidate
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void signIn()
      }}
    >
      <PhoneField
        error={errors.phone}
        onChange={(next, isEmpty) => {
          setPhone({ target: next, empty: isEmpty })
          setErrors({ ...errors, phone: undefined, form: undefined })
        }}
      />
      <CodeField
        {...sender}
        value={code}
        error={errors.code}
        onChange={(next) => {
          setCode(next)
          setErrors({ ...errors, code: undefined, form: undefined })
        }}
        onSend={() => {
          void sendCode()
        }}
      />
      {remember}
      <Submit error={errors.form} busy={busy}>
        {t(busy ? 'submitting' : 'submit')}
      </Submit>
      {init.demo && (
        <Notice>
          <p>
            <DemoCode target={DEMO_PHONE} />
          </p>
        </Notice>
      )}
    </form>
  )
}
