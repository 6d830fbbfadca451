import { defaultLocale } from '@hc/contract/locales'
import { useTranslations } from 'use-intl'
import { type Choices, useChannelChoices, withOwn } from '../../kit/choices.ts'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { List } from '../../kit/list.tsx'
import { Newer } from '../../kit/newer-rows.tsx'
import { Page } from '../../kit/page.tsx'
import { stateWord } from '../../kit/row-state.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useSteady } from '../../kit/use-steady-rows.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { leftOut, useRetell } from '../waiting/use-resend.tsx'
import { orderColumns, orderStatuses } from './columns.tsx'

const names = [
  'from',
  'to',
  'status',
  'channel',
  'type',
  'server',
  'goods',
  'uid',
  'min_cents',
  'max_cents',
  'refund',
  'delivery',
  'held',
  'dispute',
  'campaign',
] as const
const deliveries = ['pending', 'unknown', 'confirmed', 'refused', 'parked', 'cancelled', 'recall'] as const
const refunds = ['any', 'open', 'stopped'] as const
const types = ['item', 'coin'] as const
const CENTS = 100
const PULSE_MS = 15_000

const oneOf = <T extends string>(values: readonly T[], value: string): T | '' =>
  values.find((candidate) => candidate === value) ?? ''
const cents = (usd: string): number => Math.max(0, Math.round(Number(usd) * CENTS) || 0)

type KnownChoices = Record<'channels' | 'goods' | 'servers' | 'campaigns', Choices>
const fieldsOf = (t: DeskTexts, { channels, goods, servers, campaigns }: KnownChoices) => {
  const yes = [['1', t('orders.yes')]] as const
  return [
    { name: 'from', label: t('row.from'), type: 'date' },
    { name: 'to', label: t('row.to'), type: 'date' },
    {
      name: 'status',
      label: t('row.status'),
      options: orderStatuses.map((status) => [status, t(`orders.statuses.${status}`)] as const),
    },
    {
      name: 'type',
      label: t('row.type'),
      options: types.map((type) => [type, t(`orders.types.${type}`)] as const),
    },
    {
      name: 'delivery',
      label: t('row.delivery'),
      options: deliveries.map((state) => [state, stateWord(t, 'delivery', state)] as const),
    },
    {
      name: 'refund',
      label: t('orders.refund'),
      options: refunds.map((state) => [state, stateWord(t, 'refund', state)] as const),
    },
    { name: 'held', label: t('row.held'), options: yes },
    { name: 'dispute', label: t('orders.dispute'), options: yes },
    { name: 'uid', label: t('orders.uid') },
    { name: 'channel', label: t('row.channel'), options: channels },
    { name: 'server', label: t('row.server'), options: servers },
    { name: 'goods', label: t('orders.goods'), options: goods },
    { name: 'min_cents', label: t('orders.min_cents'), type: 'number' },
    { name: 'max_cents', label: t('orders.max_cents'), type: 'number' },
    { name: 'campaign', label: t('orders.campaign'), options: campaigns },
  ] as const
}

/** Orders, newest first. */
export default function Orders({ me }: PageProps) {
  const t = useTranslations('desk')
  const retell = useRetell(me)
  const filters = useFilters(names)
  const { values, after } = filters
  const filter = {
    from: secondsOf(values.from),
    to: secondsOf(values.to, 1),
    status: values.status === '' ? [] : [Number(values.status)],
    channel: values.channel,
    type: oneOf(types, values.type),
    server: values.server,
    goods: values.goods,
    uid: values.uid,
    min_cents: cents(values.min_cents),
    max_cents: cents(values.max_cents),
    refund: oneOf(refunds, values.refund),
    delivery: oneOf(deliveries, values.delivery),
    held: values.held !== '',
    dispute: values.dispute !== '',
    campaign: values.campaign,
  }
  const products = useCall('product/list', {})
  const channels = useChannelChoices(t, values.channel)
  const goods = withOwn(
    (products.result ?? []).map(({ id, texts }) => [id, texts[defaultLocale]?.name ?? id] as const),
    values.goods,
  )
  const listChoices = useCall('order/choices', {}).result
  const choices = (rows: readonly { id: string; name: string }[] = [], value: string): Choices =>
    withOwn(
      rows.map(({ id, name }) => [id, name] as const),
      value,
    )
  const servers = choices(listChoices?.servers, values.server)
  const campaigns = choices(listChoices?.campaigns, values.campaign)
  const list = useCall('order/list', { ...filter, after }, { everyMs: PULSE_MS })
  const steady = useSteady(filters.key, list.loading ? null : (list.result?.rows ?? null), ({ order_no }) => order_no)
  const again = (steady.rows ?? [])
    .filter((row) => retell.ids.includes(row.order_no) && leftOut(row.delivery))
    .map(({ order_no }) => order_no)
  return (
    <Page half={filters.half}>
      <Views me={me} page="/orders" />
      <FilterBar filters={filters} fields={fieldsOf(t, { channels, goods, servers, campaigns })} />
      <Newer n={after === '' ? steady.newer : 0} show={steady.show} />
      <List
        name="orders"
        caption={t('orders.title')}
        rows={steady.rows}
        error={list.error}
        reload={list.reload}
        columns={orderColumns(t)}
        id={({ order_no }) => order_no}
        href={({ order_no }) => `/orders/${order_no}`}
        empty={{ title: t('orders.empty'), text: t('orders.emptyText') }}
        total={list.result?.total}
        next={list.result?.next ?? null}
        after={after}
        turn={filters.turn}
        pages={(from, size) => call('order/list', { ...filter, after: from, size })}
        {...retell.of(again)}
      />
    </Page>
  )
}
