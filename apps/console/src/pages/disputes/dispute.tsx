import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { dateTime } from '../../kit/date-time.ts'
import { Failed } from '../../kit/failed.tsx'
import { money } from '../../kit/facts.tsx'
import { CopyNumber } from '../../kit/list/long-number.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { Page } from '../../kit/page.tsx'
import { may } from '../../kit/permission.ts'
import { ItemPicture } from '../../kit/picture.tsx'
import { useCall } from '../../kit/use-call.ts'
import { leftText } from '../../kit/waiting.ts'
import { PlayerCard } from '../orders/order-cards.tsx'
import { Note } from '../remarks/note.tsx'
import { Notes } from '../remarks/notes.tsx'
import { DisputeStage } from './disputes.tsx'
import { Steps, Work } from './work.tsx'

export type Case = DeskResult<'dispute/read'>

/** Less time than this is urgent. */
const SOON_S = 48 * 3600

/** One dispute: until when to respond, its three steps, and what it is about. */
export default function DisputePage({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const { channel = '', id = '' } = params
  const target = `${channel}/${id}`
  const { result, error, reload } = useCall('dispute/read', { channel, dispute_id: id }, { ofPage: true })
  const mayNote = may(me, 'note.write')
  return (
    <Page
      title={t('disputes.case.title', { id })}
      marks={
        result && (
          <span className="order-badges">
            <DisputeStage stage={result.dispute.stage} work={result.work.state} />
            <b className="order-amount">{money(result.dispute.amount_cents, result.dispute.currency)}</b>
          </span>
        )
      }
      actions={result && mayNote ? <Note kind="dispute" target={target} /> : undefined}
    >
      {error !== null && <Failed error={error} again={reload} />}
      {!result && error === null && <output className="state">{t('loading')}</output>}
      {result && (
        <>
          <Outcome found={result} />
          <Steps found={result} />
          <div className="order">
            <div className="order-main">
              <Work key={result.work.version} found={result} mayWork={may(me, 'dispute.work')} />
            </div>
            <div className="order-side">
              <About me={me} found={result} />
            </div>
          </div>
          {mayNote && (
            <>
              <h2>{t('players.one.tabs.notes')}</h2>
              <Notes kind="dispute" target={target} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

/** The time that is left, or how it ended. */
function Outcome({ found: { dispute, work } }: { found: Case }) {
  const t = useTranslations('desk')
  const [now] = useState(() => Date.now() / 1000)
  const amount = money(dispute.amount_cents, dispute.currency)
  if (dispute.stage !== 'opened')
    return (
      <section className={`deadline deadline-${dispute.stage === 'won' ? 'good' : 'bad'}`}>
        <p className="deadline-left">{t(`disputes.case.result.${dispute.stage}`, { amount })}</p>
        {dispute.closed_at !== null && (
          <p>{t('disputes.case.decided', { at: dateTime(dispute.closed_at), reason: dispute.reason })}</p>
        )}
      </section>
    )
  // What was handed in or given up has no deadline any more.
  if (work.state === 'entered' || work.state === 'given_up') return null
  const { due_at: due } = dispute
  return (
    <section className={`deadline deadline-${due !== null && due < now + SOON_S ? 'bad' : 'warn'}`}>
      <p className="deadline-left">{due === null ? t('disputes.case.noDue') : leftText(t, due, now)}</p>
      <p>
        {t('disputes.case.says', { amount, reason: dispute.reason })}{' '}
        {due !== null && t('disputes.case.due', { at: dateTime(due) })}
      </p>
    </section>
  )
}

/** The order and the player, as the order's page has them. */
function About({ me, found: { dispute, evidence } }: { me: Me; found: Case }) {
  const t = useTranslations('desk')
  const { order_no: order, uid = '', role_name = '', server_name = '', icon = '' } = dispute
  return (
    <>
      <section className="card part order-card" aria-label={t('row.order')}>
        <div className="order-card-head">
          <h2>{t('row.order')}</h2>
        </div>
        <div className="order-item">
          <ItemPicture icon={icon} />
          <div>
            <p>
              <b>{evidence.goods_name}</b>
            </p>
          </div>
          <b className="order-amount">{money(dispute.amount_cents, dispute.currency)}</b>
        </div>
        {order !== '' && (
          <p className="order-copy">
            <Link className="link" href={`/orders/${order}`}>
              {order}
            </Link>{' '}
            <CopyNumber number={order} />
          </p>
        )}
      </section>
      <PlayerCard
        me={me}
        page={{ order: { uid, role_name, server_name, role_id: evidence.role_id, server_id: evidence.server_id } }}
      />
    </>
  )
}
