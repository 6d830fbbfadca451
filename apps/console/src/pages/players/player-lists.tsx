import type { DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { saidText } from '../../kit/codes.ts'
import { utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { count, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { call } from '../../lib/api.ts'
import { deliveryOf, RowState } from '../../kit/row-state.tsx'
import { orderColumns } from '../orders/columns.tsx'

type Paged = Extract<DeskCallName, 'player/orders' | 'player/points' | 'player/deliveries' | 'player/redeemed'>
type RowOf<N extends Paged> = DeskResult<N>['rows'][number]
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
  const [after, setAfter] = useState('')
  const { result, error, reload } = useCall<Paged>(name, { uid, after })
  const rows: readonly RowOf<N>[] | null = result && result.rows
  return (
    <List
      name={name}
      caption={caption}
      rows={rows}
      error={error}
      reload={reload}
      columns={columns}
      id={id}
      {...(href ? { href } : {})}
      empty={{ title: t('players.one.noRows'), text: t('players.one.noRowsText') }}
      next={result?.next ?? null}
      after={after}
      turn={setAfter}
      pages={(from, size) => call<Paged>(name, { uid, after: from, size })}
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
const ToOrder = ({ no }: { no: string }) => (
  <Link className="link" href={`/orders/${no}`}>
    {no}
  </Link>
)
const pointsColumns = (t: DeskTexts): readonly Column<RowOf<'player/points'>>[] => [
  {
    key: 'no',
    label: t('row.number'),
    cell: ({ journal_id }) => journal_id,
    text: ({ journal_id }) => journal_id,
  },
  { key: 'at', label: t('row.made'), cell: ({ at }) => <When at={at} />, text: ({ at }) => utc(at) },
  {
    key: 'what',
    label: t('players.one.what'),
    cell: ({ reason }) => saidText(t, reason),
    text: ({ reason }) => reason,
  },
  {
    key: 'order',
    label: t('row.order'),
    cell: ({ order_no }) => order_no !== '' && <ToOrder no={order_no} />,
    text: ({ order_no }) => order_no,
  },
  {
    key: 'paid',
    label: t('players.one.paid'),
    cell: ({ basic }) => count(basic),
    text: ({ basic }) => basic,
    numeric: true,
  },
  {
    key: 'present',
    label: t('players.one.present'),
    cell: ({ present }) => count(present),
    text: ({ present }) => present,
    numeric: true,
  },
  {
    key: 'after',
    label: t('players.one.balance'),
    cell: ({ balance_basic, balance_present }) => points(balance_basic, balance_present),
    text: ({ balance_basic, balance_present }) => balance_basic + balance_present,
    numeric: true,
  },
]

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

const deliveriesColumns = (t: DeskTexts): readonly Column<RowOf<'player/deliveries'>>[] => [
  {
    key: 'no',
    label: t('row.number'),
    cell: ({ number, source }) => (source === 'order' ? <ToOrder no={number} /> : <code>{number}</code>),
    text: ({ number }) => number,
  },
  {
    key: 'source',
    label: t('row.type'),
    cell: ({ source }) => sourceName(t, source),
    text: ({ source }) => source,
  },
  { key: 'name', label: t('row.item'), cell: ({ name }) => name, text: ({ name }) => name },
  {
    key: 'state',
    label: t('row.state'),
    cell: ({ state, recall }) => <RowState {...deliveryOf({ delivery: state, recall })} />,
    text: ({ state }) => state,
  },
  {
    key: 'made',
    label: t('row.made'),
    cell: ({ created_at }) => <When at={created_at} />,
    text: ({ created_at }) => utc(created_at),
  },
]

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

const redeemedColumns = (t: DeskTexts): readonly Column<RowOf<'player/redeemed'>>[] => [
  {
    key: 'no',
    label: t('row.number'),
    cell: ({ number }) => <code>{number}</code>,
    text: ({ number }) => number,
  },
  {
    key: 'campaign',
    label: t('players.one.campaign'),
    cell: ({ campaign }) => campaign,
    text: ({ campaign }) => campaign,
  },
  { key: 'code', label: t('players.one.code'), cell: ({ code }) => code, text: ({ code }) => code },
  { key: 'role', label: t('row.character'), cell: ({ role_id }) => role_id, text: ({ role_id }) => role_id },
  {
    key: 'points',
    label: t('players.one.points'),
    cell: ({ points }) => count(points),
    text: ({ points }) => points,
    numeric: true,
  },
  { key: 'at', label: t('row.made'), cell: ({ at }) => <When at={at} />, text: ({ at }) => utc(at) },
]

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

const sessionsColumns = (t: DeskTexts): readonly Column<DeskResult<'player/sessions'>[number]>[] => [
  {
    key: 'since',
    label: t('row.since'),
    cell: ({ created_at }) => <When at={created_at} />,
    text: ({ created_at }) => utc(created_at),
  },
  {
    key: 'state',
    label: t('row.state'),
    cell: ({ open, ended_why }) => (open ? <Badge tone="good">{t('players.one.open')}</Badge> : endedWhy(t, ended_why)),
    text: ({ open, ended_why }) => (open ? 'open' : ended_why),
  },
  {
    key: 'until',
    label: t('row.to'),
    cell: ({ ends_at }) => <When at={ends_at} />,
    text: ({ ends_at }) => utc(ends_at),
  },
]

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
