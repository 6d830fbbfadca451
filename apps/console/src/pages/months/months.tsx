import type { DeskResult } from '@hc/contract/desk/calls'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { utc } from '../../kit/csv.ts'
import { monthText } from '../../kit/date-time.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { count, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
import { accountName, amountOf, unitName } from '../ledger/words.ts'

type Closed = DeskResult<'period/list'>['closed'][number]
const HASH_SHOWN = 16

/** The record of a closed month: each account's sum, the full hash, and the audit's last line at that moment. */
function MonthFacts({ month: { month, totals, hash, audit_seq: audit } }: { month: Closed }) {
  const t = useTranslations('desk')
  const sums = Object.entries(totals).map(([key, amount]) => {
    const [account = '', unit = ''] = key.split(' ')
    return { key, account, unit, amount }
  })
  return (
    <details className="card part">
      <summary>{t('months.totalsOf', { month: monthText(month) })}</summary>
      <div className="list-scroll">
        <table className="list">
          <thead>
            <tr>
              <th scope="col">{t('ledger.account')}</th>
              <th scope="col">{t('ledger.unit')}</th>
              <th scope="col" className="num">
                {t('ledger.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ key, account, unit, amount }) => (
              <tr key={key}>
                <th scope="row">{accountName(t, account)}</th>
                <td data-label={t('ledger.unit')}>{unitName(t, unit)}</td>
                <td data-label={t('ledger.amount')} className="num">
                  {amountOf(amount, unit)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        {t('months.hash')}: <code>{hash}</code>
      </p>
      <p>{t('months.auditHead', { seq: count(audit) })}</p>
    </details>
  )
}

/** Closed months, and the next month to close. */
export default function Periods({ me }: PageProps) {
  const t = useTranslations('desk')
  const list = useCall('period/list', {})
  const { result } = list
  const columns: Column<Closed>[] = [
    { key: 'month', label: t('months.month'), cell: (row) => monthText(row.month), text: (row) => row.month },
    {
      key: 'at',
      label: t('months.closedAt'),
      cell: (row) => <When at={row.closed_at} />,
      text: (row) => utc(row.closed_at),
    },
    { key: 'by', label: t('months.closedBy'), cell: (row) => row.closed_by, text: (row) => row.closed_by },
    {
      key: 'hash',
      label: t('months.hash'),
      cell: (row) => <code>{row.hash.slice(0, HASH_SHOWN)}…</code>,
      text: (row) => row.hash,
    },
  ]
  return (
    <Page
      actions={
        result?.next_is_over && may(me, 'period.close') ? (
          <ActionDialog
            name="period/close"
            byAddress
            kind="primary"
            label={t('months.close', { month: monthText(result.next) })}
            title={t('months.closeTitle', { month: monthText(result.next) })}
            confirm={t('months.closeConfirm')}
            body={(reason) => ({ month: result.next, zone: result.zone, reason })}
            done={t('months.closeDone')}
          >
            <p>{t('months.closeText', { findings: String(result.findings) })}</p>
            {result.findings > 0 && (
              <p>
                <Link className="link" href="/inbox">
                  {t('payouts.findings')}
                </Link>
              </p>
            )}
          </ActionDialog>
        ) : undefined
      }
    >
      {result && <p>{t('months.zone', { zone: result.zone })}</p>}
      {result && !result.next_is_over && (
        <p className="soft">{t('months.closeNotOver', { month: monthText(result.next) })}</p>
      )}
      {result && result.closed.length > 0 && (
        <Notice tone={result.holds ? 'good' : 'bad'}>{t(result.holds ? 'months.holds' : 'months.broken')}</Notice>
      )}
      <List
        name="periods"
        caption={t('months.periods')}
        rows={result?.closed ?? null}
        error={list.error}
        reload={list.reload}
        columns={columns}
        id={(row) => row.month}
        empty={{ title: t('months.noPeriods'), text: t('months.noPeriodsText') }}
      />
      {result?.closed.map((month) => (
        <MonthFacts key={month.month} month={month} />
      ))}
    </Page>
  )
}
