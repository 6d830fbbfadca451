import type { DeskMethod } from '@hc/contract/desk/channels'
import type { Me } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { Badge } from '../../kit/badge.tsx'
import { channelName } from '../../kit/channel-name.ts'
import { ChoiceField, YesField } from '../../kit/choice-field.tsx'
import { CountriesField } from '../../kit/countries-field.tsx'
import { joinWords, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { methodName } from '../../kit/method-name.ts'
import { may } from '../../kit/permission.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'

const SETTLES = ['instant', 'minutes', 'days'] as const

const codesIn = (text: string): string[] | null => {
  const words = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  return words.length === 0 ? null : words
}
const minorOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** A change is a request, which finance or an owner decides. */
function MethodRules({ row }: { row: DeskMethod }) {
  const t = useTranslations('desk')
  const { channel, method, version, usual } = row
  const name = methodName(t, method, row.name)
  const fields = useFields('channel/method', {
    countries: row.countries ?? ([] as readonly string[]),
    currencies: row.currencies?.join(' ') ?? '',
    min_minor: String(row.min_minor ?? ''),
    max_minor: String(row.max_minor ?? ''),
    settles: row.settles ?? '',
    sort: String(row.sort),
    enabled: row.enabled,
  })
  const { countries, currencies, min_minor: min, max_minor: max, settles, sort, enabled } = fields.values
  const wrong = (isWrong: boolean): string | undefined => (isWrong ? t('channels.rules.wrong') : undefined)
  const whole = (text: string): boolean => /^\d{0,12}$/.test(text.trim())
  const title = t('channels.methods.change', { name, channel: channelName(t, channel) })
  return (
    <ActionDialog
      name="channel/method"
      label={t('channels.rules.button')}
      about={`${t('channels.rules.button')}: ${title}`}
      title={title}
      confirm={t('approvals.rules.ask')}
      check={() => ({
        sort: wrong(!/^\d{1,4}$/.test(sort)),
        currencies: wrong(!(codesIn(currencies) ?? []).every((word) => /^[A-Z]{3}$/.test(word))),
        min_minor: wrong(!whole(min)),
        max_minor: wrong(!whole(max) || (minorOf(max) ?? Infinity) < (minorOf(min) ?? 0)),
      })}
      body={(reason) => ({
        channel,
        method,
        version,
        countries: countries.length === 0 ? null : [...countries],
        currencies: codesIn(currencies),
        min_minor: minorOf(min),
        max_minor: minorOf(max),
        settles: SETTLES.find((candidate) => candidate === settles) ?? null,
        sort: Number(sort),
        enabled,
        reason,
      })}
      form={fields}
      fields={
        <>
          <YesField label={t('channels.methods.offered')} {...fields.choice('enabled')} />
          <TextField label={t('channels.rules.sort')} inputMode="numeric" {...fields('sort')} />
          <CountriesField
            label={t('channels.methods.countries')}
            value={countries}
            set={(codes) => fields.set({ countries: codes })}
            error={fields.errors.countries}
          />
          <TextField
            label={t('channels.methods.currencies')}
            hint={t('channels.rules.currenciesHint')}
            {...fields('currencies')}
          />
          <ChoiceField
            label={t('channels.methods.settles')}
            {...fields.choice('settles')}
            options={[
              ['', t('channels.methods.usual', { text: t(`channels.methods.${usual.settles}`) })],
              ...SETTLES.map((option) => [option, t(`channels.methods.${option}`)] as const),
            ]}
          />
          <TextField label={t('channels.methods.min')} inputMode="numeric" {...fields('min_minor')} />
          <TextField label={t('channels.methods.max')} inputMode="numeric" {...fields('max_minor')} />
        </>
      }
    >
      <p>{t('channels.methods.rulesText')}</p>
    </ActionDialog>
  )
}

function MethodOff({ row: { channel, method, version, name: brand } }: { row: DeskMethod }) {
  const t = useTranslations('desk')
  const name = methodName(t, method, brand)
  return (
    <ActionDialog
      name="channel/methodOff"
      label={t('channels.off')}
      about={`${t('channels.off')}: ${name}, ${channelName(t, channel)}`}
      kind="danger"
      title={`${t('channels.off')}: ${name}`}
      confirm={t('channels.off')}
      done={t('channels.isOff', { name })}
      body={(reason) => ({ channel, method, version, reason })}
    >
      <p>{t('channels.methods.offText')}</p>
    </ActionDialog>
  )
}

function LastSeen({ row: { seen_at: at, lapsed: isOld } }: { row: DeskMethod }) {
  const t = useTranslations('desk')
  if (at === undefined) return t('channels.methods.always')
  if (at === null) return t('channels.methods.never')
  return (
    <>
      <When at={at} /> {isOld && <Badge tone="warn">{t('channels.methods.old')}</Badge>}
    </>
  )
}

const columns = (t: DeskTexts, me: Me): readonly Column<DeskMethod>[] => [
  {
    key: 'method',
    label: t('channels.methods.method'),
    cell: ({ method, name, channel }) => (
      <>
        {methodName(t, method, name)} <span className="soft">{channelName(t, channel)}</span>
      </>
    ),
    text: ({ method, channel }) => `${channel} ${method}`,
  },
  {
    key: 'state',
    label: t('channels.state'),
    cell: ({ enabled }) => (
      <Badge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'channels.isOffered' : 'channels.isNot')}</Badge>
    ),
    text: ({ enabled }) => String(enabled),
  },
  {
    key: 'where',
    label: t('channels.rule'),
    cell: ({ countries, currencies, usual }) =>
      joinWords(
        [(countries ?? usual.countries)?.join(' '), (currencies ?? usual.currencies)?.join(' ')].filter(
          Boolean,
        ) as string[],
      ) || t('channels.always'),
    text: ({ countries, usual }) => (countries ?? usual.countries)?.join(' ') ?? '',
  },
  {
    key: 'settles',
    label: t('channels.methods.settles'),
    cell: ({ settles, usual }) => t(`channels.methods.${settles ?? usual.settles}`),
    text: ({ settles, usual }) => settles ?? usual.settles,
  },
  {
    key: 'seen',
    label: t('channels.methods.seen'),
    cell: (row) => <LastSeen row={row} />,
    text: ({ seen_at: at }) => at ?? 0,
  },
  {
    key: 'do',
    label: t('channels.action'),
    cell: (row) => (
      <span className="actions">
        {row.enabled && may(me, 'channel.switch_off') && <MethodOff key={row.version} row={row} />}
        {may(me, 'channel.rules') && <MethodRules key={`rules ${row.version}`} row={row} />}
      </span>
    ),
  },
]

/** What each channel takes: cards, banks, wallets. */
export function ChannelMethods({ me, channels }: { me: Me; channels: ReadonlySet<string> }) {
  const t = useTranslations('desk')
  const list = useCall('channel/methods', {})
  return (
    <section>
      <h2>{t('channels.methods.title')}</h2>
      <p className="soft">{t('channels.methods.text')}</p>
      <List
        name="methods"
        caption={t('channels.methods.title')}
        rows={list.result?.filter(({ channel }) => channels.has(channel)) ?? null}
        error={list.error}
        reload={list.reload}
        columns={columns(t, me)}
        id={({ channel, method }) => `${channel} ${method}`}
        empty={{ title: t('channels.methods.empty'), text: t('channels.methods.emptyText') }}
      />
    </section>
  )
}
