import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { Status, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list.tsx'
import { may } from '../../kit/may.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { localeNow } from '../../lib/language.ts'
import type { PageProps } from '../../pages.ts'

type Pack = DeskResult<'law/list'>['packs'][number]

const countryName = (code: string): string => new Intl.DisplayNames(localeNow(), { type: 'region' }).of(code) ?? code

function Switch({ countries, on, label }: { countries: string[]; on: boolean; label?: string }) {
  const t = useTranslations('desk')
  const words = label ?? t(on ? 'law.end' : 'law.enable')
  const about = countries.length === 1 ? `${words}: ${countryName(countries[0] ?? '')}` : words
  return (
    <ActionDialog
      name={on ? 'law/end' : 'law/enable'}
      kind={on ? 'danger' : 'quiet'}
      label={words}
      about={about}
      title={about}
      confirm={t('law.confirm')}
      body={(reason) => ({ countries, reason })}
    >
      <p>{t(on ? 'law.endText' : 'law.enableText')}</p>
    </ActionDialog>
  )
}

const columnsOf = (t: DeskTexts, switches: boolean): Column<Pack>[] => [
  {
    key: 'country',
    label: t('law.country'),
    cell: ({ country }) => countryName(country),
    text: ({ country }) => country,
  },
  {
    key: 'state',
    label: t('law.state'),
    cell: ({ on_since }) =>
      on_since === null ? (
        <Status>{t('law.off')}</Status>
      ) : (
        <>
          <Status tone="good">{t('law.on')}</Status> <When at={on_since} />
        </>
      ),
    text: ({ on_since }) => (on_since === null ? t('law.off') : t('law.on')),
  },
  {
    key: 'days',
    label: t('law.days'),
    cell: ({ days }) => t('law.daysN', { days: String(days) }),
    text: ({ days }) => days,
    numeric: true,
  },
  {
    key: 'box',
    label: t('law.box'),
    cell: ({ asks }) => t(asks ? 'law.asks' : 'law.asksNot'),
    text: ({ asks }) => t(asks ? 'law.asks' : 'law.asksNot'),
  },
  {
    key: 'from',
    label: t('law.from'),
    cell: ({ valid_from }) => <time dateTime={valid_from}>{dayOf(valid_from)}</time>,
    text: ({ valid_from }) => valid_from,
  },
  { key: 'source', label: t('law.source'), cell: ({ source }) => source, text: ({ source }) => source, extra: true },
  ...(switches
    ? [
        {
          key: 'switch',
          label: t('products.action'),
          cell: ({ country, on_since }: Pack) => <Switch countries={[country]} on={on_since !== null} />,
        },
      ]
    : []),
]

const dayOf = (day: string): string =>
  new Intl.DateTimeFormat(localeNow(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Packs of law, and the texts that buyers agree to. */
export function Law({ me }: PageProps) {
  const t = useTranslations('desk')
  const list = useCall('law/list', {})
  const switches = may(me, 'legal.publish')
  const packs = list.result?.packs ?? null
  const off = (packs ?? []).filter(({ on_since }) => on_since === null).map(({ country }) => country)
  const sources = [...new Set((packs ?? []).map(({ source, note }) => `${source} ${note}`))]
  return (
    <Page title={t('law.title')}>
      <p className="soft">{t('law.lead')}</p>
      {switches && off.length > 1 && (
        <div className="actions">
          <Switch countries={off} on={false} label={t('law.enableAll')} />
        </div>
      )}
      <List
        name="law"
        caption={t('law.title')}
        rows={packs}
        error={list.error}
        reload={list.reload}
        columns={columnsOf(t, switches)}
        id={({ country }) => country}
        empty={{ title: t('law.title'), text: t('law.lead') }}
      />
      <section className="card part" aria-label={t('law.texts')}>
        <h2>{t('law.texts')}</h2>
        {list.result?.texts.length === 0 && <p className="soft">{t('law.noTexts')}</p>}
        {list.result?.texts.map(({ kind, version, body }) => (
          <p key={kind}>
            <strong>{t(`law.${kind}`)}</strong>{' '}
            <span className="soft">{t('law.version', { version: String(version) })}</span>
            <br />
            <span lang="en-US">{body}</span>
          </p>
        ))}
        {sources.map((source) => (
          <p key={source} className="soft" lang="en-US">
            {source}
          </p>
        ))}
      </section>
    </Page>
  )
}
