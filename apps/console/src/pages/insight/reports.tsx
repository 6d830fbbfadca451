import type { DeskResult } from '@hc/contract/desk/calls'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
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
const CENTS = 100
type Row = DeskResult<'report/money'>['rows'][number]
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

/** What was sold and given back, by day, channel or item: a chart of the days and a table of the numbers. */
function Money({ from, to, by }: { from: string; to: string; by: Group }) {
  const t = useTranslations('desk')
  const sums = useCall('report/money', { from, to, by })
  const rows = sums.result?.rows ?? null
  const together = rows && [
    [t('report.gross'), money(sum(rows, 'gross_cents'))] as const,
    [t('report.refunded'), money(sum(rows, 'refunded_cents'))] as const,
    [t('report.net'), money(sum(rows, 'gross_cents') - sum(rows, 'refunded_cents'))] as const,
    [t('report.orders'), count(sum(rows, 'orders'))] as const,
    [t('report.newcomers'), count(sum(rows, 'newcomers'))] as const,
    [t('report.points'), count(sum(rows, 'points'))] as const,
  ]
  return (
    <>
      {together && (
        <section className="card part" aria-label={t('report.total')}>
          <Facts facts={together} />
        </section>
      )}
      {by === 'day' && rows && rows.length > 1 && (
        <Suspense fallback={<output className="state">{t('loading')}</output>}>
          <Chart
            label={t('report.chart')}
            points={rows.map(({ key, gross_cents }) => ({ key, value: gross_cents / CENTS }))}
            show={(value) => money(Math.round(value * CENTS))}
          />
        </Suspense>
      )}
      <List
        name={`report-${by}`}
        caption={t('report.title')}
        rows={rows}
        error={sums.error}
        reload={sums.reload}
        columns={columns(t, t(`report.${by}`))}
        id={({ key }) => key}
        empty={{ title: t('report.empty'), text: t('report.emptyText') }}
      />
    </>
  )
}

const sum = (rows: readonly Row[], name: Exclude<keyof Row, 'key'>): number =>
  rows.reduce((all, row) => all + row[name], 0)

const columns = (t: DeskTexts, key: string): readonly Column<Row>[] => [
  { key: 'key', label: key, cell: (row) => row.key, text: (row) => row.key },
  ...(
    [
      ['orders', t('report.orders'), count],
      ['newcomers', t('report.newcomers'), count],
      ['gross_cents', t('report.gross'), money],
      ['refunds', t('report.refunds'), count],
      ['refunded_cents', t('report.refunded'), money],
      ['points', t('report.points'), count],
    ] as const
  ).map(([name, label, show]) => ({
    key: name,
    label,
    cell: (row: Row) => show(row[name]),
    text: (row: Row) => row[name],
    numeric: true,
  })),
]
