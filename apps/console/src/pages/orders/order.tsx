import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ActionButton } from '../../kit/action-dialog.tsx'
import { actName, saidText } from '../../kit/codes.ts'
import { ago, dateTime } from '../../kit/date-time.ts'
import { count, money } from '../../kit/facts.tsx'
import { CopyNumber } from '../../kit/list/long-number.tsx'
import { OrderBadges } from '../../kit/order-badge.tsx'
import { may } from '../../kit/permission.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
import { tOf } from '../../kit/text-of.ts'
import { disputeAddress, OrderActions, type OrderPage } from './order-actions.tsx'
import { DeliveryCard, ItemCard, MoneyCard, NotesCard, PlayerCard, RoleNotes, SeenCard } from './order-cards.tsx'
import { OrderStory } from './order-story.tsx'

export { Body } from './webhook-body.tsx'

const LIVE_MS = 3_000

/** An order is loaded again as long as payment, delivery or refund are under way. */
const everyMs = (page: OrderPage | null): number | false =>
  page !== null &&
  (page.order.status <= 2 || page.sentence === 'refund_under_way' || page.order.refund === 'sent') &&
  LIVE_MS

/** Sentences that ask for somebody. They stand in the banner. */
const alarming: Readonly<Record<string, 'bad' | 'warn'>> = {
  disputed: 'bad',
  refund_stopped: 'bad',
  refused: 'bad',
  given_up: 'bad',
  refunded_kept: 'warn',
  wrong_payment: 'warn',
  held: 'warn',
}

/** One order: what it needs, what it is, and what happened to it. */
export default function Order({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const banner = useId()
  const order_no = params.no ?? ''
  const { result: page, error, reload } = useCall('order/read', { order_no }, { ofPage: true, everyMs })
  const title = t('orders.page.title', { no: order_no })
  if (!page)
    return (
      <Page title={title}>
        {error === null ? <output className="state">{t('loading')}</output> : <Failed error={error} again={reload} />}
      </Page>
    )
  const { order, requests } = page
  const text = sentence(t, page)
  const tone = alarming[page.sentence]
  return (
    <Page
      title={title}
      heading={
        <>
          <span className="only-wide">{title}</span>
          <span className="only-phone">{order.goods_name}</span>
        </>
      }
      marks={
        <>
          <span className="order-number">
            <code className="only-phone">{order_no}</code>
            <CopyNumber number={order_no} />
          </span>
          <span className="order-badges">
            <OrderBadges order={order} />
          </span>
        </>
      }
      actions={<OrderActions me={me} page={page} banner={banner} />}
    >
      {error !== null && <Failed error={error} again={reload} />}
      {tone === undefined ? (
        <p className="lead">{text}</p>
      ) : (
        <div className={`attention attention-${tone}`}>
          <Icon name="warn" className="size-5" />
          <div>
            <p>
              <b>{text}</b>
            </p>
            {page.disputed && order.status !== 5 && <p>{t('error.RefundRefused_disputed')}</p>}
          </div>
          {page.disputed && may(me, 'dispute.read') && (
            <Link className={buttonClass('quiet', 'small')} href={disputeAddress(page)}>
              {t('orders.disputed.open')}
            </Link>
          )}
        </div>
      )}
      {requests.length > 0 && (
        <div id={banner} className="order-requests">
          {requests.map((request) => (
            <div key={request.approval_no} className="attention attention-info">
              <Icon name="info" className="size-5" />
              <p>{requestText(t, page, request)}</p>
              <Link className={buttonClass('quiet', 'small')} href={`/approvals/${request.approval_no}`}>
                {t('orders.request.view')}
              </Link>
              {request.by === me.name && (
                <ActionButton
                  name="approval/withdraw"
                  label={t('approvals.withdraw')}
                  body={{ approval_no: request.approval_no }}
                  done={t('approvals.withdrawn')}
                />
              )}
            </div>
          ))}
        </div>
      )}
      <div className="order">
        <div className="order-main">
          <ItemCard page={page} />
          <MoneyCard me={me} page={page} />
          <OrderStory me={me} page={page} />
          <RoleNotes me={me} page={page} />
        </div>
        <div className="order-side">
          <PlayerCard me={me} page={page} />
          <DeliveryCard page={page} />
          <SeenCard page={page} />
          <NotesCard me={me} page={page} />
        </div>
      </div>
    </Page>
  )
}

function requestText(
  t: DeskTexts,
  { order }: OrderPage,
  { call, by, at, amount }: OrderPage['requests'][number],
): string {
  const since = ago(at)
  return (call === 'refund/make' || call === 'refund/part') && amount !== undefined
    ? t('orders.request.refund', { amount: money(amount, order.currency), by, ago: since })
    : t('orders.request.other', { what: actName(t, call), by, ago: since })
}

function sentence(t: DeskTexts, page: OrderPage): string {
  const { order, sentence: code, money: sums, received, dispute } = page
  const since = (seconds: number | null): string => (seconds === null ? '–' : ago(seconds))
  const { currency } = order
  const due = dispute?.due_at ?? null
  const happened = {
    opened: order.opened_at,
    refunded: order.refunded_at,
    refunded_kept: order.refunded_at,
    overdue: order.expires_at,
  }[code]
  const values = {
    amount: dispute
      ? money(dispute.amount_cents, dispute.currency)
      : money(sums.paid_cents || order.amount_cents, currency),
    price: money(order.amount_cents, currency),
    came: received ? money(received.amount_minor, received.currency) : '–',
    back: money(code === 'refund_under_way' && sums.leaving_cents ? sums.leaving_cents : sums.back_cents, currency),
    points: count(page.refund.points),
    ago: since(happened === undefined ? order.delivered_at : happened),
    next: since(order.next_try_at),
    due: due === null ? '–' : dateTime(due),
    n: order.tries,
    said: order.game_said,
    hold: saidText(t, order.hold),
  }
  return tOf(t, 'orders.sentence', code, values) ?? code
}
