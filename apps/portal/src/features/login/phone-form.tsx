import type { CallError } from '@hc/contract/client'
import { Notice } from '@hc/ui/notice'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { openSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import { useApp } from '../../shell/app-context.ts'
import { CodeField, DemoCode } from './code-field.tsx'
import { type PhoneTarget, useCode } from './code.ts'
import { PhoneField } from './lazy-phone-field.tsx'
import { Submit } from './submit.tsx'

const DEMO_PHONE = '+1\u00A0555\u00A0010\u00A00001'
const CODE_DIGITS = 6

type Field = 'phone' | 'code'

const fieldOf = ({ msg }: CallError): Field | 'form' =>
  /^(InvalidMobileCode|AuthCodeSendTooFrequently)$/.test(msg)
    ? 'code'
    : /^(MobileAccountNotFound|InvalidParams|LoginMethodUnavailable)$/.test(msg)
      ? 'phone'
      : 'form'

export function PhoneForm({ remember }: { remember: ReactNode }) {
  const t = useTranslations('login')
  const { init } = useApp()
  const [{ target, empty }, setPhone] = useState<{ target: PhoneTarget | null; empty: boolean }>({
    target: null,
    empty: true,
  })
  const [code, setCode] = useState('')
  const sender = useCode('login', target)
  const phoneError = target ? undefined : t(empty ? 'required' : 'phone.invalid')
  const { form, errors, busy, refusal, focus, tell, refuse, clear, onSubmit } = useAction<Field>({
    fields: ['phone', 'code'],
    check: () => ({
      phone: phoneError,
      code: code === '' ? t('required') : code.length < CODE_DIGITS ? t('code.invalid') : undefined,
    }),
    work: async () => {
      const keep = new FormData(form.current ?? undefined).has('remember')
      const account = target?.e164 ?? ''
      openSession(await api.call('user/login', { channel_code: 'phone', account, code, remember: keep }))
      toast(t('success'), 'good')
    },
    fieldOf,
    fail: 'login',
  })

  async function sendCode(): Promise<void> {
    if (!target) {
      tell({ phone: phoneError })
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

  return (
    <form ref={form} className="flex flex-col gap-5" noValidate method="post" onSubmit={onSubmit}>
      <PhoneField
        error={errors.phone}
        onChange={(next, isEmpty) => {
          setPhone({ target: next, empty: isEmpty })
          clear('phone')
        }}
      />
      <CodeField
        {...sender}
        enterKeyHint="go"
        value={code}
        error={errors.code}
        onChange={(next) => {
          setCode(next)
          clear('code')
        }}
        onSend={() => void sendCode()}
      />
      <Submit error={errors.form} refusal={refusal} busy={busy}>
        {t(busy ? 'submitting' : 'submit')}
      </Submit>
      {remember}
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
