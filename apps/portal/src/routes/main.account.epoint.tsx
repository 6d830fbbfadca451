import { errorText } from '@hc/i18n/error-text'
import { Button, buttonClass } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { Icon } from '@hc/ui/icon'
import { StatePanel } from '@hc/ui/notice'
import { Pager } from '@hc/ui/pager'
import { Skeleton } from '@hc/ui/skeleton'
import { Tabs } from '@hc/ui/tabs'
import type { OrderRecord, PointEntry } from '@hc/contract/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { AccountFrame } from '../features/account/account-frame.tsx'
import { PointRow } from '../features/account/point-row.tsx'
import { beginOf, endOf, isBadRange } from '../features/account/range.ts'
import { pageOf, useQueryState } from '../lib/use-query-state.ts'
import { usePagerTexts } from '../features/use-pager-texts.ts'
import { useFormat } from '../lib/locale.ts'
import { useSession } from '../lib/session.ts'
import { useCall } from '../lib/use-call.ts'
import { useCalm } from '../lib/use-calm.ts'
import { paths } from '../paths.ts'
import { Loading } from '../shell/loading.tsx'

const PER_PAGE = 10
const types = ['all', 'income', 'expense'] as const

/** The orders of the entries, by their numbers. */
function useOrdersOf(entries: readonly PointEntry[] | null): ReadonlyMap<string, OrderRecord> {
  const paymentIds = [...new Set(entries?.map((entry) => entry.paymentId).filter(Boolean))]
  const { result } = useCall('epoint/paymentIds/detail', paymentIds.length > 0 ? { paymentIds } : null, { keep: true })
  return new Map(result?.map((order) => [order.sdk_order_id, order]))
}

function Entries({
  entries,
  orders,
  faded,
}: {
  entries: readonly PointEntry[]
  orders: ReadonlyMap<string, OrderRecord>
  faded: boolean
}) {
  const t = useTranslations('account')
  const format = useFormat()
  const sum = (kind: PointEntry['type'], minus = '') => {
    const all = entries.reduce(
      (so, entry) => (entry.type === kind ? so + Math.abs(entry.basicNum + entry.presentNum) : so),
      0,
    )
    return `${all > 0 ? minus : ''}${format.number(all)}`
  }
  if (entries.length === 0)
    return (
      <StatePanel art="empty" title={t('epoint.empty')} text={t('epoint.emptyText')}>
        <Link href={paths.packs} className={buttonClass('gold')}>
          {t('points.topUp')}
        </Link>
      </StatePanel>
    )
  return (
    <>
      <p className="mb-3 text-sm text-soft">
        {t('epoint.showing', { income: sum('income'), expense: sum('expense', '−') })}
      </p>
      <table className={`stack-table ${faded ? 'opacity-60' : ''}`}>
        <caption className="sr-only">{t('epoint.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('epoint.reason')}</th>
            <th scope="col">{t('epoint.amount')}</th>
            <th scope="col">{t('epoint.order')}</th>
            <th scope="col">{t('epoint.time')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <PointRow key={entry.id} entry={entry} order={orders.get(entry.paymentId)} />
          ))}
        </tbody>
      </table>
    </>
  )
}

export default function PointRecordsPage() {
  const t = useTranslations('account')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const tOrder = useTranslations('order')
  const { status } = useSession()
  const [query, setQuery] = useQueryState()
  const type = types.find((candidate) => candidate === query.get('type')) ?? 'all'
  const [from, to, page] = [query.get('from') ?? '', query.get('to') ?? '', pageOf(query)]
  const call = useCall(
    'epoint/record',
    status === 'player' && !isBadRange(from, to)
      ? { type, page, size: PER_PAGE, begin: beginOf(from), end: endOf(to) }
      : null,
    { keep: true },
  )
  const orders = useOrdersOf(call.result)
  const waits = useCalm(!call.result && call.error === null)
  const [folded, setFolded] = useState(from === '' && to === '')
  const pages = Math.max(1, Math.ceil(call.total / PER_PAGE))
  const texts = usePagerTexts(page, pages)
  return (
    <AccountFrame title={t('epoint.title')} text={t('epoint.text')}>
      <Tabs
        label={t('epoint.tabs')}
        active={type}
        tabs={types.map((key) => ({ key, label: t(`epoint.${key}`) }))}
        onChange={(next) => setQuery({ type: next === 'all' ? '' : next, page: '' })}
      >
        <Button
          kind="quiet"
          size="small"
          className="mt-5 mb-4"
          aria-expanded={!folded}
          aria-controls="point-filters"
          onClick={() => setFolded(!folded)}
        >
          <Icon name="menu" className="size-4" />
          {tc('filter.title')}
        </Button>
        <div id="point-filters" hidden={folded} className="mb-5 grid max-w-xl grid-cols-2 gap-4 [&[hidden]]:hidden">
          <TextField
            label={tc('filter.from')}
            name="from"
            type="date"
            value={from}
            onChange={(event) => setQuery({ from: event.target.value, page: '' })}
          />
          <TextField
            label={tc('filter.to')}
            name="to"
            type="date"
            value={to}
            error={isBadRange(from, to) ? tOrder('records.badRange') : undefined}
            onChange={(event) => setQuery({ to: event.target.value, page: '' })}
          />
        </div>
        <output className="sr-only">
          {call.result && !call.loading ? tc('paging.total', { total: call.total }) : ''}
        </output>
        <div className="record-area" aria-busy={call.loading}>
          {call.error !== null && !call.loading && (
            <StatePanel art="error" title={errorText(te, call.error, 'pointRecord')}>
              <Button onClick={() => void call.reload()}>{tc('action.retry')}</Button>
            </StatePanel>
          )}
          {waits && (
            <Loading className="p-4">
              {[1, 2, 3, 4, 5, 6].map((index) => (
                <Skeleton key={index} className="my-3 h-12" />
              ))}
            </Loading>
          )}
          {!waits && call.result && call.error === null && (
            <Entries entries={call.result} orders={orders} faded={call.loading} />
          )}
        </div>
      </Tabs>
      <div className="mt-6">
        <Pager
          page={page}
          pages={pages}
          texts={texts}
          onPage={(next) => {
            setQuery({ page: next === 1 ? '' : String(next) })
            scrollTo(0, 0)
          }}
        />
      </div>
    </AccountFrame>
  )
}
