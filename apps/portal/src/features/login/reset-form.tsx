import type { CallError } from '@hc/contract/client'
import { issuesOf } from '@hc/contract/field-issues'
import { isPassword } from '@hc/domain/password'
import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { useApp } from '../../shell/app-context.ts'
import { CodeField, DemoCode } from './code-field.tsx'
import { type CodeTarget, useCode } from './code.ts'
import { isEmail, textOf } from './form-text.ts'
import { PhoneField } from './lazy-phone-field.tsx'
import { PasswordField } from './password-field.tsx'
import { Submit } from './submit.tsx'

const DEMO = { email: 'demo@example.com', phone: '+1\u00A0555\u00A0010\u00A00001' } as const
const CODE_DIGITS = 6
const EMAIL_MAX = 128

type Field = 'email' | 'phone' | 'code' | 'password' | 'repeat'

/** The field whose value the server rejected: from the path and the word of the first issue. */
function issueOf(error: CallError, by: 'email' | 'phone'): { field: Field; message: string } {
  const [first] = issuesOf(error)
  const { path = '', message = '' } = first ?? {}
  return { field: path.endsWith('password') ? 'password' : path.endsWith('code') ? 'code' : by, message }
}

/** Sets a new password for the player who has access to the mailbox or phone. */
export function ResetForm({ by, onDone }: { by: 'email' | 'phone'; onDone: () => void }) {
  const t = useTranslations('login')
  const { init } = useApp()
  const [{ target, wrong }, setTarget] = useState<{ target: CodeTarget | null; wrong: string }>({
    target: null,
    wrong: t('required'),
  })
  const [code, setCode] = useState('')
  const sender = useCode('reset', target)
  const typed = (): { password: string; repeat: string } => {
    const data = new FormData(form.current ?? undefined)
    return { password: textOf(data, 'password'), repeat: textOf(data, 'repeat') }
  }
  const { form, errors, busy, focus, tell, refuse, clear, onSubmit } = useAction<Field>({
    fields: [by, 'code', 'password', 'repeat'],
    check: () => {
      const { password, repeat } = typed()
      return {
        [by]: target ? undefined : wrong,
        code: code === '' ? t('required') : code.length < CODE_DIGITS ? t('code.invalid') : undefined,
        password: password === '' ? t('required') : isPassword(password) ? undefined : t('passwordMismatch'),
        repeat: repeat === '' ? t('required') : repeat === password ? undefined : t('passwordsDiffer'),
      }
    },
    work: async () => {
      if (!target) return
      const { password } = typed()
      if (target.kind === 'email')
        await api.call('user/email/psw/reset', { data: sender.seal({ email: target.email, code, password }) })
      else
        await api.call('user/phone/psw/reset', {
          data: sender.seal({ areaCode: target.areaCode, phone: target.phone, code, password }),
        })
      onDone()
    },
    fieldOf: (error) => {
      if (/^(InvalidEmailCode|InvalidMobileCode|AuthCodeSendTooFrequently)$/.test(error.msg)) return 'code'
      if (error.msg === 'InvalidParams') return issueOf(error, by).field
      return error.msg === 'LoginMethodUnavailable' ? by : 'form'
    },
    wordsOf: (error, field) => {
      if (error.msg !== 'InvalidParams') return undefined
      if (issueOf(error, by).message === 'PasswordCommon') return t('reset.weak')
      const words = {
        email: 'email',
        phone: 'phone.invalid',
        code: 'code.invalid',
        password: 'passwordMismatch',
      } as const
      return field === 'repeat' || field === 'form' ? '' : t(words[field])
    },
    fail: 'changePassword',
  })

  async function sendCode(): Promise<void> {
    if (!target) {
      tell({ [by]: wrong })
      return
    }
    clear()
    try {
      await sender.send(target)
      focus('code')
    } catch (error) {
      refuse(error, 'code')
    }
  }

  const typeEmail = (text: string): void => {
    const email = text.trim()
    setTarget({
      target: isEmail(email) ? { kind: 'email', email, shown: email } : null,
      wrong: t(email === '' ? 'required' : 'email'),
    })
    clear(by)
  }

  return (
    <form ref={form} className="flex flex-col gap-5" noValidate method="post" onSubmit={onSubmit}>
      {by === 'email' ? (
        <TextField
          label={t('reset.emailLabel')}
          name="email"
          type="email"
          autoComplete="email"
          enterKeyHint="next"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          error={errors[by]}
          onChange={(event) => typeEmail(event.target.value)}
        />
      ) : (
        <PhoneField
          error={errors[by]}
          onChange={(next, empty) => {
            setTarget({ target: next, wrong: t(empty ? 'required' : 'phone.invalid') })
            clear(by)
          }}
        />
      )}
      <CodeField
        {...sender}
        enterKeyHint="next"
        value={code}
        error={errors.code}
        onChange={(next) => {
          setCode(next)
          clear('code')
        }}
        onSend={() => void sendCode()}
      />
      {/* A password manager stores the new password for this account. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        hidden
        readOnly
        value={target?.kind === 'email' ? target.email : (target?.e164 ?? '')}
      />
      <PasswordField
        label={t('reset.password')}
        name="password"
        autoComplete="new-password"
        enterKeyHint="next"
        hint={t('passwordRule')}
        error={errors.password}
        onChange={() => clear('password')}
      />
      <PasswordField
        label={t('reset.repeat')}
        name="repeat"
        autoComplete="new-password"
        enterKeyHint="go"
        error={errors.repeat}
        onChange={() => clear('repeat')}
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
