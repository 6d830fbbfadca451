import {
  type Comparison,
  type Counts as Counted,
  dayAfter,
  daysOf,
  type FigureGroup,
  type FigureKind,
  figureOf,
  type Measure,
  measuresOf,
  shapeOf,
} from '@hc/contract/desk/figures'
import { figureText } from '@hc/i18n/figure-text'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { actName, saidText } from '../../kit/codes.ts'
import { major } from '../../kit/csv.ts'
import { ChartSpace } from '../../kit/chart-space.tsx'
import { dayText } from '../../kit/date-time.ts'
import { Facts, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { localeNow } from '../../lib/language.ts'
import { Brackets, Compared, ComparedCell, daysBefore } from './compared.tsx'
import { methodName } from '../../kit/method-name.ts'
import { tOf } from '../../kit/text-of.ts'

const Chart = lazy(async () => ({ default: (await import('../../kit/chart.tsx')).Chart }))
type Props = { kind: FigureKind; from: string; to: string; by: FigureGroup; compare: Comparison | null }
type Row = { key: string; /** The name of a campaign or a method. */ name: string; now: Counted; was: Counted }

const none: Counted = { counts: {}, p50: null, p95: null, p99: null }
/** A measure's number in the reader's format. */
const valueText = (measure: Measure, value: number | null): string => figureText(localeNow(), measure, value)

/** The same for a file: seconds, a share of 1, or dollars. */
function filed({ kind }: Measure, value: number | null): number | null {
  if (kind === 'worth') return major(value, 'USD')
  return value === null || kind === 'count' ? value : Math.round(value * 10_000) / 10_000
}

const nameOf = (t: DeskTexts, name: string): string => tOf(t, 'reports.figures.measure', name) ?? name

/** The subject of a row, in words. */
function about(t: DeskTexts, by: FigureGroup, { key, name }: Row): string {
  if (by === 'day') return dayText(key)
  if (by === 'channel') return channelName(t, key)
  if (by === 'method') {
    const [channel = '', method = ''] = key.split(':')
    return method ? `${methodName(t, method, name)} · ${channelName(t, channel)}` : channelName(t, channel)
  }
  if (by === 'action') return actName(t, key)
  if (by === 'server') return key === '' ? t('reports.figures.noServer') : key
  if (by === 'campaign') return name || (key.split(':').at(-1) ?? key)
  if (key.startsWith('dispute:')) return t('reports.figures.dispute', { reason: key.slice('dispute:'.length) })
  return key === 'gateway' ? t('reports.figures.gateway') : saidText(t, key)
}

function Key({ by, row }: { by: FigureGroup; row: Row }): ReactNode {
  const t = useTranslations('desk')
  const text = about(t, by, row)
  if (by !== 'campaign') return text
  const [kind, id] = row.key.includes(':') ? row.key.split(':') : ['redeem', row.key]
  return (
    <Link className="link" href={`/campaigns/${kind}/${id}`}>
      {text}
    </Link>
  )
}

/** A report of counts, built from its data: the totals, a chart of the days, and a table of the numbers. */
export function Counts({ kind, from, to, by, compare }: Props) {
  const t = useTranslations('desk')
  const before = daysBefore(compare, { from, to })
  const now = useCall('report/counts', { kind, from, to, by })
  const was = useCall('report/counts', compare && { kind, from: before.from, to: before.to, by })
  const earlier = compare === null ? null : was.result
  const { result } = now
  const measures = measuresOf(kind, by)
  const back = by === 'day' ? before.back : 0
  const days = by === 'day' && result && result.rows.length > 0 ? daysIn(from, to) : []
  const rows = result && together(result.rows, earlier?.rows ?? [], back, { ...earlier?.names, ...result.names }, days)
  return (
    <>
      <p className="soft">{t(`reports.figures.how.${kind}`)}</p>
      {result && result.due > 0 && <p className="soft">{t('reports.figures.due', { n: result.due })}</p>}
      {result && result.rows.length > 0 && (
        <section className="card part" aria-label={t('reports.money.total')}>
          <Facts
            facts={[
              ...measures.map(([name, measure]) => {
                const old = earlier && valueText(measure, figureOf(name, measure, earlier.together))
                const value = valueText(measure, figureOf(name, measure, result.together))
                return [nameOf(t, name), <Compared key={name} value={value} was={old} />] as const
              }),
              result.at > 0 ? [t('reports.funnel.counted'), <When key="at" at={result.at} />] : null,
            ]}
          />
        </section>
      )}
      {by === 'day' && result && result.rows.length > 0 && (
        <Days kind={kind} from={from} to={to} rows={result.rows} before={earlier?.rows ?? null} back={back} />
      )}
      {rows && rows.length > 0 && <Brackets compare={compare} from={from} to={to} />}
      <List
        name={`report-${kind}-${by}`}
        caption={t(`reports.figures.names.${kind}`)}
        rows={rows}
        error={now.error ?? was.error}
        reload={async () => {
          await Promise.all([now.reload(), was.reload()])
        }}
        columns={columnsOf(t, kind, by, compare !== null)}
        id={({ key }) => key}
        empty={{ title: t('reports.funnel.empty'), text: t('reports.money.emptyText') }}
      />
    </>
  )
}

type Keyed = readonly (Counted & { key: string })[]

const daysIn = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, daysOf(from, to)) }, (_, n) => dayAfter(from, n))

/**
 * The rows and their compared rows; a row that exists only in the compared days is included, and so is each of `days`.
 */
function together(
  now: Keyed,
  before: Keyed,
  back: number,
  names: Readonly<Record<string, string>>,
  days: readonly string[],
): Row[] {
  const later = before.map(({ key, ...row }) => ({ key: back === 0 ? key : dayAfter(key, back), ...row }))
  const keys = [...new Set([...now.map(({ key }) => key), ...later.map(({ key }) => key), ...days])].toSorted()
  return keys.map((key) => ({
    key,
    name: names[key] ?? '',
    now: now.find((row) => row.key === key) ?? none,
    was: later.find((row) => row.key === key) ?? none,
  }))
}

type DaysProps = { kind: FigureKind; from: string; to: string; rows: Keyed; before: Keyed | null; back: number }

/** The chart's measure for each day of the span, including days without data. */
function Days({ kind, from, to, rows, before, back }: DaysProps) {
  const t = useTranslations('desk')
  const { chart: name, measures } = shapeOf(kind)
  const measure = measures[name]
  if (!measure) return null
  const of = (list: Keyed, day: string): number | null =>
    figureOf(name, measure, list.find(({ key }) => key === day) ?? none)
  const label = t('reports.figures.chart', { name: nameOf(t, name) })
  return (
    <Suspense fallback={<ChartSpace label={label} hasLegend={before !== null} />}>
      <Chart
        label={label}
        points={daysIn(from, to).map((day) => ({
          key: dayText(day),
          value: of(rows, day),
          ...(before && { before: of(before, dayAfter(day, -back)) }),
        }))}
        show={(value) => valueText(measure, value)}
        {...(before && { before: t('reports.figures.column', { name: nameOf(t, name) }) })}
      />
    </Suspense>
  )
}

/** A column for each measure. The compared value is below it, and in the file beside it. */
function columnsOf(t: DeskTexts, kind: FigureKind, by: FigureGroup, compared: boolean): readonly Column<Row>[] {
  const label = by === 'day' || by === 'channel' ? t(`reports.money.${by}`) : t(`reports.figures.by.${by}`)
  return [
    { key: 'key', label, cell: (row) => <Key by={by} row={row} />, text: ({ key }) => key },
    ...(by === 'campaign'
      ? [
          {
            key: 'name',
            label: t('campaigns.name'),
            cell: ({ name }: Row) => name,
            text: ({ name }: Row) => name,
            fileOnly: true,
          },
        ]
      : []),
    ...measuresOf(kind, by).flatMap(([name, measure]): Column<Row>[] => {
      const value = (row: Counted): number | null => figureOf(name, measure, row)
      return [
        {
          key: name,
          label: nameOf(t, name),
          cell: ({ now, was }) => (
            <ComparedCell
              value={valueText(measure, value(now))}
              was={compared ? valueText(measure, value(was)) : null}
            />
          ),
          text: ({ now }) => filed(measure, value(now)),
          numeric: true,
        },
        ...(compared
          ? [
              {
                key: `${name}-was`,
                label: t('reports.figures.column', { name: nameOf(t, name) }),
                cell: ({ was }: Row) => valueText(measure, value(was)),
                text: ({ was }: Row) => filed(measure, value(was)),
                fileOnly: true,
              },
            ]
          : []),
      ]
    }),
  ]
}
