import type { DeskResult } from '@hc/contract/desk/calls'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { utc } from '../../kit/csv.ts'
import { monthText } from '../../kit/date-time.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { count, When } from '../../kit/facts.tsx'
import { Badge } from '../../kit/badge.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
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

type Month = { month: string; state: 'open' | 'ready' | 'closed'; findings: number | null; closed: Closed | null }
const MOST_MONTHS = 12
const MONTHS = 12

/** The month after another, both as `2026-11`. */
function monthAfter(month: string): string {
  const [year = 0, n = 0] = month.split('-').map(Number)
  return n === MONTHS ? `${year + 1}-01` : `${year}-${String(n + 1).padStart(2, '0')}`
}

/** The last twelve months that the books have, newest first: those that are closed, and those after them. */
function monthsOf({ closed, next, next_is_over: isOver, findings, zone }: DeskResult<'period/list'>): Month[] {
  const now = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', timeZone: zone }).format()
  const open: Month[] = []
  for (let month = next; month <= now && open.length < MOST_MONTHS; month = monthAfter(month))
    open.push({
      month,
      state: month === next && isOver ? 'ready' : 'open',
      findings: month === next ? findings : null,
      closed: null,
    })
  const before = closed.map((row): Month => ({ month: row.month, state: 'closed', findings: null, closed: row }))
  return [...open.toReversed(), ...before].slice(0, MOST_MONTHS)
}

function columnsOf(t: DeskTexts): readonly Column<Month>[] {
  return [
    { key: 'month', label: t('months.month'), cell: ({ month }) => monthText(month), text: ({ month }) => month },
    {
      key: 'state',
      label: t('months.stateName'),
      cell: ({ state }) => (
        <Badge tone={state === 'closed' ? 'good' : state === 'ready' ? 'warn' : 'neutral'}>
          {t(`months.state.${state}`)}
        </Badge>
      ),
      text: ({ state }) => state,
    },
    {
      key: 'findings',
      label: t('payouts.findings'),
      cell: ({ findings }) =>
        findings !== null &&
        (findings > 0 ? (
          <Link className="link" href="/inbox">
            {count(findings)}
          </Link>
        ) : (
          count(findings)
        )),
      text: ({ findings }) => findings ?? '',
      numeric: true,
    },
    {
      key: 'at',
      label: t('months.closedAt'),
      cell: ({ closed }) => closed && <When at={closed.closed_at} />,
      text: ({ closed }) => utc(closed?.closed_at ?? null),
    },
    {
      key: 'by',
      label: t('months.closedBy'),
      cell: ({ closed }) => closed?.closed_by,
      text: ({ closed }) => closed?.closed_by ?? '',
    },
    {
      key: 'hash',
      label: t('months.hash'),
      cell: ({ closed }) => closed && <code>{closed.hash.slice(0, HASH_SHOWN)}…</code>,
      text: ({ closed }) => closed?.hash ?? '',
    },
  ]
}

/** Twelve months with their states, and the next one to close. */
export default function Periods({ me }: PageProps) {
  const t = useTranslations('desk')
  const list = useCall('period/list', {})
  const { result } = list
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
        rows={result && monthsOf(result)}
        error={list.error}
        reload={list.reload}
        columns={columnsOf(t)}
        id={(row) => row.month}
        empty={{ title: t('months.noPeriods'), text: t('months.noPeriodsText') }}
      />
      {result?.closed.map((month) => (
        <MonthFacts key={month.month} month={month} />
      ))}
    </Page>
  )
}
