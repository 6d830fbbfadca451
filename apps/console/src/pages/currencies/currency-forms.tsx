import type { DeskCurrencyRule, DeskEntity, DeskRate } from '@hc/contract/desk/currencies'
import { SelectField, TextField } from '@hc/ui/field'
import { TextArea } from '@hc/ui/text-area'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { stepOf } from '@hc/domain/money/currency-digits'
import { channelName } from '../../kit/channel-name.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { decimalOf } from '../../kit/amount.ts'
import { codesOf, countryName, minorOf, priceText, typedMinor } from '../prices/amounts.ts'

const COUNTRY = /^[A-Z]{2}$/
/** A millionth is the fourth decimal of a percent. */
const PERCENT_DIGITS = 4
type Draft = Record<string, string>
type Field = { name: string; label: string; hint?: string; type?: 'date'; inputMode?: 'decimal' | 'numeric' }

/** Text fields of a form, each with its error. */
function Fields({
  fields,
  draft,
  set,
  errors,
}: {
  fields: readonly Field[]
  draft: Draft
  set: (draft: Draft) => void
  errors: Readonly<Record<string, string | undefined>>
}) {
  return (
    <>
      {fields.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          name={name}
          autoComplete="off"
          value={draft[name] ?? ''}
          error={errors[name]}
          onChange={(event) => set({ ...draft, [name]: event.target.value })}
        />
      ))}
    </>
  )
}

export function OpenCurrency({ more }: { more: readonly string[] }) {
  const t = useTranslations('desk')
  const [code, setCode] = useState(more[0] ?? '')
  return (
    <ActionDialog
      name="currency/open"
      kind="primary"
      label={t('currencies.open')}
      title={t('currencies.open')}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      body={(reason) => ({ code, reason })}
      fields={() => (
        <SelectField
          label={t('prices.currency')}
          name="code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        >
          {more.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </SelectField>
      )}
    >
      <p>{t('currencies.openText')}</p>
    </ActionDialog>
  )
}

export function CloseCurrency({ code }: { code: string }) {
  const t = useTranslations('desk')
  const title = t('currencies.closeOf', { code })
  return (
    <ActionDialog
      name="currency/close"
      kind="danger"
      label={t('currencies.close')}
      about={`${t('currencies.close')}: ${code}`}
      title={title}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      body={(reason) => ({ code, reason })}
    >
      <p>{t('currencies.closeText')}</p>
    </ActionDialog>
  )
}

/** Lines like `VAT DE123` as a record; null if a line is no such pair. */
function taxIdsOf(text: string): Record<string, string> | null {
  const pairs = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line): [string, string] => [line.split(' ')[0] ?? '', line.split(' ').slice(1).join(' ').trim()])
  return pairs.every(([kind, number]) => /^[A-Za-z0-9.-]{1,20}$/.test(kind) && number !== '')
    ? Object.fromEntries(pairs)
    : null
}

export function EntityForm({ entity }: { entity: DeskEntity | null }) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState<Draft>({
    entity_id: entity?.entity_id ?? '',
    name: entity?.name ?? '',
    country: entity?.country ?? '',
    address: entity?.address ?? '',
    ids: Object.entries(entity?.tax_ids ?? {})
      .map((pair) => pair.join(' '))
      .join('\n'),
    evidence: String(entity?.evidence_min ?? 1),
  })
  const { entity_id = '', name = '', country = '', address = '', ids = '', evidence = '1' } = draft
  const title = entity ? t('currencies.entityOf', { name: entity.name }) : t('currencies.entityNew')
  const check = (): Record<string, string | undefined> => ({
    entity_id: /^[a-z0-9_-]{1,32}$/.test(entity_id) ? undefined : t('prices.idHint'),
    name: name.trim() === '' ? t('field.invalid') : undefined,
    country: COUNTRY.test(country.trim().toUpperCase()) ? undefined : t('field.invalid'),
    tax_ids: taxIdsOf(ids) === null ? t('currencies.taxIdsHint') : undefined,
  })
  return (
    <ActionDialog
      name="currency/entity"
      label={entity ? t('currencies.change') : t('currencies.entityNew')}
      about={entity ? `${t('currencies.change')}: ${entity.name}` : title}
      title={title}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      check={check}
      body={(reason) => ({
        entity_id,
        version: entity?.version ?? 0,
        name: name.trim(),
        address: address.trim(),
        country: country.trim().toUpperCase(),
        tax_ids: taxIdsOf(ids) ?? {},
        evidence_min: evidence === '2' ? 2 : 1,
        reason,
      })}
      fields={(errors) => (
        <>
          <Fields
            fields={[
              ...(entity ? [] : [{ name: 'entity_id', label: t('currencies.entityId'), hint: t('prices.idHint') }]),
              { name: 'name', label: t('currencies.name') },
              { name: 'country', label: t('prices.country'), hint: t('currencies.countryHint') },
            ]}
            draft={draft}
            set={setDraft}
            errors={errors}
          />
          {(['address', 'ids'] as const).map((field) => (
            <TextArea
              key={field}
              label={t(field === 'ids' ? 'currencies.taxIds' : 'currencies.address')}
              hint={field === 'ids' ? t('currencies.taxIdsHint') : undefined}
              name={field === 'ids' ? 'tax_ids' : field}
              rows={3}
              maxLength={400}
              value={draft[field] ?? ''}
              error={errors[field === 'ids' ? 'tax_ids' : field]}
              onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
            />
          ))}
          <SelectField
            label={t('currencies.evidence')}
            hint={t('currencies.evidenceHint')}
            name="evidence"
            value={evidence}
            onChange={(event) => setDraft({ ...draft, evidence: event.target.value })}
          >
            <option>1</option>
            <option>2</option>
          </SelectField>
        </>
      )}
    >
      <p>{t('currencies.entityText')}</p>
    </ActionDialog>
  )
}

/** A tax rate from a day on. `after`: the last rate of its country, whose fields prefill the form. */
export function RateForm({ after, rates }: { after: DeskRate | null; rates: readonly DeskRate[] }) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState<Draft>({ country: after?.country ?? '', name: after?.name ?? '' })
  const { country: typed = '', name = '', percent = '', from = '', to = '', source = '' } = draft
  const country = typed.trim().toUpperCase()
  const rate = decimalOf(percent, PERCENT_DIGITS)
  const title = after ? t('currencies.rateOf', { country: countryName(after.country) }) : t('currencies.rateNew')
  const check = (): Record<string, string | undefined> => ({
    country: COUNTRY.test(country) ? undefined : t('field.invalid'),
    name: name.trim() === '' ? t('field.invalid') : undefined,
    rate_ppm: percent.trim() !== '' && rate >= 0 && rate < 1_000_000 ? undefined : t('field.invalid'),
    valid_from: from === '' ? t('field.invalid') : undefined,
    valid_to: to !== '' && to <= from ? t('field.invalid') : undefined,
    source: source.trim() === '' ? t('field.invalid') : undefined,
  })
  return (
    <ActionDialog
      name="currency/rate"
      label={after ? t('currencies.rateNext') : t('currencies.rateNew')}
      about={after ? `${t('currencies.rateNext')}: ${countryName(after.country)}` : title}
      title={title}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      check={check}
      body={(reason) => ({
        country,
        name: name.trim(),
        rate_ppm: rate,
        valid_from: from,
        valid_to: to === '' ? null : to,
        source: source.trim(),
        seen: rates.find((candidate) => candidate.country === country)?.seen ?? 0,
        reason,
      })}
      fields={(errors) => (
        <Fields
          fields={[
            ...(after ? [] : [{ name: 'country', label: t('prices.country'), hint: t('currencies.countryHint') }]),
            { name: 'name', label: t('currencies.rateName'), hint: t('currencies.rateNameHint') },
            { name: 'percent', label: t('currencies.percent'), inputMode: 'decimal' as const },
            { name: 'from', label: t('prices.starts'), type: 'date' as const },
            { name: 'to', label: t('prices.ends'), type: 'date' as const, hint: t('currencies.toHint') },
            { name: 'source', label: t('law.source'), hint: t('currencies.sourceHint') },
          ]}
          draft={draft}
          set={setDraft}
          errors={{ ...errors, percent: errors.rate_ppm, from: errors.valid_from, to: errors.valid_to }}
        />
      )}
    >
      <p>{t('currencies.rateText')}</p>
    </ActionDialog>
  )
}

export function RuleForm({
  rule,
  channels,
  open,
}: {
  rule: DeskCurrencyRule | null
  channels: readonly string[]
  open: readonly string[]
}) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState<Draft>({
    channel: rule?.channel ?? channels[0] ?? '',
    currency: rule?.currency ?? open[0] ?? '',
    countries: rule?.countries?.join(' ') ?? '',
    min: typedMinor(rule?.min_minor ?? null, rule?.currency ?? ''),
    max: typedMinor(rule?.max_minor ?? null, rule?.currency ?? ''),
    sort: String(rule?.sort ?? 100),
    merchant: rule?.merchant_of_record ? 'yes' : 'no',
  })
  const { channel = '', currency = '', countries = '', min = '', max = '', sort = '', merchant = 'no' } = draft
  const amountOf = (text: string): number | null => (text.trim() === '' ? null : minorOf(text, currency))
  const title = rule ? t('currencies.ruleOf', { channel: channelName(t, channel), currency }) : t('currencies.ruleNew')
  const step = currency === '' ? '' : t('prices.step', { step: priceText(stepOf(currency), currency) })
  const check = (): Record<string, string | undefined> => ({
    countries: codesOf(countries).every((code) => COUNTRY.test(code)) ? undefined : t('field.invalid'),
    min_minor: Number.isNaN(amountOf(min)) ? step : undefined,
    max_minor: Number.isNaN(amountOf(max)) || (amountOf(max) ?? Infinity) < (amountOf(min) ?? 0) ? step : undefined,
    sort: /^\d{1,4}$/.test(sort) ? undefined : t('field.invalid'),
  })
  const select = (
    name: 'channel' | 'currency' | 'merchant',
    label: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <SelectField
      label={label}
      name={name}
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
  return (
    <ActionDialog
      name="currency/rule"
      label={rule ? t('currencies.change') : t('currencies.ruleNew')}
      about={rule ? `${t('currencies.change')}: ${channelName(t, channel)} ${currency}` : title}
      title={title}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      check={check}
      body={(reason) => ({
        channel,
        currency,
        version: rule?.version ?? 0,
        countries: codesOf(countries).length === 0 ? null : codesOf(countries),
        min_minor: amountOf(min),
        max_minor: amountOf(max),
        sort: Number(sort),
        merchant_of_record: merchant === 'yes',
        reason,
      })}
      fields={(errors) => (
        <>
          {!rule &&
            select(
              'channel',
              t('currencies.channel'),
              channels.map((option) => [option, channelName(t, option)]),
            )}
          {!rule &&
            select(
              'currency',
              t('prices.currency'),
              open.map((option) => [option, option]),
            )}
          <Fields
            fields={[
              { name: 'countries', label: t('prices.countries'), hint: t('channels.rules.countriesHint') },
              { name: 'min', label: t('currencies.min'), inputMode: 'decimal' as const },
              { name: 'max', label: t('currencies.max'), inputMode: 'decimal' as const },
              { name: 'sort', label: t('channels.rules.sort'), inputMode: 'numeric' as const },
            ]}
            draft={draft}
            set={setDraft}
            errors={{ ...errors, min: errors.min_minor, max: errors.max_minor }}
          />
          {select('merchant', t('currencies.merchant'), [
            ['no', t('codes.said.no')],
            ['yes', t('codes.said.yes')],
          ])}
        </>
      )}
    >
      <p>{t('currencies.ruleText')}</p>
    </ActionDialog>
  )
}
