import { defaultLocale } from '@hc/contract/locales'
import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { useChannelChoices, withOwn } from '../../kit/choices.ts'
import { count, joinWords, money } from '../../kit/facts.tsx'
import { CallList, type RowOf } from '../../kit/list/call-list.tsx'
import { amount, choice, days, words, yes } from '../../kit/list/field.ts'
import { Page } from '../../kit/page.tsx'
import { stateWord } from '../../kit/row-state.tsx'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
import { leftOut, useRetell } from '../waiting/use-resend.tsx'
import { orderColumns, orderStatuses } from './columns.tsx'

const deliveries = ['pending', 'unknown', 'confirmed', 'refused', 'parked', 'cancelled', 'recall'] as const
const refunds = ['any', 'open', 'stopped'] as const
const types = ['item', 'coin'] as const
const PULSE_MS = 15_000
/** A large order, in dollars. */
const LARGE = 50

/** Orders, newest first. */
export default function Orders({ me }: PageProps) {
  const t = useTranslations('desk')
  const retell = useRetell(me)
  const query = new URLSearchParams(useSearch())
  const inAddress = (name: string): string => query.get(name) ?? ''
  const products = useCall('product/list', {}).result ?? []
  const listChoices = useCall('order/choices', {}).result
  const choices = (rows: readonly { id: string; name: string }[] = [], value: string) =>
    withOwn(
      rows.map(({ id, name }) => [id, name] as const),
      value,
    )
  const items = products.map(({ id, texts }) => ({ id, name: texts[defaultLocale]?.name ?? id }))
  const channels = useChannelChoices(t, inAddress('channel'))
  const again = (rows: readonly RowOf<'order/list'>[]) =>
    rows.filter((row) => retell.ids.includes(row.order_no) && leftOut(row.delivery)).map(({ order_no }) => order_no)
  return (
    <Page>
      <CallList
        me={me}
        call="order/list"
        page="/orders"
        name="orders"
        caption={t('orders.title')}
        search={t('orders.search')}
        chips={[
          { label: t('orders.needsAction'), query: { needs_action: '1' } },
          { label: t('orders.large', { amount: money(LARGE * 100) }), query: { min_cents: String(LARGE) } },
        ]}
        fields={[
          days(t('list.days.label')),
          {
            ...choice(
              'status',
              t('row.status'),
              orderStatuses.map((status) => [status, t(`orders.statuses.${status}`)]),
            ),
            as: (value) => (value === '' ? [] : [Number(value)]),
          },
          choice(
            'type',
            t('row.type'),
            types.map((type) => [type, t(`orders.types.${type}`)]),
          ),
          choice('goods', t('row.item'), choices(items, inAddress('goods'))),
          choice('channel', t('row.channel'), channels),
          choice('server', t('row.server'), choices(listChoices?.servers, inAddress('server'))),
          choice(
            'delivery',
            t('row.delivery'),
            deliveries.map((state) => [state, stateWord(t, 'delivery', state)]),
          ),
          choice(
            'refund',
            t('orders.refund'),
            refunds.map((state) => [state, stateWord(t, 'refund', state)]),
          ),
          yes('held', t('row.held')),
          yes('dispute', t('orders.dispute')),
          yes('needs_action', t('orders.needsAction')),
          words('uid', t('orders.uid')),
          amount('min_cents', t('orders.min_cents')),
          amount('max_cents', t('orders.max_cents')),
          choice('campaign', t('orders.campaign'), choices(listChoices?.campaigns, inAddress('campaign'))),
        ]}
        everyMs={PULSE_MS}
        summary={({ total, totals }) => {
          const sums = (totals ?? []).map(({ minor, currency }) => money(minor, currency))
          const n = t(total.exact ? 'orders.count' : 'orders.countAbout', { n: total.n, shown: count(total.n) })
          return sums.length === 0 ? n : t('orders.summary', { n, paid: joinWords(sums) })
        }}
        columns={orderColumns(t)}
        id={({ order_no }) => order_no}
        href={({ order_no }) => `/orders/${order_no}`}
        empty={{ title: t('orders.empty'), text: t('orders.emptyText') }}
        bulk={(rows) => retell.of(again(rows))}
      />
    </Page>
  )
}
