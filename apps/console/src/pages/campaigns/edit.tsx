import { type DraftedKindName, draftedKinds } from '@hc/contract/desk/kinds'
import { defaultLocale, type Locale } from '@hc/contract/locales'
import { TextField } from '@hc/ui/field'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { ConflictPanel } from '../../kit/conflict.tsx'
import { History } from '../../kit/history.tsx'
import { NoSuch } from '../../kit/no-such.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { Presence } from '../../kit/presence.tsx'
import { SaveBar } from '../../kit/save-bar.tsx'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useDraft } from '../../kit/use-draft.ts'
import { zone } from '../../lib/zone.ts'
import type { PageProps } from '../../kit/menu.ts'
import {
  emptyFields,
  type FieldName,
  type Fields,
  fieldsOf,
  fieldsOfBody,
  goodId,
  idOf,
  type Read,
  wordsAndDates,
  wrongIn,
} from './campaign-draft.ts'
import { CampaignWords, fieldLabel, wrongLocale, wrongText } from './campaign-words.tsx'
import { pathOf } from './campaign-state.tsx'
import { forms } from './kinds/kinds.ts'
import { productsById } from './known-products.ts'
import { Summary } from './summary.tsx'

/** A new campaign, a copy of one, or a draft: `from` and `of` in the address decide which. */
export default function EditCampaign({ params }: PageProps) {
  const t = useTranslations('desk')
  const query = new URLSearchParams(useSearch())
  const kind = draftedKinds.find((name) => name === params.kind)
  if (!kind) throw new NoSuch()
  const of = query.get('of') ?? ''
  const source = of || (query.get('from') ?? '')
  const { result, error, reload } = useCall('campaign/read', source === '' ? null : { kind, id: source }, {
    ofPage: true,
  })
  return (
    <Page title={t(of === '' ? 'campaigns.draftNew' : 'campaigns.edit')}>
      {error !== null && <Failed error={error} again={reload} />}
      {source !== '' && !result && error === null && <output className="state">{t('loading')}</output>}
      {(source === '' || result?.id === source) && (
        <Form key={source} kind={kind} read={source === '' ? null : result} copy={of === ''} />
      )}
    </Page>
  )
}

function Form({ kind, read, copy }: { kind: DraftedKindName; read: Read | null; copy: boolean }) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const current = read && !copy ? read : null
  const ownForm = forms[kind]
  const name = `campaign/${kind}/${read?.id ?? 'new'}${copy ? '/copy' : ''}`
  const begin = read ? fieldsOf(read, copy) : emptyFields
  const draft = useDraft<Fields>(begin, current?.version ?? 0, name, (remote) =>
    current ? fieldsOfBody(remote, current) : emptyFields,
  )
  const fields = draft.values
  // Until somebody types an id, it follows the name.
  const draftToSend = { ...fields, id: fields.id || idOf(fields.name) }
  const list = useCall('product/list', {}).result ?? []
  const byId = productsById(list)
  const [locale, setLocale] = useState<Locale>(defaultLocale)
  const { form, busy, errors, tell, run } = useCommand('campaign/edit', {
    meets: (error) => draft.meets(error),
    done: t('campaigns.saved'),
    onDone: () => {
      draft.saved(draft.version)
      go(`${pathOf({ kind, id: draftToSend.id })}?days=30`)
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const fieldErrors = { ...wrongIn(draftToSend), ...ownForm.wrong(draftToSend) }
    const messages = Object.entries(fieldErrors).flatMap(([name, why]) =>
      why === false ? [] : [[name, wrongText(t, why)] as const],
    )
    setLocale(wrongLocale(fieldErrors) ?? locale)
    if (tell(Object.fromEntries(messages))) return
    void run({
      kind,
      id: draftToSend.id,
      version: draft.version,
      draft: ownForm.draft(draftToSend, wordsAndDates(draftToSend)),
    })
  }
  type Text = Exclude<FieldName, 'item' | 'coin'>
  const common = (name: Text, hint?: string) => ({
    label: t(`campaigns.${name}`),
    name,
    autoComplete: 'off',
    value: fields[name],
    error: errors[name],
    ...(hint === undefined ? {} : { hint }),
    onChange: (event: { target: { value: string } }) => draft.set(name, event.target.value),
  })
  const check = (name: 'item' | 'coin') => (
    <label className="choice">
      <input type="checkbox" checked={fields[name]} onChange={(event) => draft.set(name, event.target.checked)} />
      {t(name === 'item' ? 'campaigns.countsItem' : 'campaigns.countsCoin')}
    </label>
  )
  const dates = t('campaigns.dateHint', { zone: zone() })
  const rows = (name: 'items' | 'tiers') => ({
    text: fields[name],
    set: (text: string) => draft.set(name, text),
    error: errors[name],
    products: list,
    known: byId,
  })
  const inputs = { t, common, check, rows }
  return (
    <form ref={form} noValidate className="form form-wide form-page" onSubmit={submit}>
      <div className="form-main">
        <FormError text={errors.form} />
        {current && <Presence kind={kind} target={current.id} writes={draft.dirty} />}
        {draft.conflict && (
          <ConflictPanel
            conflict={draft.conflict}
            mine={fields}
            label={(name) => fieldLabel(t, name)}
            show={String}
            take={draft.take}
            keep={draft.keep}
          />
        )}
        <Step n={1} title={t('campaigns.form.reward')}>
          {ownForm.reward(inputs)}
        </Step>
        <Step n={2} title={t('campaigns.form.who')}>
          {ownForm.who(inputs)}
        </Step>
        <Step n={3} title={t('campaigns.form.when')}>
          <CampaignWords
            fields={fields}
            errors={errors}
            locale={locale}
            choose={setLocale}
            set={(name, value) => draft.set(name, value)}
          />
          {(copy || !read) && (
            <TextField
              {...common('id', t('campaigns.idHint'))}
              maxLength={64}
              value={draftToSend.id}
              onChange={(event) => draft.set('id', goodId(event.target.value))}
            />
          )}
          <div className="field-pair">
            <TextField type="datetime-local" {...common('starts', dates)} />
            <TextField type="datetime-local" {...common('ends', dates)} />
          </div>
        </Step>
        {current && (
          <History
            kind={kind}
            target={current.id}
            live={0}
            restore={(body) => draft.fill(fieldsOfBody(body, current))}
          />
        )}
      </div>
      <Summary kind={kind} fields={draftToSend} known={byId} />
      <SaveBar dirty={draft.dirty} busy={busy} discard={draft.reset} save={t('campaigns.saveDry')} always />
    </form>
  )
}

function Step({ n, title, children }: { n: number; title: string; children: ReactNode }) {
  return (
    <section className="card part form-step">
      <h2>
        <span className="step-number" aria-hidden="true">
          {n}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}
