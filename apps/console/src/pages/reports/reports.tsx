import {
  type Comparison,
  dayAfter,
  daysOf,
  type FigureGroup,
  type FigureKind,
  figureKinds,
  reportRight,
  shapeOf,
} from '@hc/contract/desk/figures'
import type { DeskResult } from '@hc/contract/desk/calls'
import { digitsOf, toMajor } from '@hc/domain/money/currency-digits'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { ChartSpace } from '../../kit/chart-space.tsx'
import { dayText } from '../../kit/date-time.ts'
import { count, Facts, money } from '../../kit/facts.tsx'
import { choice, days as daysField } from '../../kit/list/field.ts'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may as mayDo } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { Brackets, compareField, Compared, ComparedCell, comparisonOf, daysBefore } from './compared.tsx'
import { Counts } from './counts.tsx'
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
type MoneyGroup = (typeof groups)[number]
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
/** Every report, in the order of the list. */
const kinds = ['money', 'funnel', ...figureKinds, 'tax'] as const
const isFigure = (kind: Kind | 'tax'): kind is FigureKind => figureKinds.some((candidate) => candidate === kind)
const groupName = (t: DeskTexts, by: Group): string =>
  by === 'day' || by === 'channel' || by === 'item' ? t(`reports.money.${by}`) : t(`reports.figures.by.${by}`)
const titleOf = (t: DeskTexts, kind: Kind | 'tax'): string => {
  if (isFigure(kind)) return t(`reports.figures.names.${kind}`)
  if (kind === 'tax') return t('reports.tax.title')
  return kind === 'funnel' ? t('reports.funnel.title') : t('reports.funnel.money')
}

/** The reports of money, visits and counts that a person may see, and the ones that they saved. */
export default function Reports({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(['kind', 'from', 'to', 'by', 'vs'])
  const from = filters.values.from || dayBefore(DAYS - 1)
  const to = filters.values.to || dayBefore(0)
  const visible = kinds.filter((candidate) => mayDo(me, reportRight(candidate)))
  const kind = visible.find((candidate) => candidate === filters.values.kind) ?? visible[0] ?? 'delivery'
  const compare = comparisonOf(filters.values.vs)
  // Its card stands above the report, which would move when it comes.
  const saved = useCall('report/saved', {})
  const isSettled = useSettled(!saved.loading)
  const may: readonly Group[] = isFigure(kind) ? shapeOf(kind).by : kind === 'money' ? groups : ['day']
  const by = may.find((candidate) => candidate === filters.values.by) ?? 'day'
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return (
    <Page
      half={filters.half}
      actions={
        kind !== 'tax' && days > 0 && days <= MOST_DAYS ? <SaveReport kind={kind} by={by} days={days} /> : undefined
      }
    >
      <p className="soft">{isFigure(kind) ? t('reports.figures.utc') : t('reports.money.utc')}</p>
      <div className={isSettled ? 'page-rest' : 'page-rest waits'}>
        <SavedReports reports={saved.result ?? []} seen={visible} titleOf={(option) => titleOf(t, option)} />
        <Views me={me} page="/reports" />
        <FilterBar
          filters={{ ...filters, values: { kind, from, to, by, vs: compare ?? 'none' } }}
          fields={[
            choice(
              'kind',
              t('reports.funnel.kind'),
              visible.map((option) => [option, titleOf(t, option)]),
              { always: true },
            ),
            { ...daysField(t('list.days.label')), always: true },
            ...(may.length > 1
              ? [
                  choice(
                    'by',
                    t('reports.money.by'),
                    may.map((option) => [option, groupName(t, option)]),
                    { always: true },
                  ),
                ]
              : []),
            ...(kind === 'tax' ? [] : [compareField(t)]),
          ]}
        />
        <Report key={`${kind} ${by}`} kind={kind} from={from} to={to} by={by} compare={days > 0 ? compare : null} />
      </div>
    </Page>
  )
}

type ReportProps = { kind: Kind | 'tax'; from: string; to: string; by: Group; compare: Comparison | null }

function Report({ kind, by, ...days }: ReportProps) {
  if (isFigure(kind)) return <Counts kind={kind} by={by as FigureGroup} {...days} />
  if (kind === 'tax') return <Tax from={days.from} to={days.to} />
  if (kind === 'funnel') return <Funnel {...days} />
  return <Money by={groups.find((candidate) => candidate === by) ?? 'day'} {...days} />
}

/** Sales and refunds by day, channel or item: each currency separately, the base currency first. */
function Money({ by, compare, ...days }: { from: string; to: string; by: MoneyGroup; compare: Comparison | null }) {
  const t = useTranslations('desk')
  const before = daysBefore(compare, days)
  const now = useCall('report/money', { ...days, by })
  const was = useCall('report/money', compare && { from: before.from, to: before.to, by })
  const back = by === 'day' ? before.back : 0
  const [sums, earlier] = [sumsOf(now.result), compare === null || !was.result ? null : sumsOf(was.result, back)]
  const others = [...new Set([...sums.keys(), ...(earlier?.keys() ?? [])])].filter((code) => code !== BASE_CURRENCY)
  const reload = async (): Promise<void> => {
    await Promise.all([now.reload(), was.reload()])
  }
  return (
    <>
      <Brackets compare={compare} {...days} />
      <Sums
        by={by}
        {...days}
        currency={BASE_CURRENCY}
        rows={now.result && (sums.get(BASE_CURRENCY) ?? [])}
        before={earlier && (earlier.get(BASE_CURRENCY) ?? [])}
        error={now.error ?? was.error}
        reload={reload}
      />
      {others.toSorted().map((currency) => (
        <section key={currency} aria-label={currency}>
          <h2>{t('reports.money.in', { currency })}</h2>
          <Sums
            by={by}
            {...days}
            currency={currency}
            rows={sums.get(currency) ?? []}
            before={earlier && (earlier.get(currency) ?? [])}
            error={null}
            reload={reload}
          />
        </section>
      ))}
    </>
  )
}

/**
 * Rows by currency, in one shape. Compared days are shifted by `back` days, to the days that they are compared with.
 */
function sumsOf(result: DeskResult<'report/money'> | null, back = 0): Map<string, Row[]> {
  const later = (key: string): string => (back === 0 ? key : dayAfter(key, back))
  const all = new Map<string, Row[]>()
  const add = (currency: string, row: Row): unknown => all.set(currency, [...(all.get(currency) ?? []), row])
  for (const { key, gross_cents: gross, refunded_cents: refunded, ...row } of result?.rows ?? [])
    add(BASE_CURRENCY, { ...row, key: later(key), gross, refunded })
  for (const { currency, key, gross_minor: gross, refunded_minor: refunded, ...row } of result?.others ?? [])
    add(currency, { ...row, key: later(key), gross, refunded })
  return all
}

type SumsProps = {
  by: MoneyGroup
  from: string
  to: string
  currency: string
  rows: readonly Row[] | null
  /** The rows to compare with, or null. */
  before: readonly Row[] | null
  error: unknown
  reload: () => Promise<void>
}

/** The sums of one currency: the totals, a chart of the days, and a table of the numbers. */
function Sums({ by, from, to, currency, rows, before, error, reload }: SumsProps) {
  const t = useTranslations('desk')
  const formatAmount = (minor: number): string => money(minor, currency)
  const net = (of: readonly Row[]): number => sum(of, 'gross') - sum(of, 'refunded')
  const fact = (label: string, value: (of: readonly Row[]) => string) =>
    [label, <Compared key={label} value={value(rows ?? [])} was={before && value(before)} />] as const
  const together = rows && [
    fact(t('reports.money.gross'), (of) => formatAmount(sum(of, 'gross'))),
    fact(t('reports.money.refunded'), (of) => formatAmount(sum(of, 'refunded'))),
    fact(t('reports.money.net'), (of) => formatAmount(net(of))),
    fact(t('reports.money.orders'), (of) => count(sum(of, 'orders'))),
    fact(t('reports.money.newcomers'), (of) => count(sum(of, 'newcomers'))),
    currency === BASE_CURRENCY ? fact(t('reports.money.points'), (of) => count(sum(of, 'points'))) : null,
  ]
  // A day without a sale has its place, in the chart and in the table, so that a trend skips none.
  const days =
    by === 'day' && rows && rows.length > 0
      ? Array.from({ length: Math.max(0, daysOf(from, to)) }, (_, n) => dayAfter(from, n))
      : []
  const keys = new Set([...(rows ?? []), ...(before ?? [])].map(({ key }) => key).concat(days))
  const all = rows && [...keys].map((key) => rows.find((row) => row.key === key) ?? { ...nothing, key })
  const at = (list: readonly Row[] | null, key: string): Row =>
    list?.find((row) => row.key === key) ?? { ...nothing, key }
  const was = (key: string): Row => at(before, key)
  return (
    <>
      {together && (
        <section
          className="card part"
          aria-label={currency === BASE_CURRENCY ? t('reports.money.total') : t('reports.money.totalIn', { currency })}
        >
          <Facts facts={together} />
        </section>
      )}
      {days.length > 0 && (
        <Suspense fallback={<ChartSpace label={t('reports.money.chart')} hasLegend={before !== null} />}>
          <Chart
            label={t('reports.money.chart')}
            points={days.map((day) => ({
              key: keyText(t, by, day),
              value: toMajor(at(rows, day).gross, currency),
              ...(before && { before: toMajor(was(day).gross, currency) }),
            }))}
            show={(value) => formatAmount(Math.round(value * 10 ** digitsOf(currency)))}
            {...(before && { before: t('reports.figures.column', { name: t('reports.money.gross') }) })}
          />
        </Suspense>
      )}
      <List
        name={currency === BASE_CURRENCY ? `report-${by}` : `report-${by}-${currency}`}
        caption={currency === BASE_CURRENCY ? t('reports.money.title') : t('reports.money.in', { currency })}
        rows={all && all.toSorted((a, b) => (a.key < b.key ? -1 : 1))}
        error={error}
        reload={reload}
        columns={columns(t, by, currency, before && was)}
        id={({ key }) => key}
        empty={{ title: t('reports.money.empty'), text: t('reports.money.emptyText') }}
      />
    </>
  )
}

const sum = (rows: readonly Row[], name: Exclude<keyof Row, 'key'>): number =>
  rows.reduce((all, row) => all + (row[name] ?? 0), 0)

const nothing: Omit<Row, 'key'> = { orders: 0, newcomers: 0, gross: 0, refunds: 0, refunded: 0, points: 0 }

const keyText = (t: DeskTexts, by: MoneyGroup, key: string): string =>
  by === 'day' ? dayText(key) : by === 'channel' ? channelName(t, key) : key

/** `was`: gives the row to compare with; null: no comparison. */
const columns = (
  t: DeskTexts,
  by: MoneyGroup,
  currency: string,
  was: ((key: string) => Row) | null,
): readonly Column<Row>[] => {
  const formatAmount = (minor: number): string => money(minor, currency)
  const numbers = [
    ['orders', t('reports.money.orders'), count],
    ['newcomers', t('reports.money.newcomers'), count],
    ['gross', t('reports.money.gross'), formatAmount],
    ['refunds', t('reports.money.refunds'), count],
    ['refunded', t('reports.money.refunded'), formatAmount],
    ['points', t('reports.money.points'), count],
  ] as const
  return [
    { key: 'key', label: t(`reports.money.${by}`), cell: (row) => keyText(t, by, row.key), text: (row) => row.key },
    ...numbers
      .filter(([name]) => name !== 'points' || currency === BASE_CURRENCY)
      .flatMap(([name, label, show]): Column<Row>[] => [
        {
          key: name,
          label,
          cell: (row) => <ComparedCell value={show(row[name] ?? 0)} was={was && show(was(row.key)[name] ?? 0)} />,
          text: (row) => row[name] ?? 0,
          numeric: true,
        },
        ...(was
          ? [
              {
                key: `${name}-was`,
                label: t('reports.figures.column', { name: label }),
                cell: (row: Row) => show(was(row.key)[name] ?? 0),
                text: (row: Row) => was(row.key)[name] ?? 0,
                fileOnly: true,
              },
            ]
          : []),
      ]),
  ]
}
