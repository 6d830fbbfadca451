import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { Badge } from '../../kit/badge.tsx'
import { countryName } from '../../kit/country-name.ts'
import { When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { localeNow } from '../../lib/language.ts'
import type { PageProps } from '../../kit/menu.ts'

type Pack = DeskResult<'law/list'>['packs'][number]

/** Whether the version in force is older than the offered one. */
const isOld = ({ held, version }: Pack): boolean => held !== null && held.version < version
/** The rules in force, or the offered ones if none are. */
const rulesNow = (pack: Pack) => pack.held ?? pack

function Switch({ countries, on, label, text }: { countries: string[]; on: boolean; label?: string; text?: string }) {
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
      <p>{text ?? t(on ? 'law.endText' : 'law.enableText')}</p>
    </ActionDialog>
  )
}

const stateOf = (t: DeskTexts, { on_since, held }: Pack): string =>
  on_since === null ? t('law.off') : held ? t('law.onVersion', { version: String(held.version) }) : t('law.on')

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
    cell: (pack) =>
      pack.on_since === null ? (
        <Badge>{t('law.off')}</Badge>
      ) : (
        <>
          <Badge tone={isOld(pack) ? 'warn' : 'good'}>{stateOf(t, pack)}</Badge> <When at={pack.on_since} />
        </>
      ),
    text: (pack) => stateOf(t, pack),
  },
  {
    key: 'days',
    label: t('law.days'),
    cell: (pack) => t('law.daysN', { days: String(rulesNow(pack).days) }),
    text: (pack) => rulesNow(pack).days,
    numeric: true,
  },
  {
    key: 'box',
    label: t('law.box'),
    cell: (pack) => t(rulesNow(pack).asks ? 'law.asks' : 'law.asksNot'),
    text: (pack) => t(rulesNow(pack).asks ? 'law.asks' : 'law.asksNot'),
  },
  {
    key: 'from',
    label: t('law.from'),
    cell: (pack) => <time dateTime={rulesNow(pack).valid_from}>{dayOf(rulesNow(pack).valid_from)}</time>,
    text: (pack) => rulesNow(pack).valid_from,
  },
  {
    key: 'source',
    label: t('law.source'),
    cell: (pack) => rulesNow(pack).source,
    text: (pack) => rulesNow(pack).source,
    extra: true,
  },
  ...(switches
    ? [
        {
          key: 'switch',
          label: t('products.action'),
          cell: (pack: Pack) => (
            <span className="actions-stacked">
              {isOld(pack) && (
                <Switch
                  countries={[pack.country]}
                  on={false}
                  label={t('law.renew', { version: String(pack.version) })}
                  text={t('law.renewText', { version: String(pack.version), days: String(pack.days) })}
                />
              )}
              <Switch countries={[pack.country]} on={pack.on_since !== null} />
            </span>
          ),
        },
      ]
    : []),
]

const dayOf = (day: string): string =>
  new Intl.DateTimeFormat(localeNow(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Packs of law, and the texts that buyers agree to. */
export default function Law({ me }: PageProps) {
  const t = useTranslations('desk')
  const list = useCall('law/list', {})
  const switches = may(me, 'legal.publish')
  const packs = list.result?.packs ?? null
  const off = (packs ?? []).filter(({ on_since }) => on_since === null).map(({ country }) => country)
  const sources = [...new Set((packs ?? []).map(({ source, note }) => `${source} ${note}`))]
  return (
    <Page>
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
