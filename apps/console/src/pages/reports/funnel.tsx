import type { DeskResult } from '@hc/contract/desk/calls'
import { type Comparison, dayAfter } from '@hc/contract/desk/figures'
import { useTranslations } from 'use-intl'
import { dayText } from '../../kit/date-time.ts'
import { count, Facts, percent, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { Brackets, Compared, ComparedCell, daysBefore } from './compared.tsx'

type Row = DeskResult<'report/funnel'>['rows'][number]
const stages = ['visits', 'recharge', 'item', 'clicks', 'orders', 'opened', 'paid', 'delivered'] as const
const sum = (rows: readonly Row[], name: (typeof stages)[number]): number =>
  rows.reduce((all, row) => all + row[name], 0)

/** The steps that visits and orders reached: in total, then by day. */
export function Funnel({ compare, ...days }: { from: string; to: string; compare: Comparison | null }) {
  const t = useTranslations('desk')
  const funnel = useCall('report/funnel', days)
  const before = daysBefore(compare, days)
  const was = useCall('report/funnel', compare && { from: before.from, to: before.to })
  const earlier = compare === null ? null : (was.result?.rows ?? null)
  const rows = funnel.result?.rows ?? null
  const [clicks, orders] = [sum(rows ?? [], 'clicks'), sum(rows ?? [], 'orders')]
  return (
    <>
      <p className="soft">{t('reports.funnel.consent')}</p>
      {rows && orders > 0 && (
        <p className="soft">
          {t('reports.funnel.share', {
            clicks: count(clicks),
            orders: count(orders),
            share: percent(Math.round(Math.min(1, clicks / orders) * 100)),
          })}
        </p>
      )}
      {rows && rows.length > 0 && (
        <section className="card part" aria-label={t('reports.money.total')}>
          <Facts
            facts={[
              ...stages.map((name) => {
                const old = earlier && count(sum(earlier, name))
                return [
                  t(`reports.funnel.${name}`),
                  <Compared key={name} value={count(sum(rows, name))} was={old} />,
                ] as const
              }),
              funnel.result?.at ? [t('reports.funnel.counted'), <When key="at" at={funnel.result.at} />] : null,
            ]}
          />
        </section>
      )}
      {rows && rows.length > 0 && <Brackets compare={compare} {...days} />}
      <List
        name="report-funnel"
        caption={t('reports.funnel.title')}
        rows={rows}
        error={funnel.error}
        reload={funnel.reload}
        columns={columnsOf(t, earlier, before.back)}
        id={({ day }) => day}
        empty={{ title: t('reports.funnel.empty'), text: t('reports.money.emptyText') }}
      />
    </>
  )
}

const columnsOf = (t: DeskTexts, earlier: readonly Row[] | null, back: number): readonly Column<Row>[] => {
  const was = ({ day }: Row): Row | undefined => earlier?.find((candidate) => candidate.day === dayAfter(day, -back))
  return [
    { key: 'day', label: t('reports.money.day'), cell: ({ day }) => dayText(day), text: ({ day }) => day },
    ...stages.flatMap((name): Column<Row>[] => [
      {
        key: name,
        label: t(`reports.funnel.${name}`),
        cell: (row) => <ComparedCell value={count(row[name])} was={earlier && count(was(row)?.[name] ?? 0)} />,
        text: (row) => row[name],
        numeric: true,
      },
      ...(earlier
        ? [
            {
              key: `${name}-was`,
              label: t('reports.figures.column', { name: t(`reports.funnel.${name}`) }),
              cell: (row: Row) => count(was(row)?.[name] ?? 0),
              text: (row: Row) => was(row)?.[name] ?? 0,
              fileOnly: true,
            },
          ]
        : []),
    ]),
  ]
}
