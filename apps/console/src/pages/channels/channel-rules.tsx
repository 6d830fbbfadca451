import type { DeskChannel } from '@hc/contract/desk/channels'
import { TextField } from '@hc/ui/field'
import { useState } from 'react'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { minorOf, typedAmount } from '../../kit/amount.ts'
import { useTranslations } from 'use-intl'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { CountriesField } from '../../kit/countries-field.tsx'
import { History } from '../../kit/history.tsx'
import { Presence } from '../../kit/presence.tsx'
import { useFields } from '../../kit/use-fields.ts'
import { atOnce, comesTwice, localTime, WhenField } from '../../kit/when-field.tsx'

/** Typed currencies, with spaces or commas. */
const currenciesOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
const MOST_CENTS = 100_000_000
/** Cents of a typed amount; null for an empty field, NaN for an invalid amount. */
const cents = (text: string): number | null => {
  const amount = text.trim() === '' ? null : minorOf(text, BASE_CURRENCY)
  return amount === null || (amount >= 0 && amount < MOST_CENTS) ? amount : NaN
}
const typed = (amount: number | null): string => (amount === null ? '' : typedAmount(amount, BASE_CURRENCY))

type Rules = Pick<DeskChannel, 'sort' | 'countries' | 'currencies' | 'min_cents' | 'max_cents'>
/** The rules in the shape of the form. */
const typedRules = ({ sort, countries, currencies, min_cents: min, max_cents: max }: Rules) => ({
  sort: String(sort),
  countries: countries ?? [],
  currencies: currencies?.join(' ') ?? '',
  min_cents: typed(min),
  max_cents: typed(max),
})

/** The offer rules of a channel. A change is a request, which finance or an owner decides. */
export function ChannelRules({ channel }: { channel: DeskChannel }) {
  const t = useTranslations('desk')
  const { code, name, version } = channel
  const fields = useFields('channel/rules', { ...typedRules(channel), when: atOnce, twice: false })
  const { sort, countries, currencies, min_cents, max_cents, when, twice } = fields.values
  const problem = (isWrong: boolean): string | undefined => (isWrong ? t('channels.rules.wrong') : undefined)
  const list = (codes: readonly string[]): string[] | null => (codes.length === 0 ? null : [...codes])
  return (
    <ActionDialog
      name="channel/rules"
      label={t('channels.rules.button')}
      about={t('channels.rules.name', { name })}
      title={t('channels.rules.name', { name })}
      confirm={t('approvals.rules.ask')}
      check={() => ({
        sort: problem(!/^\d{1,4}$/.test(sort)),
        currencies: problem(!currenciesOf(currencies).every((word) => /^[A-Z]{3}$/.test(word))),
        min_cents: problem(Number.isNaN(cents(min_cents))),
        max_cents: problem(Number.isNaN(cents(max_cents))),
      })}
      body={(reason) => ({
        code,
        version,
        sort: Number(sort),
        countries: list(countries),
        currencies: list(currenciesOf(currencies)),
        min_cents: cents(min_cents),
        max_cents: cents(max_cents),
        reason,
        when: localTime(when),
      })}
      meets={(error) => {
        if (comesTwice(error)) fields.set({ twice: true })
        return false
      }}
      form={fields}
      fields={
        <>
          <TextField label={t('channels.rules.sort')} {...fields('sort')} />
          <CountriesField
            label={t('channels.rules.countries')}
            value={countries}
            set={(codes) => fields.set({ countries: [...codes] })}
            error={fields.errors.countries}
          />
          <TextField
            label={t('channels.rules.currencies')}
            hint={t('channels.rules.currenciesHint')}
            {...fields('currencies')}
          />
          <TextField label={t('channels.rules.min')} inputMode="decimal" {...fields('min_cents')} />
          <TextField label={t('channels.rules.max')} inputMode="decimal" {...fields('max_cents')} />
          <WhenField value={when} set={(to) => fields.set({ when: to })} twice={twice} errors={fields.errors} />
          <History
            kind="channel"
            target={code}
            live={version}
            restore={(body) => fields.set(typedRules(body as Rules))}
          />
        </>
      }
    >
      <p>{t('channels.rules.text')}</p>
      <Presence kind="channel" target={code} writes />
    </ActionDialog>
  )
}

/** Sends a gateway a harmless request, and shows the result. */
export function TryChannel({ channel: { code, name } }: { channel: DeskChannel }) {
  const t = useTranslations('desk')
  return (
    <ActionButton
      name="channel/try"
      label={t('channels.rules.tryIt')}
      about={t('channels.rules.tryName', { name })}
      body={{ code }}
      done={({ state, ms, detail }) => t(`channels.rules.${state}`, { name, ms: String(ms), detail })}
    />
  )
}

/** The saved versions of a channel, for its readers. An old version is restored into the form of its rules. */
export function ChannelHistory({ channels }: { channels: readonly DeskChannel[] }) {
  const t = useTranslations('desk')
  const [code, setCode] = useState('')
  const channel = channels.find((candidate) => candidate.code === code)
  return (
    <section>
      <h2>{t('revisions.history')}</h2>
      <div className="filters">
        <ChoiceField
          label={t('channels.name')}
          name="history"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          options={[['', t('campaigns.choose')], ...channels.map((option) => [option.code, option.name] as const)]}
        />
      </div>
      {channel && <History key={code} kind="channel" target={code} live={channel.version} />}
    </section>
  )
}
