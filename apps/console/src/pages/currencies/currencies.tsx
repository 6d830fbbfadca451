import type { DeskResult, Me } from '@hc/contract/desk/calls'
import type { DeskCurrencyRule, DeskEntity, DeskRate } from '@hc/contract/desk/currencies'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { Badge } from '../../kit/badge.tsx'
import { count, joinWords, percent } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { localeNow } from '../../lib/language.ts'
import type { PageProps } from '../../kit/menu.ts'
import { countryName } from '../../kit/country-name.ts'
import { priceText } from '../prices/amounts.ts'
import { CloseCurrency, EntityForm, OpenCurrency, RateForm, RuleForm } from './currency-forms.tsx'

type All = DeskResult<'currency/list'>
type Money = All['currencies'][number]
const PPM_OF_PERCENT = 10_000
const tones = { now: 'good', planned: 'warn', ended: 'neutral' } as const

const dayOf = (day: string): string =>
  new Intl.DateTimeFormat(localeNow(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
const moneyName = (code: string): string => new Intl.DisplayNames(localeNow(), { type: 'currency' }).of(code) ?? code

/** The column of a row's actions. */
const doing = <Row,>(t: DeskTexts, may: boolean, cell: (row: Row) => ReactNode): Column<Row>[] =>
  may ? [{ key: 'do', label: t('products.action'), cell }] : []

const moneyColumns = (t: DeskTexts, switches: boolean): Column<Money>[] => [
  {
    key: 'code',
    label: t('prices.currency'),
    cell: ({ code }) => `${code} · ${moneyName(code)}`,
    text: ({ code }) => code,
  },
  {
    key: 'state',
    label: t('law.state'),
    cell: ({ open }) => (
      <Badge tone={open ? 'good' : 'neutral'}>{t(open ? 'currencies.isOpen' : 'prices.closed')}</Badge>
    ),
    text: ({ open }) => t(open ? 'currencies.isOpen' : 'prices.closed'),
  },
  {
    key: 'books',
    label: t('currencies.books'),
    cell: ({ books }) => count(books),
    text: ({ books }) => books,
    numeric: true,
  },
  ...doing<Money>(t, switches, ({ code, open }) => open && code !== 'USD' && <CloseCurrency code={code} />),
]

const rateColumns = (t: DeskTexts, rates: readonly DeskRate[], changes: boolean): Column<DeskRate>[] => [
  {
    key: 'country',
    label: t('prices.country'),
    cell: ({ country }) => countryName(country),
    text: ({ country }) => country,
  },
  {
    key: 'rate',
    label: t('prices.tax'),
    cell: ({ name, rate_ppm }) => `${name} ${percent(rate_ppm / PPM_OF_PERCENT)}`,
    text: ({ name, rate_ppm }) => `${name} ${percent(rate_ppm / PPM_OF_PERCENT)}`,
  },
  {
    key: 'state',
    label: t('law.state'),
    cell: ({ state }) => <Badge tone={tones[state]}>{t(`prices.states.${state}`)}</Badge>,
    text: ({ state }) => t(`prices.states.${state}`),
  },
  {
    key: 'from',
    label: t('prices.starts'),
    cell: ({ valid_from: day }) => dayOf(day),
    text: ({ valid_from: day }) => day,
  },
  {
    key: 'to',
    label: t('prices.ends'),
    cell: ({ valid_to: day }) => day !== null && dayOf(day),
    text: ({ valid_to: day }) => day,
  },
  { key: 'source', label: t('law.source'), cell: ({ source }) => source, text: ({ source }) => source, extra: true },
  ...doing<DeskRate>(
    t,
    changes,
    (rate) => rates.find(({ country }) => country === rate.country) === rate && <RateForm after={rate} rates={rates} />,
  ),
]

const entityColumns = (t: DeskTexts, changes: boolean): Column<DeskEntity>[] => [
  { key: 'name', label: t('currencies.name'), cell: ({ name }) => name, text: ({ name }) => name },
  {
    key: 'country',
    label: t('prices.country'),
    cell: ({ country }) => countryName(country),
    text: ({ country }) => country,
  },
  { key: 'address', label: t('currencies.address'), cell: ({ address }) => address, text: ({ address }) => address },
  {
    key: 'ids',
    label: t('currencies.taxIds'),
    cell: ({ tax_ids }) => joinWords(Object.entries(tax_ids).map((pair) => pair.join(' '))),
    text: ({ tax_ids }) => joinWords(Object.entries(tax_ids).map((pair) => pair.join(' '))),
  },
  {
    key: 'evidence',
    label: t('currencies.evidence'),
    cell: ({ evidence_min: n }) => count(n),
    text: ({ evidence_min: n }) => n,
    numeric: true,
  },
  ...doing<DeskEntity>(t, changes, (entity) => <EntityForm key={entity.version} entity={entity} />),
]

const ruleColumns = (t: DeskTexts, all: All, switches: boolean): Column<DeskCurrencyRule>[] => {
  const amount = (minor: number | null, { currency }: DeskCurrencyRule) =>
    minor === null ? '–' : priceText(minor, currency)
  return [
    {
      key: 'rule',
      label: t('currencies.channel'),
      cell: ({ channel, currency }) => `${channelName(t, channel)} · ${currency}`,
      text: ({ channel, currency }) => `${channel} ${currency}`,
    },
    {
      key: 'countries',
      label: t('prices.countries'),
      cell: ({ countries }) => (countries ? joinWords(countries.map(countryName)) : t('currencies.everywhere')),
      text: ({ countries }) => countries?.join(' ') ?? '',
    },
    {
      key: 'min',
      label: t('currencies.min'),
      cell: (rule) => amount(rule.min_minor, rule),
      text: ({ min_minor }) => min_minor,
      numeric: true,
    },
    {
      key: 'max',
      label: t('currencies.max'),
      cell: (rule) => amount(rule.max_minor, rule),
      text: ({ max_minor }) => max_minor,
      numeric: true,
    },
    {
      key: 'sort',
      label: t('channels.rules.sort'),
      cell: ({ sort }) => String(sort),
      text: ({ sort }) => sort,
      numeric: true,
    },
    {
      key: 'merchant',
      label: t('currencies.merchant'),
      cell: ({ merchant_of_record: isSeller }) => t(isSeller ? 'codes.said.yes' : 'codes.said.no'),
      text: ({ merchant_of_record: isSeller }) => t(isSeller ? 'codes.said.yes' : 'codes.said.no'),
    },
    ...doing<DeskCurrencyRule>(t, switches, (rule) => (
      <RuleForm key={rule.version} rule={rule} channels={all.channels} open={[]} />
    )),
  ]
}

/** Currencies, legal entities, tax rates, and the channels' rules by currency. */
export default function Markets({ me }: PageProps) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('currency/list', {})
  return (
    <Page>
      <p className="soft">{t('currencies.lead')}</p>
      {error !== null && <Failed error={error} again={reload} />}
      {!result && error === null && <output className="state">{t('loading')}</output>}
      {result && <Sections me={me} all={result} reload={reload} />}
    </Page>
  )
}

function Sections({ me, all, reload }: { me: Me; all: All; reload: () => Promise<void> }) {
  const t = useTranslations('desk')
  const prices = may(me, 'product.price')
  const rules = may(me, 'channel.rules')
  const open = all.currencies.filter((currency) => currency.open).map(({ code }) => code)
  const section = <Row,>(
    name: 'currencies' | 'rates' | 'entities' | 'rules',
    rows: readonly Row[],
    columns: readonly Column<Row>[],
    id: (row: Row) => string,
    add: ReactNode,
  ) => (
    <section className="card part" aria-label={t(`currencies.${name}`)}>
      <h2>{t(`currencies.${name}`)}</h2>
      {add && <div className="actions">{add}</div>}
      <List
        name={`markets-${name}`}
        caption={t(`currencies.${name}`)}
        rows={rows}
        error={null}
        reload={reload}
        columns={columns}
        id={id}
        empty={{
          title: t('currencies.none'),
          text: t(name === 'rules' ? 'currencies.ruleText' : 'currencies.noneText'),
        }}
      />
    </section>
  )
  return (
    <>
      {section(
        'currencies',
        all.currencies,
        moneyColumns(t, rules),
        ({ code }) => code,
        rules && <OpenCurrency key={all.more.join('')} more={all.more} />,
      )}
      {section(
        'rates',
        all.rates,
        rateColumns(t, all.rates, prices),
        ({ country, valid_from: day }) => `${country} ${day}`,
        prices && <RateForm after={null} rates={all.rates} />,
      )}
      {section(
        'entities',
        all.entities,
        entityColumns(t, prices),
        ({ entity_id: id }) => id,
        prices && <EntityForm entity={null} />,
      )}
      {section(
        'rules',
        all.rules,
        ruleColumns(t, all, rules),
        ({ channel, currency }) => `${channelName(t, channel)} ${currency}`,
        rules && <RuleForm rule={null} channels={all.channels} open={open} />,
      )}
    </>
  )
}
