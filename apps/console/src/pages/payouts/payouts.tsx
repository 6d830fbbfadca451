import type { DeskResult } from '@hc/contract/desk/calls'
import { buttonClass } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { major, utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { money } from '../../kit/facts.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { days } from '../../kit/list/field.ts'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { List } from '../../kit/list/list.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { Page } from '../../kit/page.tsx'
import { may } from '../../kit/permission.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { GatewayCards } from './gateway-cards.tsx'
import { Import } from './payout-import.tsx'
import { useDrop } from './use-drop.ts'

type Totals = DeskResult<'gateway/totals'>[number]
type Payout = DeskResult<'settlement/list'>[number]
/** The address that opens the import. */
const IMPORT = '/finance/gateways?do=settlement/import'

function totalsColumns(t: DeskTexts): readonly Column<Totals>[] {
  const c = columnsOf<Totals>(t)
  return [
    { ...c.text('channel', t('payouts.channel'), { phone: 'title' }), cell: ({ channel }) => channelName(t, channel) },
    c.text('currency', t('reports.tax.currency'), { phone: 'under' }),
    c.money('captured_cents', t('payouts.captured'), 'currency'),
    c.money('refunded_cents', t('payouts.refunded'), 'currency'),
    c.money('disputed_cents', t('payouts.disputed'), 'currency'),
    c.money('payouts_cents', t('payouts.payouts'), 'currency'),
    c.money('fees_cents', t('payouts.fees'), 'currency'),
    c.money('there_cents', t('payouts.there'), 'currency', { phone: 'end' }),
    c.number('findings', t('payouts.findings')),
  ]
}

function payoutColumns(t: DeskTexts): readonly Column<Payout>[] {
  const c = columnsOf<Payout>(t)
  return [
    { ...c.text('payout', t('payouts.payoutNo'), { phone: 'title' }), key: 'no' },
    { ...c.text('channel', t('payouts.channel'), { phone: 'under' }), cell: ({ channel }) => channelName(t, channel) },
    { ...c.when('paid_at', t('payouts.paidAt'), { phone: 'age' }), key: 'paid' },
    c.number('lines', t('payouts.lines')),
    {
      key: 'net',
      label: t('payouts.net'),
      cell: (row) => money(row.gross_cents - row.fee_cents, row.currency),
      text: (row) => major(row.gross_cents - row.fee_cents, row.currency),
      numeric: true,
      phone: 'acts',
    },
    c.text('currency', t('reports.tax.currency'), { extra: true }),
    {
      key: 'state',
      label: t('payouts.state'),
      cell: (row) => (
        <Badge tone={row.booked_at === null ? 'warn' : 'good'}>
          {t(row.booked_at === null ? 'payouts.notBooked' : 'payouts.booked')}
        </Badge>
      ),
      text: (row) => utc(row.booked_at),
      phone: 'badge',
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
  const channels = [...new Set(totals.result?.map(({ channel }) => channel))]
  const mayImport = may(me, 'settlement.import')
  const [dropped, setDropped] = useState<File | null>(null)
  const [, go] = useLocation()
  const isOver = useDrop(mayImport, (file) => {
    setDropped(file)
    go(IMPORT)
  })
  return (
    <Page
      half={filters.half}
      actions={
        mayImport && totals.result ? (
          <Import key={channels.join(' ')} channels={channels} dropped={dropped} />
        ) : undefined
      }
    >
      {isOver && <div className="drop-here">{t('payouts.drop')}</div>}
      {totals.result && payouts.result && <GatewayCards totals={totals.result} payouts={payouts.result} />}
      <List
        head={(tools) => (
          <FilterBar filters={filters} fields={[{ ...days(t('list.days.label')), stands: true }]}>
            {tools}
          </FilterBar>
        )}
        name="gateways"
        caption={t('payouts.gateways')}
        rows={totals.result}
        error={totals.error}
        reload={totals.reload}
        columns={totalsColumns(t)}
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
        columns={payoutColumns(t)}
        id={(row) => `${row.channel} ${row.payout}`}
        href={(row) => `/finance/payouts/${row.channel}/${encodeURIComponent(row.payout)}`}
        empty={{
          title: t('payouts.noPayouts'),
          action: mayImport && (
            <Link className={buttonClass('primary')} href={IMPORT}>
              {t('payouts.import')}
            </Link>
          ),
        }}
      />
    </Page>
  )
}
