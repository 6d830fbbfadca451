import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { dayText } from '../../kit/date-time.ts'
import { count, Facts, percent, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'

type Row = DeskResult<'report/funnel'>['rows'][number]
const stages = ['visits', 'recharge', 'item', 'clicks', 'orders', 'opened', 'paid', 'delivered'] as const
const sum = (rows: readonly Row[], name: (typeof stages)[number]): number =>
  rows.reduce((all, row) => all + row[name], 0)

/** How far visits and orders came: all days together, then each day. */
export function Funnel({ from, to }: { from: string; to: string }) {
  const t = useTranslations('desk')
  const funnel = useCall('report/funnel', { from, to })
  const rows = funnel.result?.rows ?? null
  const [clicks, orders] = [sum(rows ?? [], 'clicks'), sum(rows ?? [], 'orders')]
  return (
    <>
      <p className="soft">{t('funnel.consent')}</p>
      {rows && orders > 0 && (
        <p className="soft">
          {t('funnel.share', {
            clicks: count(clicks),
            orders: count(orders),
            share: percent(Math.round(Math.min(1, clicks / orders) * 100)),
          })}
        </p>
      )}
      {rows && rows.length > 0 && (
        <section className="card part" aria-label={t('report.total')}>
          <Facts
            facts={[
              ...stages.map((name) => [t(`funnel.${name}`), count(sum(rows, name))] as const),
              [t('funnel.counted'), <When key="at" at={funnel.result?.at ?? 0} />],
            ]}
          />
        </section>
      )}
      <List
        name="report-funnel"
        caption={t('funnel.title')}
        rows={rows}
        error={funnel.error}
        reload={funnel.reload}
        columns={columnsOf(t)}
        id={({ day }) => day}
        empty={{ title: t('funnel.empty'), text: t('report.emptyText') }}
      />
    </>
  )
}

const columnsOf = (t: DeskTexts): readonly Column<Row>[] => [
  { key: 'day', label: t('report.day'), cell: ({ day }) => dayText(day), text: ({ day }) => day },
  ...stages.map((name) => ({
    key: name,
    label: t(`funnel.${name}`),
    cell: (row: Row) => count(row[name]),
    text: (row: Row) => row[name],
    numeric: true,
  })),
]
