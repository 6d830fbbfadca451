import type { ResultOf } from '@hc/contract/calls'
import type { CallError } from '@hc/contract/client'
import { issuesOf } from '@hc/contract/field-issues'
import { Button, buttonClass } from '@hc/ui/button'
import { DefinitionRow } from '@hc/ui/definition-row'
import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { Unbroken } from '@hc/ui/unbroken'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/locale.ts'
import { useSession } from '../../lib/session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useAction } from '../../lib/use-action.ts'
import { paths } from '../../paths.ts'
import { isEmail, textOf } from '../login/form-text.ts'

type Field = 'name' | 'sdk_order_id' | 'contact'
type Stated = { given: Record<Field, string>; answer: ResultOf<'withdraw/state'> }
type Confirmed = Stated & { done: ResultOf<'withdraw/confirm'> }

const fields: readonly Field[] = ['sdk_order_id', 'name', 'contact']
const fieldOf = (error: CallError): Field | 'form' =>
  fields.find((field) => issuesOf(error).some(({ path }) => path === field)) ?? 'form'

/** A heading that takes the focus when its step appears, so that a screen reader announces the step. */
function StepTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} className="heading-3">
      {children}
    </h2>
  )
}

function Ask({
  given,
  order,
  onStated,
}: {
  given: Stated['given'] | null
  order: string
  onStated: (s: Stated) => void
}) {
  const t = useTranslations('withdraw')
  const { info } = useSession()
  const hydrated = useHydrated()
  const typedValues = (): Record<Field, string> => {
    const data = new FormData(form.current ?? undefined)
    const [orderNo = '', name = '', contact = ''] = fields.map((field) => textOf(data, field).trim())
    return { name, sdk_order_id: orderNo, contact }
  }
  const messages: Record<Field, string> = {
    name: t('form.nameEmpty'),
    sdk_order_id: t('form.orderWrong'),
    contact: t('form.emailWrong'),
  }
  const { form, errors, busy, onSubmit } = useAction<Field>({
    fields,
    check: () => {
      const { name, sdk_order_id: orderNo, contact } = typedValues()
      return {
        ...(name ? {} : { name: messages.name }),
        ...(/^[\w-]{1,64}$/.test(orderNo) ? {} : { sdk_order_id: messages.sdk_order_id }),
        ...(isEmail(contact) ? {} : { contact: messages.contact }),
      }
    },
    work: async () => {
      const values = typedValues()
      // The account's own address is shown masked: if the player leaves it unchanged, it stands for the account's.
      const contact = values.contact === info?.email ? '' : values.contact
      onStated({ given: values, answer: await api.call('withdraw/state', { ...values, contact }) })
    },
    fieldOf,
    wordsOf: (_, field) => (field === 'form' ? undefined : messages[field]),
    fail: 'support',
  })
  return (
    <form ref={form} className="grid gap-4" noValidate method="post" onSubmit={onSubmit}>
      <TextField
        key={`order-${order}`}
        label={t('form.order')}
        name="sdk_order_id"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={64}
        defaultValue={given?.sdk_order_id ?? order}
        hint={t('form.orderHint')}
        error={errors.sdk_order_id}
      />
      <TextField
        label={t('form.name')}
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={given?.name ?? ''}
        error={errors.name}
      />
      <TextField
        key={`contact-${info?.email ?? ''}`}
        label={t('form.email')}
        name="contact"
        type="email"
        autoComplete="email"
        required
        maxLength={128}
        defaultValue={given?.contact ?? info?.email ?? ''}
        hint={t('form.emailHint')}
        error={errors.contact}
      />
      <div aria-live="assertive">{errors.form && <Notice tone="bad">{errors.form}</Notice>}</div>
      <Button
        type="submit"
        data-track="withdraw_next"
        className="justify-self-start max-md:w-full"
        busy={busy}
        disabled={!hydrated}
      >
        {t('form.next')}
      </Button>
    </form>
  )
}

function Confirm({
  stated,
  onBack,
  onDone,
}: {
  stated: Stated
  onBack: () => void
  onDone: (confirmed: Confirmed) => void
}) {
  const t = useTranslations('withdraw')
  const format = useFormat()
  const { given, answer } = stated
  const { form, errors, busy, onSubmit } = useAction<never>({
    fields: [],
    check: () => ({}),
    work: async () => {
      onDone({ ...stated, done: await api.call('withdraw/confirm', { statement: answer.statement }) })
    },
    fieldOf: () => 'form',
    wordsOf: ({ msg }) => (msg === 'InvalidParams' ? t('check.over') : undefined),
    fail: 'support',
  })
  return (
    <form ref={form} className="grid gap-4" method="post" onSubmit={onSubmit}>
      <StepTitle>{t('check.title')}</StepTitle>
      <p className="wrap-anywhere">{answer.text}</p>
      <dl>
        {answer.covers && (
          <DefinitionRow look="profile" label={t('check.covers')}>
            {answer.covers}
          </DefinitionRow>
        )}
        <DefinitionRow look="profile" label={t('form.order')}>
          {given.sdk_order_id}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t('form.name')}>
          {given.name}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t('form.email')}>
          {given.contact}
        </DefinitionRow>
      </dl>
      {answer.until_ts > 0 && (
        <p className="text-soft">{t('check.until', { date: format.day(answer.until_ts - 1) })}</p>
      )}
      <div aria-live="assertive">{errors.form && <Notice tone="bad">{errors.form}</Notice>}</div>
      <div className="flex flex-wrap gap-3 max-md:[&>*]:w-full">
        <Button type="submit" data-track="withdraw_confirm" busy={busy}>
          {t(busy ? 'check.sending' : 'check.confirm')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('check.change')}
        </Button>
      </div>
    </form>
  )
}

function Received({ given, done }: Confirmed) {
  const t = useTranslations('withdraw')
  const format = useFormat()
  return (
    <div className="grid gap-4">
      <StepTitle>{t('done.title')}</StepTitle>
      <p>{t(`outcome.${done.outcome}`)}</p>
      <dl>
        <DefinitionRow look="profile" label={t('done.number')}>
          {done.number}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t('done.at')}>
          {format.dateTime(done.at_ts)}
        </DefinitionRow>
        <DefinitionRow look="profile" label={t('form.order')}>
          {given.sdk_order_id}
        </DefinitionRow>
      </dl>
      <p className="text-soft">
        <Unbroken text={t('done.mailed', { email: given.contact })} part={given.contact} />
      </p>
      <Link href={paths.order(given.sdk_order_id)} className={buttonClass('quiet', 'small', 'justify-self-start')}>
        {t('done.toOrder')}
      </Link>
    </div>
  )
}

/** A withdrawal in two steps: the player's details and the order, then the statement to confirm. */
export function WithdrawForm({ order }: { order: string }) {
  const [stated, setStated] = useState<Stated | null>(null)
  const [checking, setChecking] = useState(false)
  const [confirmed, setDone] = useState<Confirmed | null>(null)
  if (confirmed) return <Received {...confirmed} />
  if (stated && checking) return <Confirm stated={stated} onBack={() => setChecking(false)} onDone={setDone} />
  return (
    <Ask
      given={stated?.given ?? null}
      order={order}
      onStated={(next) => {
        setStated(next)
        setChecking(true)
      }}
    />
  )
}
