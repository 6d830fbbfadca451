import type { DeskCurrencyRule, DeskEntity, DeskRate } from '@hc/contract/desk/currencies'
import { TextField } from '@hc/ui/field'
import { TextArea } from '@hc/ui/text-area'
import { useTranslations } from 'use-intl'
import { stepOf } from '@hc/domain/money/currency-digits'
import { channelName } from '../../kit/channel-name.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { decimalOf } from '../../kit/amount.ts'
import { ChoiceField, YesField } from '../../kit/choice-field.tsx'
import { CountriesField, CountryField } from '../../kit/countries-field.tsx'
import { countryName } from '../../kit/country-name.ts'
import { useFields } from '../../kit/use-fields.ts'
import { minorOf, priceText, typedMinor } from '../prices/amounts.ts'

/** A millionth is the fourth decimal of a percent. */
const PERCENT_DIGITS = 4

export function OpenCurrency({ more }: { more: readonly string[] }) {
  const t = useTranslations('desk')
  const fields = useFields('currency/open', { code: more[0] ?? '' })
  return (
    <ActionDialog
      name="currency/open"
      kind="primary"
      label={t('currencies.open')}
      title={t('currencies.open')}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      body={(reason) => ({ ...fields.values, reason })}
      form={fields}
      fields={
        <ChoiceField
          label={t('prices.currency')}
          {...fields.choice('code')}
          options={more.map((option) => [option, option])}
        />
      }
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
  const fields = useFields('currency/entity', {
    entity_id: entity?.entity_id ?? '',
    name: entity?.name ?? '',
    country: entity?.country ?? '',
    address: entity?.address ?? '',
    tax_ids: Object.entries(entity?.tax_ids ?? {})
      .map((pair) => pair.join(' '))
      .join('\n'),
    evidence_min: entity?.evidence_min ?? 1,
  })
  const { entity_id, tax_ids, ...rest } = fields.values
  const title = entity ? t('currencies.entityOf', { name: entity.name }) : t('currencies.entityNew')
  return (
    <ActionDialog
      name="currency/entity"
      label={entity ? t('currencies.change') : t('currencies.entityNew')}
      about={entity ? `${t('currencies.change')}: ${entity.name}` : title}
      title={title}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      check={() => ({
        entity_id: /^[a-z0-9_-]{1,32}$/.test(entity_id) ? undefined : t('prices.idHint'),
        tax_ids: taxIdsOf(tax_ids) === null ? t('currencies.taxIdsHint') : undefined,
      })}
      body={(reason) => ({
        ...rest,
        entity_id,
        version: entity?.version ?? 0,
        tax_ids: taxIdsOf(tax_ids) ?? {},
        reason,
      })}
      form={fields}
      fields={
        <>
          {!entity && <TextField label={t('currencies.entityId')} hint={t('prices.idHint')} {...fields('entity_id')} />}
          <TextField label={t('currencies.name')} {...fields('name')} />
          <CountryField label={t('prices.country')} {...fields.choice('country')} />
          <TextArea label={t('currencies.address')} rows={3} {...fields('address')} />
          <TextArea
            label={t('currencies.taxIds')}
            hint={t('currencies.taxIdsHint')}
            rows={3}
            {...fields('tax_ids')}
            maxLength={400}
          />
          <ChoiceField
            label={t('currencies.evidence')}
            hint={t('currencies.evidenceHint')}
            {...fields.choice('evidence_min')}
            options={[1, 2].map((pieces) => [pieces, String(pieces)])}
          />
        </>
      }
    >
      <p>{t('currencies.entityText')}</p>
    </ActionDialog>
  )
}

/** A tax rate from a day on. `after`: the last rate of its country, whose fields prefill the form. */
export function RateForm({ after, rates }: { after: DeskRate | null; rates: readonly DeskRate[] }) {
  const t = useTranslations('desk')
  const fields = useFields('currency/rate', {
    country: after?.country ?? '',
    name: after?.name ?? '',
    rate_ppm: '',
    valid_from: '',
    valid_to: '',
    source: '',
  })
  const { country, rate_ppm, valid_from, valid_to } = fields.values
  const rate = decimalOf(rate_ppm, PERCENT_DIGITS)
  const title = after ? t('currencies.rateOf', { country: countryName(after.country) }) : t('currencies.rateNew')
  return (
    <ActionDialog
      name="currency/rate"
      label={after ? t('currencies.rateNext') : t('currencies.rateNew')}
      about={after ? `${t('currencies.rateNext')}: ${countryName(after.country)}` : title}
      title={title}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      check={() => ({
        rate_ppm: rate_ppm.trim() !== '' && rate >= 0 && rate < 1_000_000 ? undefined : t('field.invalid'),
        valid_from: valid_from === '' ? t('field.needed') : undefined,
        valid_to: valid_to !== '' && valid_to <= valid_from ? t('field.invalid') : undefined,
      })}
      body={(reason) => ({
        ...fields.values,
        rate_ppm: rate,
        valid_to: valid_to === '' ? null : valid_to,
        seen: rates.find((candidate) => candidate.country === country)?.seen ?? 0,
        reason,
      })}
      form={fields}
      fields={
        <>
          {!after && <CountryField label={t('prices.country')} {...fields.choice('country')} />}
          <TextField label={t('currencies.rateName')} hint={t('currencies.rateNameHint')} {...fields('name')} />
          <TextField label={t('currencies.percent')} inputMode="decimal" {...fields('rate_ppm')} />
          <TextField label={t('prices.starts')} type="date" {...fields('valid_from')} />
          <TextField label={t('prices.ends')} hint={t('currencies.toHint')} type="date" {...fields('valid_to')} />
          <TextField label={t('law.source')} hint={t('currencies.sourceHint')} {...fields('source')} />
        </>
      }
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
  const fields = useFields('currency/rule', {
    channel: rule?.channel ?? channels[0] ?? '',
    currency: rule?.currency ?? open[0] ?? '',
    countries: rule?.countries ?? ([] as readonly string[]),
    min_minor: typedMinor(rule?.min_minor ?? null, rule?.currency ?? ''),
    max_minor: typedMinor(rule?.max_minor ?? null, rule?.currency ?? ''),
    sort: String(rule?.sort ?? 100),
    merchant_of_record: rule?.merchant_of_record ?? false,
  })
  const { channel, currency, countries, sort, merchant_of_record } = fields.values
  const amountOf = (text: string): number | null => (text.trim() === '' ? null : minorOf(text, currency))
  const [min, max] = [amountOf(fields.values.min_minor), amountOf(fields.values.max_minor)]
  const title = rule ? t('currencies.ruleOf', { channel: channelName(t, channel), currency }) : t('currencies.ruleNew')
  const step = currency === '' ? '' : t('prices.step', { step: priceText(stepOf(currency), currency) })
  return (
    <ActionDialog
      name="currency/rule"
      label={rule ? t('currencies.change') : t('currencies.ruleNew')}
      about={rule ? `${t('currencies.change')}: ${channelName(t, channel)} ${currency}` : title}
      title={title}
      confirm={t('approvals.rules.ask')}
      done={t('prices.saved')}
      check={() => ({
        min_minor: Number.isNaN(min) ? step : undefined,
        max_minor: Number.isNaN(max) || (max ?? Infinity) < (min ?? 0) ? step : undefined,
        sort: /^\d{1,4}$/.test(sort) ? undefined : t('field.invalid'),
      })}
      body={(reason) => ({
        channel,
        currency,
        version: rule?.version ?? 0,
        countries: countries.length === 0 ? null : [...countries],
        min_minor: min,
        max_minor: max,
        sort: Number(sort),
        merchant_of_record,
        reason,
      })}
      form={fields}
      fields={
        <>
          {!rule && (
            <>
              <ChoiceField
                label={t('currencies.channel')}
                {...fields.choice('channel')}
                options={channels.map((option) => [option, channelName(t, option)])}
              />
              <ChoiceField
                label={t('prices.currency')}
                {...fields.choice('currency')}
                options={open.map((option) => [option, option])}
              />
            </>
          )}
          <CountriesField
            label={t('channels.rules.countries')}
            value={countries}
            set={(codes) => fields.set({ countries: codes })}
            error={fields.errors.countries}
          />
          <TextField label={t('currencies.min')} inputMode="decimal" {...fields('min_minor')} />
          <TextField label={t('currencies.max')} inputMode="decimal" {...fields('max_minor')} />
          <TextField label={t('channels.rules.sort')} inputMode="numeric" {...fields('sort')} />
          <YesField label={t('currencies.merchant')} {...fields.choice('merchant_of_record')} />
        </>
      }
    >
      <p>{t('currencies.ruleText')}</p>
    </ActionDialog>
  )
}
