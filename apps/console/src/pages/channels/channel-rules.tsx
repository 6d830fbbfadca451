import type { DeskChannel } from '@hc/contract/desk/channels'
import { SelectField, TextField } from '@hc/ui/field'
import { useState } from 'react'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { minorOf, typedAmount } from '../../kit/amount.ts'
import { useTranslations } from 'use-intl'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { History } from '../../kit/history.tsx'
import { Presence } from '../../kit/presence.tsx'
import { atOnce, comesTwice, localTime, WhenField } from '../../kit/when-field.tsx'

const words = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
const fits = (text: string, letters: number): boolean =>
  words(text).every((word) => word.length === letters && /^[A-Z]+$/.test(word))
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
  countries: countries?.join(' ') ?? '',
  currencies: currencies?.join(' ') ?? '',
  min: typed(min),
  max: typed(max),
})

/** The offer rules of a channel. A change is a request, which finance or an owner decides. */
export function ChannelRules({ channel }: { channel: DeskChannel }) {
  const t = useTranslations('desk')
  const { code, name, version } = channel
  const [draft, setDraft] = useState(() => typedRules(channel))
  const [when, setWhen] = useState(atOnce)
  const [twice, setTwice] = useState(false)
  const text = t('channels.rules.wrong')
  const check = (): Record<string, string> => ({
    ...(/^\d{1,4}$/.test(draft.sort) ? {} : { sort: text }),
    ...(fits(draft.countries, 2) ? {} : { countries: text }),
    ...(fits(draft.currencies, 3) ? {} : { currencies: text }),
    ...(Number.isNaN(cents(draft.min)) ? { min: text } : {}),
    ...(Number.isNaN(cents(draft.max)) ? { max: text } : {}),
  })
  const list = (text: string): string[] | null => (words(text).length === 0 ? null : words(text))
  const hints: Partial<Record<keyof typeof draft, string>> = {
    countries: t('channels.rules.countriesHint'),
    currencies: t('channels.rules.currenciesHint'),
  }
  return (
    <ActionDialog
      name="channel/rules"
      label={t('channels.rules.button')}
      about={t('channels.rules.name', { name })}
      title={t('channels.rules.name', { name })}
      confirm={t('approvals.rules.ask')}
      check={check}
      body={(reason) => ({
        code,
        version,
        sort: Number(draft.sort),
        countries: list(draft.countries),
        currencies: list(draft.currencies),
        min_cents: cents(draft.min),
        max_cents: cents(draft.max),
        reason,
        when: localTime(when),
      })}
      meets={(error) => {
        if (comesTwice(error)) setTwice(true)
        return false
      }}
      fields={(errors) => (
        <>
          {(['sort', 'countries', 'currencies', 'min', 'max'] as const).map((field) => (
            <TextField
              key={field}
              label={t(`channels.rules.${field}`)}
              hint={hints[field]}
              name={field}
              autoComplete="off"
              value={draft[field]}
              error={errors[field]}
              onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
            />
          ))}
          <WhenField value={when} set={setWhen} twice={twice} errors={errors} />
          <History
            kind="channel"
            target={code}
            live={version}
            restore={(body) => setDraft(typedRules(body as Rules))}
          />
        </>
      )}
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
        <SelectField
          label={t('channels.name')}
          name="history"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        >
          <option value="">{t('campaigns.choose')}</option>
          {channels.map((option) => (
            <option key={option.code} value={option.code}>
              {option.name}
            </option>
          ))}
        </SelectField>
      </div>
      {channel && <History key={code} kind="channel" target={code} live={channel.version} />}
    </section>
  )
}
