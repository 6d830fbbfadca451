import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { saidText } from '../../kit/codes.ts'
import { Badge } from '../../kit/badge.tsx'
import { count } from '../../kit/facts.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { List } from '../../kit/list/list.tsx'
import { LongNumber } from '../../kit/list/long-number.tsx'
import { type PagedName, type RowOf, usePages } from '../../kit/list/use-pages.ts'
import { OrderLink } from '../../kit/order-link.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { deliveryOf, RowState } from '../../kit/row-state.tsx'
import { orderColumns } from '../orders/columns.tsx'

type Paged = Extract<PagedName, 'player/orders' | 'player/points' | 'player/deliveries' | 'player/redeemed'>
type PagedProps<N extends Paged> = {
  name: N
  uid: string
  caption: string
  columns: readonly Column<RowOf<N>>[]
  id: (row: RowOf<N>) => string | number
  href?: (row: RowOf<N>) => string
}

/** A list that belongs to one player, page by page. */
function PlayerList<N extends Paged>({ name, uid, caption, columns, id, href }: PagedProps<N>) {
  const t = useTranslations('desk')
  const { list } = usePages(name, { uid })
  return (
    <List
      {...list}
      name={name}
      caption={caption}
      columns={columns}
      id={id}
      {...(href ? { href } : {})}
      empty={{ title: t('players.one.noRows'), text: t('players.one.noRowsText') }}
    />
  )
}

export function Orders({ uid }: { uid: string }) {
  const t = useTranslations('desk')
  return (
    <PlayerList
      name="player/orders"
      uid={uid}
      caption={t('players.one.tabs.orders')}
      columns={orderColumns(t).filter(({ key }) => key !== 'uid')}
      id={({ order_no }) => order_no}
      href={({ order_no }) => `/orders/${order_no}`}
    />
  )
}

const points = (basic: number, present: number): string => `${count(basic)}, ${count(present)}`
function pointsColumns(t: DeskTexts): readonly Column<RowOf<'player/points'>>[] {
  const c = columnsOf<RowOf<'player/points'>>(t)
  return [
    { ...c.number('journal_id', t('row.number')), key: 'no', numeric: false },
    c.when('at', t('row.made'), { phone: 'age' }),
    {
      ...c.word('reason', t('players.one.what'), (reason) => saidText(t, reason), { code: true, phone: 'title' }),
      key: 'what',
    },
    { ...c.order('order_no', t('row.order'), { phone: 'under' }), key: 'order' },
    { ...c.number('basic', t('players.one.paid')), key: 'paid', cell: ({ basic }) => count(basic) },
    { ...c.number('present', t('players.one.present')), cell: ({ present }) => count(present) },
    {
      key: 'after',
      label: t('players.one.balance'),
      cell: ({ balance_basic, balance_present }) => points(balance_basic, balance_present),
      text: ({ balance_basic, balance_present }) => balance_basic + balance_present,
      numeric: true,
      phone: 'end',
    },
  ]
}

export function Points({ uid }: { uid: string }) {
  const t = useTranslations('desk')
  return (
    <PlayerList
      name="player/points"
      uid={uid}
      caption={t('players.one.tabs.points')}
      id={({ journal_id }) => journal_id}
      columns={pointsColumns(t)}
    />
  )
}

const sources = { order: 'row.order', code: 'players.one.code', rebate: 'codes.target.rebate' } as const
const sourceName = (t: DeskTexts, source: keyof typeof sources): string => t(sources[source])

function deliveriesColumns(t: DeskTexts): readonly Column<RowOf<'player/deliveries'>>[] {
  const c = columnsOf<RowOf<'player/deliveries'>>(t)
  return [
    {
      ...c.long('number', t('row.number'), { phone: 'under' }),
      key: 'no',
      cell: ({ number, source }) => (source === 'order' ? <OrderLink no={number} /> : <LongNumber number={number} />),
    },
    c.word('source', t('row.type'), (source) => sourceName(t, source), { code: true, phone: 'end' }),
    c.text('name', t('row.item'), { phone: 'title' }),
    {
      ...c.text('state', t('row.state'), { phone: 'badge' }),
      cell: ({ state, recall }) => <RowState {...deliveryOf({ delivery: state, recall })} />,
    },
    { ...c.when('created_at', t('row.made'), { phone: 'age' }), key: 'made' },
  ]
}

export function Deliveries({ uid }: { uid: string }) {
  const t = useTranslations('desk')
  return (
    <PlayerList
      name="player/deliveries"
      uid={uid}
      caption={t('players.one.tabs.deliveries')}
      id={({ number }) => number}
      columns={deliveriesColumns(t)}
    />
  )
}

function redeemedColumns(t: DeskTexts): readonly Column<RowOf<'player/redeemed'>>[] {
  const c = columnsOf<RowOf<'player/redeemed'>>(t)
  return [
    { ...c.long('number', t('row.number')), key: 'no' },
    c.text('campaign', t('players.one.campaign'), { phone: 'title' }),
    c.text('code', t('players.one.code'), { phone: 'under' }),
    { ...c.text('role_id', t('row.character')), key: 'role' },
    { ...c.number('points', t('players.one.points'), { phone: 'end' }), cell: (row) => count(row.points) },
    c.when('at', t('row.made'), { phone: 'age' }),
  ]
}

export function Redeemed({ uid }: { uid: string }) {
  const t = useTranslations('desk')
  return (
    <PlayerList
      name="player/redeemed"
      uid={uid}
      caption={t('players.one.tabs.redeemed')}
      id={({ number }) => number}
      columns={redeemedColumns(t)}
    />
  )
}

const endings = ['superseded', 'logout', 'disabled', 'reset', 'ended'] as const
/** The reason why a session ended; an expired one has none. */
const endedWhy = (t: DeskTexts, why: string): string => {
  const ending = endings.find((candidate) => candidate === why)
  return ending ? t(`players.one.endings.${ending}`) : t('row.ended')
}

type Session = DeskResult<'player/sessions'>[number]
function sessionsColumns(t: DeskTexts): readonly Column<Session>[] {
  const c = columnsOf<Session>(t)
  return [
    { ...c.when('created_at', t('row.since'), { phone: 'title' }), key: 'since' },
    {
      key: 'state',
      label: t('row.state'),
      cell: ({ open, ended_why }) =>
        open ? <Badge tone="good">{t('players.one.open')}</Badge> : endedWhy(t, ended_why),
      text: ({ open, ended_why }) => (open ? 'open' : ended_why),
      phone: 'badge',
    },
    { ...c.when('ends_at', t('row.to'), { phone: 'age' }), key: 'until' },
  ]
}

export function Sessions({ uid }: { uid: string }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('player/sessions', { uid })
  return (
    <List
      name="player/sessions"
      caption={t('players.one.tabs.sessions')}
      rows={result}
      error={error}
      reload={reload}
      id={({ created_at, ended_why }) => `${created_at} ${ended_why}`}
      empty={{ title: t('players.one.noRows'), text: t('players.one.noRowsText') }}
      columns={sessionsColumns(t)}
    />
  )
}
