import type { DeskResult } from '@hc/contract/desk/calls'
import { toMajor } from '@hc/domain/money/currency-digits'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { Badge, type Tone } from '../../kit/badge.tsx'
import { count, money } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { wordOf } from '../../kit/no-such.ts'
import { OrderLink } from '../../kit/order-link.tsx'
import { Page } from '../../kit/page.tsx'
import { may } from '../../kit/permission.ts'
import { useCall } from '../../kit/use-call.ts'

type Line = DeskResult<'settlement/read'>['lines'][number]
const tones: Record<Line['state'], Tone> = { matched: 'good', amount: 'bad', currency: 'bad', unknown: 'bad' }

/** One payout compared with the books: matches, differences, and captures that it lacks. */
export default function PayoutPage({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const channel = params.channel ?? ''
  const payout = wordOf(params.payout)
  const payoutCall = useCall('settlement/read', { channel, payout }, { ofPage: true })
  const { result } = payoutCall
  const currency = result?.currency ?? 'USD'
  const columns: Column<Line>[] = [
    { key: 'reference', label: t('payouts.reference'), cell: (row) => row.reference, text: (row) => row.reference },
    { key: 'kind', label: t('payouts.kind'), cell: (row) => t(`payouts.kinds.${row.kind}`), text: (row) => row.kind },
    {
      key: 'gross',
      label: t('payouts.gross'),
      cell: (row) => money(row.gross_cents, currency),
      text: (row) => toMajor(row.gross_cents, currency),
      numeric: true,
    },
    {
      key: 'fee',
      label: t('payouts.fee'),
      cell: (row) => money(row.fee_cents, currency),
      text: (row) => toMajor(row.fee_cents, currency),
      numeric: true,
    },
    {
      key: 'state',
      label: t('payouts.state'),
      cell: (row) => <Badge tone={tones[row.state]}>{t(`payouts.states.${row.state}`)}</Badge>,
      text: (row) => row.state,
    },
    {
      key: 'order',
      label: t('ledger.order'),
      cell: (row) => <OrderLink no={row.order_no} />,
      text: (row) => row.order_no,
    },
  ]
  return (
    <Page
      title={t('payouts.payout', { no: payout })}
      actions={
        result?.booked_at === null && may(me, 'settlement.import') ? (
          <>
            {result.lines.every(({ state }) => state === 'matched') && (
              <ActionDialog
                name="settlement/book"
                kind="primary"
                label={t('payouts.book')}
                title={t('payouts.bookTitle', { no: payout })}
                confirm={t('payouts.book')}
                reason={false}
                body={() => ({ channel, payout })}
                done={({ net_cents }) => t('payouts.bookDone', { net: money(net_cents, currency) })}
              >
                <p>
                  {t('payouts.bookText', {
                    gross: money(result.gross_cents, currency),
                    net: money(result.gross_cents - result.fee_cents, currency),
                    fee: money(result.fee_cents, currency),
                  })}
                </p>
              </ActionDialog>
            )}
            {result.lines.length > 0 && (
              <ActionDialog
                name="settlement/discard"
                label={t('payouts.discard')}
                title={t('payouts.discardTitle', { no: payout })}
                confirm={t('payouts.discard')}
                body={(reason) => ({ channel, payout, lines: result.lines.length, reason })}
                done={t('payouts.discardDone')}
                onDone={() => go('/finance/gateways')}
              >
                <p>{t('payouts.discardText', { n: count(result.lines.length) })}</p>
              </ActionDialog>
            )}
          </>
        ) : undefined
      }
    >
      <List
        name="payout"
        caption={t('payouts.payout', { no: payout })}
        rows={result?.lines ?? null}
        error={payoutCall.error}
        reload={payoutCall.reload}
        columns={columns}
        id={(row) => `${row.kind} ${row.reference}`}
        empty={{ title: t('payouts.noPayouts') }}
      />
      {result && result.missing.length > 0 && (
        <>
          <h2>{t('payouts.missing')}</h2>
          <ul>
            {result.missing.map(({ reference, order_no, cents }) => (
              <li key={reference}>
                {reference}, <OrderLink whole no={order_no} />, {money(cents, currency)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}
