import type { CallError } from '@hc/contract/client'
import { issuesOf } from '@hc/contract/field-issues'
import { SUPPORT_TEXT_MAX } from '@hc/domain/limits'
import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { TextArea } from '@hc/ui/text-area'
import { Notice } from '@hc/ui/notice'
import { Unbroken } from '@hc/ui/unbroken'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { randomId } from '../../lib/storage.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useAction } from '../../lib/use-action.ts'
import { useApp } from '../../shell/app-context.ts'
import { isEmail, textOf } from '../login/form-text.ts'

type Field = 'account' | 'sdk_order_id' | 'email' | 'text'
type Receipt = { number: string; email: string }

const fields: readonly Field[] = ['account', 'sdk_order_id', 'email', 'text']

/** The field that the server names, if this form has it. */
const fieldOf = (error: CallError): Field | 'form' =>
  fields.find((field) => issuesOf(error).some(({ path }) => path === field)) ?? 'form'

function Thanks({ done, onAgain }: { done: Receipt; onAgain: () => void }) {
  const t = useTranslations('help')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <Notice tone="good" className="mt-4">
      <h3 ref={heading} tabIndex={-1} className="font-bold">
        {t('form.done')}
      </h3>
      <p>
        <Unbroken text={t('form.doneText', done)} part={done.email} />
      </p>
      <Button kind="quiet" size="small" className="mt-3" onClick={onAgain}>
        {t('form.again')}
      </Button>
    </Notice>
  )
}

/**
 * Writes to customer service without a session. Sending again after a lost answer makes no second message: the same
 * words have the same key.
 */
export function SupportForm({ order }: { order: string }) {
  const t = useTranslations('help')
  const { init } = useApp()
  const hydrated = useHydrated()
  const lastSent = useRef({ words: '', key: '' })
  const [receipt, setDone] = useState<Receipt | null>(null)
  const typedValues = (): Record<Field, string> => {
    const data = new FormData(form.current ?? undefined)
    const [account = '', orderNo = '', email = '', text = ''] = fields.map((field) => textOf(data, field).trim())
    return { account, sdk_order_id: orderNo, email, text }
  }
  const { form, errors, busy, onSubmit } = useAction<Field>({
    fields,
    check: () => {
      const { email, text } = typedValues()
      if (!isEmail(email)) return { email: t('form.emailWrong') }
      return text ? {} : { text: t('form.messageEmpty') }
    },
    work: async () => {
      const body = typedValues()
      const words = JSON.stringify(body)
      if (lastSent.current.words !== words) lastSent.current = { words, key: randomId() }
      const { number } = await api.call('user/supportRequest', body, { idempotencyKey: lastSent.current.key })
      setDone({ number, email: body.email })
    },
    fieldOf,
    wordsOf: (_, field) => (field === 'email' ? t('form.emailWrong') : undefined),
    fail: 'support',
  })

  if (receipt) return <Thanks done={receipt} onAgain={() => setDone(null)} />
  return (
    <form ref={form} className="mt-5 grid gap-4" noValidate method="post" onSubmit={onSubmit}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={t('form.account')}
          name="account"
          autoComplete="username"
          maxLength={128}
          hint={t('form.accountHint')}
          error={errors.account}
        />
        <TextField
          key={order}
          label={t('form.order')}
          name="sdk_order_id"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          defaultValue={order}
          hint={t('form.orderHint')}
          error={errors.sdk_order_id}
        />
      </div>
      <TextField
        label={t('form.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={128}
        hint={t('form.emailHint')}
        error={errors.email}
      />
      <TextArea
        label={t('form.message')}
        name="text"
        required
        rows={6}
        maxLength={SUPPORT_TEXT_MAX}
        error={errors.text}
      />
      <p className="text-sm text-faint">{t('form.keep', { days: String(init.supportDays) })}</p>
      <div aria-live="assertive">{errors.form && <Notice tone="bad">{errors.form}</Notice>}</div>
      <Button
        type="submit"
        data-track="support_send"
        className="justify-self-start max-md:w-full"
        busy={busy}
        disabled={!hydrated}
      >
        {t(busy ? 'form.sending' : 'form.send')}
      </Button>
    </form>
  )
}
