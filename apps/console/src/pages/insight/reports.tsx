import { digitsOf, toMajor } from '@hc/domain/money/digits'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { dayText } from '../../kit/date-time.ts'
import { count, Facts, money } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { Funnel } from './funnel.tsx'
import { Tax } from './tax.tsx'
import { type Group, type Kind, SavedReports, SaveReport } from './saved-reports.tsx'

const Chart = lazy(async () => ({ default: (await import('../../kit/chart.tsx')).Chart }))
const DAY_MS = 86_400_000
const DAYS = 30
const MOST_DAYS = 366
/** Sums in minor units of one currency. */
type Row = {
  key: string
  orders: number
  newcomers: number
  gross: number
  refunds: number
  refunded: number
  points?: number
}
const groups = ['day', 'channel', 'item'] as const
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** What was paid and given back, or how far visits came; and what a person saved of both. */
export function Reports() {
  const t = useTranslations('desk')
  const filters = useFilters(['kind', 'from', 'to', 'by'])
  const from = filters.values.from || dayBefore(DAYS - 1)
  const to = filters.values.to || dayBefore(0)
  const by = groups.find((one) => one === filters.values.by) ?? 'day'
  const kind: Kind = filters.values.kind === 'funnel' ? 'funnel' : 'money'
  const tax = filters.values.kind === 'tax'
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return (
    <Page
      title={t('report.title')}
      actions={!tax && days > 0 && days <= MOST_DAYS ? <SaveReport kind={kind} by={by} days={days} /> : undefined}
    >
      <p className="soft">{t('report.utc')}</p>
      <SavedReports />
      <FilterBar
        filters={{ ...filters, values: { kind: tax ? 'tax' : kind, from, to, by } }}
        fields={[
          {
            name: 'kind',
            label: t('funnel.kind'),
            options: [
              ['money', t('funnel.money')],
              ['funnel', t('funnel.title')],
              ['tax', t('taxReport.title')],
            ],
          },
          { name: 'from', label: t('report.from'), type: 'date' },
          { name: 'to', label: t('report.to'), type: 'date' },
          ...(kind === 'money' && !tax
            ? [
                {
                  name: 'by' as const,
                  label: t('report.by'),
                  options: groups.map((one) => [one, t(`report.${one}`)] as const),
                },
              ]
            : []),
        ]}
      />
      {tax && <Tax from={from} to={to} />}
      {!tax && (kind === 'money' ? <Money from={from} to={to} by={by} /> : <Funnel from={from} to={to} />)}
    </Page>
  )
}

/** What was sold and given back, by day, channel or item: each currency by itself, the base first. */
function Money({ from, to, by }: { from: string; to: string; by: Group }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('report/money', { from, to, by })
  const base = result?.rows.map(({ gross_cents, refunded_cents, ...row }): Row => ({
    ...row,
    gross: gross_cents,
    refunded: refunded_cents,
  }))
  const others = Object.entries(Object.groupBy(result?.others ?? [], ({ currency }) => currency))
  return (
    <>
      <Sums by={by} currency={BASE_CURRENCY} rows={base ?? null} error={error} reload={reload} />
      {others.map(([currency, rows = []]) => (
        <section key={currency} aria-label={currency}>
          <h2>{t('report.in', { currency })}</h2>
          <Sums
            by={by}
            currency={currency}
            rows={rows.map(({ gross_minor, refunded_minor, ...row }) => ({
              ...row,
              gross: gross_minor,
              refunded: refunded_minor,
            }))}
            error={null}
            reload={reload}
          />
        </section>
      ))}
    </>
  )
}

type SumsProps = {
  by: Group
  currency: string
  rows: readonly Row[] | null
  error: unknown
  reload: () => Promise<void>
}

/** The sums of one currency: what they are together, a chart of the days, and a table of the numbers. */
function Sums({ by, currency, rows, error, reload }: SumsProps) {
  const t = useTranslations('desk')
  const told = (minor: number): string => money(minor, currency)
  const together = rows && [
    [t('report.gross'), told(sum(rows, 'gross'))] as const,
    [t('report.refunded'), told(sum(rows, 'refunded'))] as const,
    [t('report.net'), told(sum(rows, 'gross') - sum(rows, 'refunded'))] as const,
    [t('report.orders'), count(sum(rows, 'orders'))] as const,
    [t('report.newcomers'), count(sum(rows, 'newcomers'))] as const,
    currency === BASE_CURRENCY ? ([t('report.points'), count(sum(rows, 'points'))] as const) : null,
  ]
  return (
    <>
      {together && (
        <section
          className="card part"
          aria-label={currency === BASE_CURRENCY ? t('report.total') : t('report.totalIn', { currency })}
        >
          <Facts facts={together} />
        </section>
      )}
      {by === 'day' && rows && rows.length > 1 && (
        <Suspense fallback={<output className="state">{t('loading')}</output>}>
          <Chart
            label={t('report.chart')}
            points={rows.map(({ key, gross }) => ({ key: keyText(t, by, key), value: toMajor(gross, currency) }))}
            show={(value) => told(Math.round(value * 10 ** digitsOf(currency)))}
          />
        </Suspense>
      )}
      <List
        name={currency === BASE_CURRENCY ? `report-${by}` : `report-${by}-${currency}`}
        caption={currency === BASE_CURRENCY ? t('report.title') : t('report.in', { currency })}
        rows={rows}
        error={error}
        reload={reload}
        columns={columns(t, by, currency)}
        id={({ key }) => key}
        empty={{ title: t('report.empty'), text: t('report.emptyText') }}
      />
    </>
  )
}

const sum = (rows: readonly Row[], name: Exclude<keyof Row, 'key'>): number =>
  rows.reduce((all, row) => all + (row[name] ?? 0), 0)

const keyText = (t: DeskTexts, by: Group, key: string): string =>
  by === 'day' ? dayText(key) : by === 'channel' ? channelName(t, key) : key

const columns = (t: DeskTexts, by: Group, currency: string): readonly Column<Row>[] => {
  const told = (minor: number): string => money(minor, currency)
  const numbers = [
    ['orders', t('report.orders'), count],
    ['newcomers', t('report.newcomers'), count],
    ['gross', t('report.gross'), told],
    ['refunds', t('report.refunds'), count],
    ['refunded', t('report.refunded'), told],
    ['points', t('report.points'), count],
  ] as const
  return [
    { key: 'key', label: t(`report.${by}`), cell: (row) => keyText(t, by, row.key), text: (row) => row.key },
    ...numbers
      .filter(([name]) => name !== 'points' || currency === BASE_CURRENCY)
      .map(([name, label, show]) => ({
        key: name,
        label,
        cell: (row: Row) => show(row[name] ?? 0),
        text: (row: Row) => row[name] ?? 0,
        numeric: true,
      })),
  ]
}
