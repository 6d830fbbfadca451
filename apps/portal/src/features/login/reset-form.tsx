import { CallError } from '@hc/contract/client'
import { isPassword } from '@hc/domain/password'
import { errorText, type FailKey } from '@hc/i18n/error-text'
import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { useApp } from '../../shell/app-context.ts'
import { CodeField, DemoCode } from './code-field.tsx'
import { type CodeTarget, useCode } from './code.ts'
import { focusField, isEmail, textOf } from './form.ts'
import { PhoneField } from './lazy-phone-field.tsx'
import { PasswordField } from './password-field.tsx'
import { Submit } from './submit.tsx'

const DEMO = { email: 'demo@example.com', phone: '+1\u00A0555\u00A0010\u00A00001' } as const
const CODE_DIGITS = 6
const EMAIL_MAX = 128

type Field = 'target' | 'code' | 'password' | 'repeat' | 'form'
type Errors = { [K in Field]?: string | undefined }

/** Where the server found a body wrong: the path and the word of its first issue. */
function issueOf({ data }: CallError): { field: Field; message: string } {
  const { path = '', message = '' } =
    (data as { issues?: { path: string; message: string }[] } | null)?.issues?.[0] ?? {}
  return { field: path.endsWith('password') ? 'password' : path.endsWith('code') ? 'code' : 'target', message }
}

function fieldOf(error: CallError): Field {
  if (/^(InvalidEmailCode|InvalidMobileCode|AuthCodeSendTooFrequently)$/.test(error.msg)) return 'code'
  return error.msg === 'InvalidParams'
    ? issueOf(error).field
    : error.msg === 'LoginMethodUnavailable'
      ? 'target'
      : 'form'
}

/** A new password for who reads that mailbox or holds that phone. */
export function ResetForm({ by, onDone }: { by: 'email' | 'phone'; onDone: () => void }) {
  const t = useTranslations('login')
  const te = useTranslations('error')
  const { init } = useApp()
  const form = useRef<HTMLFormElement>(null)
  const [{ target, wrong }, setTarget] = useState<{ target: CodeTarget | null; wrong: string }>({
    target: null,
    wrong: t('required'),
  })
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const sender = useCode('reset', target)

  const clear = (field: Field): void => {
    setErrors((now) => ({ ...now, [field]: undefined, form: undefined }))
  }
  const tell = (found: Errors): void => {
    setErrors(found)
    const first = (['target', 'code', 'password', 'repeat'] as const).find((name) => found[name])
    if (first) focusField(form.current, first === 'target' ? by : first)
  }
  const tellRefusal = (error: unknown, fail: FailKey): void => {
    const field = error instanceof CallError ? fieldOf(error) : 'form'
    const own = {
      target: t(by === 'email' ? 'email' : 'phone.invalid'),
      code: t('code.invalid'),
      password: t('passwordMismatch'),
      repeat: '',
      form: '',
    }
    const text =
      !(error instanceof CallError) || error.msg !== 'InvalidParams'
        ? errorText(te, error, fail)
        : issueOf(error).message === 'PasswordCommon'
          ? t('reset.weak')
          : own[field]
    tell({ [field]: text })
  }

  async function sendCode(): Promise<void> {
    if (!target) {
      tell({ target: wrong })
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

  function validate(password: string, repeat: string): Errors {
    return {
      target: target ? undefined : wrong,
      code: code === '' ? t('required') : code.length < CODE_DIGITS ? t('code.invalid') : undefined,
      password: password === '' ? t('required') : isPassword(password) ? undefined : t('passwordMismatch'),
      repeat: repeat === '' ? t('required') : repeat === password ? undefined : t('passwordsDiffer'),
    }
  }

  async function save(): Promise<void> {
    const data = new FormData(form.current ?? undefined)
    const password = textOf(data, 'password')
    const found = validate(password, textOf(data, 'repeat'))
    tell(found)
    if (!target || Object.values(found).some(Boolean)) return
    setBusy(true)
    try {
      if (target.kind === 'email')
        await api.call('user/email/psw/reset', { data: sender.seal({ email: target.email, code, password }) })
      else
        await api.call('user/phone/psw/reset', {
          data: sender.seal({ areaCode: target.areaCode, phone: target.phone, code, password }),
        })
      onDone()
    } catch (error) {
      tellRefusal(error, 'changePassword')
    } finally {
      setBusy(false)
    }
  }

  const typeEmail = (text: string): void => {
    const email = text.trim()
    setTarget({
      target: isEmail(email) ? { kind: 'email', email, shown: email } : null,
      wrong: t(email === '' ? 'required' : 'email'),
    })
    clear('target')
  }

  return (
    <form
      ref={form}
      className="flex flex-col gap-5"
      noValidate
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      {by === 'email' ? (
        <TextField
          label={t('reset.emailLabel')}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          error={errors.target}
          onChange={(event) => {
            typeEmail(event.target.value)
          }}
        />
      ) : (
        <PhoneField
          error={errors.target}
          onChange={(next, empty) => {
            setTarget({ target: next, wrong: t(empty ? 'required' : 'phone.invalid') })
            clear('target')
          }}
        />
      )}
      <CodeField
        {...sender}
        value={code}
        error={errors.code}
        onChange={(next) => {
          setCode(next)
          clear('code')
        }}
        onSend={() => {
          void sendCode()
        }}
      />
      <PasswordField
        label={t('reset.password')}
        name="password"
        autoComplete="new-password"
        hint={t('passwordRule')}
        error={errors.password}
        onChange={() => {
          clear('password')
        }}
      />
      <PasswordField
        label={t('reset.repeat')}
        name="repeat"
        autoComplete="new-password"
        error={errors.repeat}
        onChange={() => {
          clear('repeat')
        }}
      />
      <Submit error={errors.form} busy={busy}>
        {t(busy ? 'reset.submitting' : 'reset.submit')}
      </Submit>
      {init.demo && (
        <Notice>
          <p>
            <DemoCode target={DEMO[by]} />
          </p>
        </Notice>
      )}
    </form>
  )
}
