import type { DeskResult } from '@hc/contract/desk/calls'
import { toMajor } from '@hc/domain/money/currency-digits'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { major, utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { money, When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { Page } from '../../kit/page.tsx'
import { may } from '../../kit/permission.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { Import } from './payout-import.tsx'

type Totals = DeskResult<'gateway/totals'>[number]
type Payout = DeskResult<'settlement/list'>[number]

const totalsOf = (t: DeskTexts): Column<Totals>[] => {
  const amount = (key: keyof Totals & `${string}_cents`, label: string): Column<Totals> => ({
    key,
    label,
    cell: (row) => money(row[key], row.currency),
    text: (row) => toMajor(row[key], row.currency),
    numeric: true,
  })
  return [
    {
      key: 'channel',
      label: t('payouts.channel'),
      cell: (row) => channelName(t, row.channel),
      text: (row) => row.channel,
    },
    { key: 'currency', label: t('reports.tax.currency'), cell: (row) => row.currency, text: (row) => row.currency },
    amount('captured_cents', t('payouts.captured')),
    amount('refunded_cents', t('payouts.refunded')),
    amount('disputed_cents', t('payouts.disputed')),
    amount('payouts_cents', t('payouts.payouts')),
    amount('fees_cents', t('payouts.fees')),
    amount('there_cents', t('payouts.there')),
    {
      key: 'findings',
      label: t('payouts.findings'),
      cell: (row) => row.findings,
      text: (row) => row.findings,
      numeric: true,
    },
  ]
}

/** The captures, refunds and payouts of each gateway, and the imported payouts. */
export default function Gateways({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(['from', 'to'])
  const { from, to } = filters.values
  const totals = useCall('gateway/totals', { from: secondsOf(from), to: secondsOf(to, 1) })
  const payouts = useCall('settlement/list', {})
  const columns: Column<Payout>[] = [
    { key: 'no', label: t('payouts.payoutNo'), cell: (row) => row.payout, text: (row) => row.payout },
    {
      key: 'channel',
      label: t('payouts.channel'),
      cell: (row) => channelName(t, row.channel),
      text: (row) => row.channel,
    },
    {
      key: 'paid',
      label: t('payouts.paidAt'),
      cell: (row) => <When at={row.paid_at} />,
      text: (row) => utc(row.paid_at),
    },
    { key: 'lines', label: t('payouts.lines'), cell: (row) => row.lines, text: (row) => row.lines, numeric: true },
    {
      key: 'net',
      label: t('payouts.net'),
      cell: (row) => money(row.gross_cents - row.fee_cents, row.currency),
      text: (row) => major(row.gross_cents - row.fee_cents, row.currency),
      numeric: true,
    },
    {
      key: 'currency',
      label: t('reports.tax.currency'),
      cell: (row) => row.currency,
      text: (row) => row.currency,
      extra: true,
    },
    {
      key: 'state',
      label: t('payouts.state'),
      cell: (row) => (
        <Badge tone={row.booked_at === null ? 'warn' : 'good'}>
          {t(row.booked_at === null ? 'payouts.notBooked' : 'payouts.booked')}
        </Badge>
      ),
      text: (row) => utc(row.booked_at),
    },
  ]
  const channels = [...new Set(totals.result?.map(({ channel }) => channel))]
  return (
    <Page
      half={filters.half}
      actions={
        may(me, 'settlement.import') && totals.result ? (
          <Import key={channels.join(' ')} channels={channels} />
        ) : undefined
      }
    >
      <FilterBar
        filters={filters}
        fields={[
          { name: 'from', label: t('ledger.from'), type: 'date' },
          { name: 'to', label: t('ledger.to'), type: 'date' },
        ]}
      />
      <List
        name="gateways"
        caption={t('payouts.gateways')}
        rows={totals.result}
        error={totals.error}
        reload={totals.reload}
        columns={totalsOf(t)}
        id={(row) => `${row.channel} ${row.currency}`}
        empty={{ title: t('payouts.noGateways'), text: t('payouts.noGatewaysText') }}
      />
      <h2>{t('payouts.payouts')}</h2>
      <List
        name="payouts"
        caption={t('payouts.payouts')}
        rows={payouts.result}
        error={payouts.error}
        reload={payouts.reload}
        columns={columns}
        id={(row) => `${row.channel} ${row.payout}`}
        href={(row) => `/finance/payouts/${row.channel}/${encodeURIComponent(row.payout)}`}
        empty={{ title: t('payouts.noPayouts'), text: t('payouts.noPayoutsText') }}
      />
    </Page>
  )
}
