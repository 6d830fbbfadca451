import type { Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { channelName } from '../../kit/channel-name.ts'
import { actName, factName, factText, saidText } from '../../kit/codes.ts'
import { ago, dateTime } from '../../kit/date-time.ts'
import { count, Facts, money, percent, When } from '../../kit/facts.tsx'
import { Requests } from '../../kit/open-requests.tsx'
import { OrderBadges, statusWord } from '../../kit/order-badge.tsx'
import { may } from '../../kit/permission.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { deliveryOf, kindOfRow, RowState, stateWord } from '../../kit/row-state.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { type Step, Timeline } from '../../kit/timeline.tsx'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
import { rateText } from '../documents/documents.tsx'
import { RefundPart } from '../refunds/part-dialog.tsx'
import { Note } from '../remarks/note.tsx'
import { Notes } from '../remarks/notes.tsx'
import { mailText, OrderActions, type OrderPage } from './order-actions.tsx'
import { tOf } from '../../kit/text-of.ts'

const LIVE_MS = 3_000
type Entry = OrderPage['timeline'][number]
const tones: Readonly<Record<string, NonNullable<Step['tone']>>> = {
  confirmed: 'good',
  applied: 'good',
  done: 'good',
  refused: 'bad',
  failed: 'bad',
  parked: 'bad',
  mismatch: 'bad',
  surplus: 'bad',
  unknown: 'warn',
}

/** An order is loaded again as long as payment, delivery or refund are under way. */
const everyMs = (page: OrderPage | null): number | false =>
  page !== null &&
  (page.order.status <= 2 || page.sentence === 'refund_under_way' || page.order.refund === 'sent') &&
  LIVE_MS

/** One order: its status, its actions, and its timeline. */
export default function Order({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const order_no = params.no ?? ''
  const { result: page, error, reload } = useCall('order/read', { order_no }, { ofPage: true, everyMs })
  if (!page)
    return (
      <Page title={t('orders.page.title', { no: order_no })}>
        {error === null ? <output className="state">{t('loading')}</output> : <Failed error={error} again={reload} />}
      </Page>
    )
  return (
    <Page title={t('orders.page.title', { no: order_no })}>
      <p>
        <OrderBadges order={page.order} />
      </p>
      <p className="lead">{sentence(t, page)}</p>
      <Requests requests={page.requests} />
      <p className="soft">
        {t('orders.page.reads')}: {t(`orders.reads.${page.player.state}`)}
      </p>
      <div className="actions">
        <OrderActions me={me} page={page} />
        {may(me, 'refund.make') &&
          page.order.status !== 5 &&
          page.order.channel !== 'hcpoint' &&
          !page.disputed &&
          page.sentence !== 'refund_under_way' && (
            <RefundPart orderNo={order_no} mail={mailText(t, page.refund_mail)} />
          )}
        {may(me, 'note.write') && <Note kind="order" target={order_no} />}
      </div>
      {page.disputed && page.order.status !== 5 && <p>{t('error.RefundRefused_disputed')}</p>}
      {error !== null && <Failed error={error} again={reload} />}
      <h2>{t('orders.page.money')}</h2>
      <Facts facts={moneyFacts(t, page)} />
      <h2>{t('orders.page.facts')}</h2>
      <Facts facts={orderFacts(t, page)} />
      <h2>{t('orders.page.timeline')}</h2>
      <Timeline
        steps={page.timeline.map((entry, at) => stepOf(t, me, entry, `${at} ${entry.kind}`, page.order))}
        moreLabel={t('orders.page.more')}
      />
      {may(me, 'note.write') && page.timeline.some(({ kind, facts }) => kind === 'note' && facts.for) && (
        <>
          <h2>{t('players.one.tabs.notes')}</h2>
          <Notes kind="order" target={order_no} />
        </>
      )}
    </Page>
  )
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

const moneyFacts = (t: DeskTexts, { order, money: sums, tax, documents }: OrderPage): FactList => [
  [t('row.amount'), money(order.amount_cents, order.currency)],
  [t('orders.page.paid'), money(sums.paid_cents, order.currency)],
  [t('orders.page.back'), money(sums.back_cents, order.currency)],
  [t('row.owed'), money(sums.owed_cents, order.currency)],
  sums.fee_cents === null ? null : [t('orderFee'), money(sums.fee_cents, order.currency)],
  [t('orders.page.net'), money(sums.net_cents, order.currency)],
  tax &&
    ([
      t('documents.tax'),
      [
        t('documents.taxLine', {
          amount: money(tax.minor, order.currency),
          name: tax.name || '–',
          rate: rateText(tax.rate_ppm),
          country: tax.country || '–',
        }),
        ...(tax.weak ? [t('documents.weak')] : []),
      ].join(', '),
    ] as const),
  documents.length === 0
    ? null
    : [
        t('documents.title'),
        documents.map(({ number, kind, minor }) => (
          <span key={number} className="block">
            <Link className="link" href={`/documents/${encodeURIComponent(number)}`}>
              {t('documents.one', { kind: t(`documents.kinds.${kind}`), number })}
            </Link>{' '}
            {money(minor, order.currency)}
          </span>
        )),
      ],
]

type FactList = Parameters<typeof Facts>[0]['facts']

const orderFacts = (t: DeskTexts, { order }: OrderPage): FactList => [
  // Without the right to read players the answer names none.
  order.uid === ''
    ? null
    : [
        t('row.player'),
        <Link key="player" className="link" href={`/players/${order.uid}`}>
          {order.uid}
        </Link>,
      ],
  order.role_name === ''
    ? null
    : [
        t('row.character'),
        <span key="character">
          <bdi>{order.role_name}</bdi> ({order.role_id})
        </span>,
      ],
  order.server_name === '' ? null : [t('row.server'), order.server_name],
  [t('row.item'), `${order.goods_name} (${order.goods})`],
  order.bonus_pct === 0 ? null : [t('orders.page.bonus'), percent(order.bonus_pct)],
  [t('row.channel'), channelName(t, order.channel)],
  [t('row.made'), <When key="made" at={order.created_at} />],
  [t('orders.page.expires'), <When key="expires" at={order.expires_at} />],
  order.delivery === '' ? null : [t('row.delivery'), <RowState key="delivery" {...deliveryOf(order)} />],
  order.next_try_at === null ? null : [t('row.nextTry'), <When key="next" at={order.next_try_at} />],
  order.hold === '' ? null : [t('row.held'), saidText(t, order.hold)],
]

/** The outcome of the bonus, with the deciding time and order. */
const bonusText = (t: DeskTexts, what: string, { at, bonus, order }: Entry['facts']): string =>
  tOf(t, 'orders.bonusWhy', what, {
    at: at === undefined ? '–' : dateTime(Number(at)),
    bonus: String(bonus ?? ''),
    order: String(order ?? '–'),
  }) ?? what

/** The event of a row, by its kind. A note is free text. */
function happenedText(t: DeskTexts, { kind, what, facts }: Entry, type: OrderPage['order']['type']): string {
  if (kind === 'status') return statusWord(t, { status: Number(what), type, cause: String(facts.cause ?? '') })
  if (kind === 'audit' || kind === 'action') return actName(t, what)
  if (kind === 'note') return what
  if (kind === 'request') {
    const [requestedCall = '', state = ''] = what.split(' ')
    return `${actName(t, requestedCall)}, ${tOf(t, 'approvals.states', state) ?? state}`
  }
  // The gateway knows no payment yet. For a delivery, the same state means that the game is still to be asked.
  if (kind === 'question' && what === 'pending') return t('orders.statuses.1')
  if (kind === 'document') return tOf(t, 'documents.kinds', what) ?? what
  if (kind === 'try') return stateWord(t, kindOfRow(String(facts.of ?? '')), what)
  return kind === 'delivery' || kind === 'recall' || kind === 'refund' ? stateWord(t, kind, what) : saidText(t, what)
}

/** One event in words; further facts unfold. */
function stepOf(t: DeskTexts, me: Me, entry: Entry, key: string, order: OrderPage['order']): Step {
  const { at, kind, what, facts } = entry
  const { cents, currency, said, by, ...more } = facts
  const bonus = kind === 'bonus'
  const title = kind === 'request' ? t('codes.target.approval') : (tOf(t, 'orders.kind', kind) ?? kind)
  const happened = bonus ? bonusText(t, what, facts) : happenedText(t, entry, order.type)
  const rest = bonus ? {} : more
  const amount = cents === undefined ? '' : money(Number(cents), String(currency ?? order.currency))
  const lines = Object.entries(rest).map(([name, value]) => `${factName(t, name)}: ${factText(t, name, value)}`)
  const body = kind === 'webhook' && typeof facts.id === 'number' && may(me, 'order.bodies') ? facts.id : null
  return {
    key,
    at,
    title: `${title}: ${[happened, amount].filter(Boolean).join(', ')}`,
    tone: tones[what] ?? 'neutral',
    text: [by, said].filter((part) => part !== undefined).join(': '),
    ...(lines.length > 0 || body !== null
      ? {
          more: (
            <>
              <p className="facts-line">{lines.join(' · ')}</p>
              {body !== null && <Body id={body} />}
            </>
          ),
        }
      : {}),
  }
}

/** A webhook's stored body, loaded on demand. */
export function Body({ id }: { id: number }) {
  const t = useTranslations('desk')
  const [isShown, setShown] = useState(false)
  const { result, error, reload } = useCall('inbox/read', isShown ? { id } : null)
  if (!isShown)
    return (
      <Button kind="ghost" size="small" onClick={() => setShown(true)}>
        {t('orders.page.body')}
      </Button>
    )
  if (error !== null) return <Failed error={error} again={reload} />
  return <pre>{result ? result.raw || t('orders.page.bodyEmpty') : t('loading')}</pre>
}
