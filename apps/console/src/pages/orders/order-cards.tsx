import type { Me } from '@hc/contract/desk/calls'
import { Fragment, type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { methodName } from '../../kit/method-name.ts'
import { saidText } from '../../kit/codes.ts'
import { dateTime } from '../../kit/date-time.ts'
import { count, Facts, money, percent, When } from '../../kit/facts.tsx'
import { CopyNumber, LongNumber } from '../../kit/list/long-number.tsx'
import { Moment } from '../../kit/moment.tsx'
import { may } from '../../kit/permission.ts'
import { Initial, ItemPicture } from '../../kit/picture.tsx'
import { deliveryOf, RowState } from '../../kit/row-state.tsx'
import { useCall } from '../../kit/use-call.ts'
import { rateText } from '../documents/documents.tsx'
import { Note } from '../remarks/note.tsx'
import { Notes } from '../remarks/notes.tsx'
import type { OrderPage } from './order-actions.tsx'
import { momentOf } from './chapters.ts'
import { tookText } from './order-story.tsx'

/** The newest notes on the card; the timeline has all of them. */
const SHOWN_NOTES = 5

type CardProps = { me: Me; page: OrderPage }
type FactList = Parameters<typeof Facts>[0]['facts']

function Card({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card part order-card" aria-labelledby={id}>
      <div className="order-card-head">
        <h2 id={id}>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  )
}

const Dots = ({ parts }: { parts: readonly ReactNode[] }) => (
  <p className="soft dots">
    {parts
      .filter((part) => part !== null && part !== '')
      .map((part, n) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={n}>
          {n > 0 && ' · '}
          <span>{part}</span>
        </Fragment>
      ))}
  </p>
)

export function ItemCard({ page: { order } }: { page: OrderPage }) {
  const t = useTranslations('desk')
  return (
    <Card title={t('row.order')}>
      <div className="order-item">
        <ItemPicture icon={order.icon ?? ''} />
        <div>
          <p>
            <b>{order.goods_name}</b> <span className="soft">×1</span>
          </p>
          {order.bonus_pct > 0 && <p className="soft">{t('orders.card.bonus', { bonus: percent(order.bonus_pct) })}</p>}
        </div>
        <b className="order-amount">{money(order.amount_cents, order.currency)}</b>
      </div>
      <Dots
        parts={[
          channelName(t, order.channel),
          ...(order.method ? [methodName(t, order.method.split('/')[0] ?? '', order.method_brand ?? '')] : []),
          t('orders.card.created', { at: dateTime(order.created_at) }),
          order.server_name,
        ]}
      />
      {order.status === 1 && (
        <p className="soft">
          {t('orders.page.expires')}: <When at={order.expires_at} />
        </p>
      )}
      {order.hold !== '' && (
        <p>
          {t('row.held')}: {saidText(t, order.hold)}
        </p>
      )}
    </Card>
  )
}

export function MoneyCard({ me, page }: CardProps) {
  const t = useTranslations('desk')
  const { order, money: sums, tax, documents, dispute } = page
  const amount = (minor: number): string => money(minor, order.currency)
  const left = sums.paid_cents - sums.back_cents
  const facts: FactList = [
    [t('orders.card.price'), amount(order.amount_cents)],
    [t('orders.page.paid'), amount(sums.paid_cents)],
    [t('orders.page.back'), sums.back_cents > 0 ? `−${amount(sums.back_cents)}` : amount(0)],
    sums.leaving_cents ? [t('orders.card.leaving'), amount(sums.leaving_cents)] : null,
    sums.owed_cents > 0 ? [t('row.owed'), amount(sums.owed_cents)] : null,
    dispute
      ? [t('orders.card.risk'), money(Math.min(dispute.amount_cents, left || dispute.amount_cents), dispute.currency)]
      : null,
    [t('orderFee'), sums.fee_cents === null ? '–' : amount(sums.fee_cents)],
    [t('orders.page.net'), amount(sums.net_cents)],
    tax && [
      t('documents.tax'),
      [
        t('documents.taxLine', {
          amount: amount(tax.minor),
          name: tax.name || '–',
          rate: rateText(tax.rate_ppm),
          country: tax.country || '–',
        }),
        ...(tax.weak ? [t('documents.weak')] : []),
      ].join(', '),
    ],
  ]
  const links = [
    ...documents.map(({ number, kind, minor }) => (
      <span key={number}>
        <Link className="link" href={`/documents/${encodeURIComponent(number)}`}>
          {t('documents.one', { kind: t(`documents.kinds.${kind}`), number })}
        </Link>{' '}
        {amount(minor)}
      </span>
    )),
    may(me, 'ledger.read') && sums.paid_cents > 0 ? (
      <Link key="journals" className="link" href={`/finance/journals?order_no=${order.order_no}`}>
        {t('orders.card.journals')}
      </Link>
    ) : null,
  ]
  return (
    <Card title={t('orders.page.money')}>
      <Facts facts={facts} />
      {links.some(Boolean) && <Dots parts={links} />}
    </Card>
  )
}

type OfPlayer = Pick<OrderPage['order'], 'uid' | 'role_id' | 'server_id' | 'role_name' | 'server_name'>

export function PlayerCard({ me, page: { order } }: { me: Me; page: { order: OfPlayer } }) {
  const t = useTranslations('desk')
  const { result: player } = useCall(
    'player/read',
    order.uid !== '' && may(me, 'player.read') ? { uid: order.uid } : null,
  )
  // Without the right to read players the answer names none.
  if (order.uid === '') return null
  const level = player?.roles.find(
    ({ role_id: role, server_id: server }) => role === order.role_id && server === order.server_id,
  )?.level
  const name = order.role_name || order.uid
  return (
    <Card title={t('row.player')}>
      <div className="order-player">
        <Initial name={name} />
        <Link className="link" href={`/players/${order.uid}`}>
          <bdi>{name}</bdi>
        </Link>
      </div>
      <Dots parts={[level === undefined ? '' : t('orders.card.level', { level: String(level) }), order.server_name]} />
      <p className="soft order-copy">
        {/* The player's page has the number as its name. */}
        uid {order.uid} <CopyNumber number={order.uid} />
      </p>
      {player && (
        <>
          <Dots
            parts={[
              t('orders.card.spent', { amount: money(player.paid_cents) }),
              t('orders.card.orders', { n: player.orders }),
              player.disputes > 0 ? t('orders.card.disputes', { n: player.disputes }) : '',
            ]}
          />
          <p className="soft">{t('orders.card.since', { day: dateTime(player.created_at) })}</p>
        </>
      )}
    </Card>
  )
}

/** How long the delivery took, from the payment; null while there is none. */
function tookOf({ timeline }: OrderPage): number | null {
  const [paid, end] = [
    timeline.find(({ kind, what }) => kind === 'status' && what === '2'),
    timeline.find(({ kind, what }) => kind === 'delivery' && what === 'confirmed'),
  ]
  return paid && end ? Math.max(0, momentOf(end) - momentOf(paid)) : null
}

export function DeliveryCard({ page }: { page: OrderPage }) {
  const t = useTranslations('desk')
  const { order, timeline } = page
  const took = tookOf(page)
  const proof = timeline.findLast(({ kind, facts }) => kind === 'delivery' && facts.grant !== undefined)?.facts.grant
  return (
    <Card title={t('row.delivery')}>
      {order.delivery === '' ? (
        <p className="soft">{t('orders.card.none')}</p>
      ) : (
        <>
          <p className="order-copy">
            <RowState {...deliveryOf(order)} />
          </p>
          <Dots
            parts={[
              took === null ? '' : t('orders.card.took', { time: tookText(took) }),
              order.tries > 0 ? t('orders.chapters.attempts', { n: order.tries }) : '',
            ]}
          />
        </>
      )}
      {order.next_try_at !== null && (
        <p className="soft">
          {t('row.nextTry')}: <When at={order.next_try_at} />
        </p>
      )}
      {proof !== undefined && (
        <p className="soft order-copy">
          {t('orders.card.proof')} <LongNumber number={String(proof)} /> <CopyNumber number={String(proof)} />
        </p>
      )}
    </Card>
  )
}

/** What the player's own page says, and how many messages told them. */
export function SeenCard({ page: { player, timeline } }: { page: OrderPage }) {
  const t = useTranslations('desk')
  const messages = timeline.filter(({ kind, facts }) => kind === 'message' && facts.state === 'sent').length
  return (
    <Card title={t('orders.page.reads')}>
      <p>
        <b className="order-reads">{t(`orders.reads.${player.state}`)}</b>
      </p>
      <p className="soft">{t('orders.card.mails', { n: messages })}</p>
    </Card>
  )
}

/** Notes that wait for a role, each with its mark. */
export function RoleNotes({ me, page: { order, timeline } }: CardProps) {
  const t = useTranslations('desk')
  if (!may(me, 'note.write') || !timeline.some(({ kind, facts }) => kind === 'note' && facts.for !== undefined))
    return null
  return (
    <Card title={t('remarks.noteFor')}>
      <Notes kind="order" target={order.order_no} />
    </Card>
  )
}

export function NotesCard({ me, page: { order, timeline } }: CardProps) {
  const t = useTranslations('desk')
  const notes = timeline.filter(({ kind }) => kind === 'note').toReversed()
  const mayWrite = may(me, 'note.write')
  if (notes.length === 0 && !mayWrite) return null
  return (
    <Card title={t('players.one.tabs.notes')} end={mayWrite && <Note kind="order" target={order.order_no} />}>
      {notes.length > 0 && (
        <ul className="order-notes">
          {notes.slice(0, SHOWN_NOTES).map(({ at, what, facts }, n) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${at} ${n}`}>
              <p>{what}</p>
              <p className="soft">
                {[facts.by, facts.ticket].filter((part) => part !== undefined).join(' · ')} · <Moment at={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {notes.length > SHOWN_NOTES && (
        <p className="soft">{t('orders.page.between', { n: count(notes.length - SHOWN_NOTES) })}</p>
      )}
    </Card>
  )
}
