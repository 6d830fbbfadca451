import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { monthText, today } from '../../kit/date-time.ts'
import { money } from '../../kit/facts.tsx'
import { dayOf } from '../../kit/local-time.ts'
import { Moment } from '../../kit/moment.tsx'
import { zone } from '../../lib/zone.ts'
import { nextStep } from './next-step.ts'

type Totals = DeskResult<'gateway/totals'>
type Payouts = DeskResult<'settlement/list'>
const MONTH = 7
const monthOf = (at: number): string => dayOf(at, zone()).slice(0, MONTH)

/** For each gateway: its balance, its last payout, and what its books wait for. */
export function GatewayCards({ totals, payouts }: { totals: Totals; payouts: Payouts }) {
  const channels = [...new Set(totals.map(({ channel }) => channel))]
  if (channels.length === 0) return null
  return (
    <ul className="plain gateways">
      {channels.map((channel) => (
        <Gateway
          key={channel}
          channel={channel}
          totals={totals.filter((row) => row.channel === channel)}
          payouts={payouts.filter((row) => row.channel === channel)}
        />
      ))}
    </ul>
  )
}

function Gateway({ channel, totals, payouts }: { channel: string; totals: Totals; payouts: Payouts }) {
  const t = useTranslations('desk')
  const [last] = payouts
  const step = nextStep(totals, payouts, monthOf, today().slice(0, MONTH))
  return (
    <li className="gateway">
      <h2>{channelName(t, channel)}</h2>
      {totals.map(({ currency, there_cents: balance }) => (
        <p key={currency} className="gateway-balance">
          {money(balance, currency)}
        </p>
      ))}
      <p className="soft">{t('payouts.there')}</p>
      <p className="soft">
        {last ? (
          <>
            {t('payouts.last', { amount: money(last.gross_cents - last.fee_cents, last.currency) })}{' '}
            <Moment at={last.paid_at} />
          </>
        ) : (
          t('payouts.never')
        )}
      </p>
      <p>
        {step.do === 'decide' && (
          <Link className="link" href="/inbox">
            {t('payouts.next.decide', { n: step.n })}
          </Link>
        )}
        {step.do === 'post' && (
          <Link className="link" href={`/finance/payouts/${channel}/${encodeURIComponent(step.payout)}`}>
            {t('payouts.next.post', { no: step.payout })}
          </Link>
        )}
        {step.do === 'import' && (
          <Link className="link" href="/finance/gateways?do=settlement/import">
            {t('payouts.next.import', { month: monthText(step.month) })}
          </Link>
        )}
        {step.do === 'nothing' && t('payouts.next.nothing')}
      </p>
    </li>
  )
}
