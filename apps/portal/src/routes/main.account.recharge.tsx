import { errorText } from '@hc/i18n/error-text'
import { RECORD_STATUS_ALL } from '@hc/domain/limits'
import { Button, buttonClass } from '@hc/ui/button'
import { StatePanel } from '@hc/ui/notice'
import { Pager } from '@hc/ui/pager'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { AccountFrame } from '../features/account/account-frame.tsx'
import { beginOf, endOf } from '../features/account/range.ts'
import { pageOf, useQueryState } from '../lib/use-query-state.ts'
import { AgainRow, useBuyAgain } from '../features/orders/buy-again.tsx'
import { type Filters, RecordFilters } from '../features/orders/record-filters.tsx'
import { RecordRow } from '../features/orders/record-row.tsx'
import { usePayOrder } from '../features/orders/use-pay-order.tsx'
import { usePagerTexts } from '../features/use-pager-texts.ts'
import { useSession } from '../lib/session.ts'
import { useCall } from '../lib/use-call.ts'
import { useCalm } from '../lib/use-calm.ts'
import { paths } from '../paths.ts'
import { CardSkeleton, Loading } from '../shell/loading.tsx'

const PER_PAGE = 10

const filtersOf = (query: URLSearchParams): Filters => ({
  status: /^[1-6]$/.exec(query.get('status') ?? '')?.[0] ?? '',
  from: query.get('from') ?? '',
  to: query.get('to') ?? '',
  no: (query.get('no') ?? '').slice(0, 64),
})

export default function RechargeRecordsPage() {
  const t = useTranslations('order')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const { status } = useSession()
  const [query, setQuery] = useQueryState()
  const filters = filtersOf(query)
  const page = pageOf(query)
  const filtered = Object.values(filters).some((value) => value !== '')
  const call = useCall(
    'order/record',
    status === 'player'
      ? {
          page,
          size: PER_PAGE,
          begin: beginOf(filters.from),
          end: endOf(filters.to),
          sdk_order_id: filters.no,
          status: filters.status ? Number(filters.status) : RECORD_STATUS_ALL,
        }
      : null,
    { keep: true },
  )
  const again = useBuyAgain()
  // The list waits for the row above it, so that it is not pushed down.
  const isReady = call.result !== null && again.items !== null
  const waits = useCalm(!isReady && call.error === null)
  const { pay, dialogs } = usePayOrder(() => void call.reload())
  const pages = Math.max(1, Math.ceil(call.total / PER_PAGE))
  const texts = usePagerTexts(page, pages)
  const apply = (next: Filters) => setQuery({ ...next, page: '' })
  return (
    <AccountFrame title={t('records.title')} text={t('records.text')}>
      {/* The key resets the form when the filters change elsewhere (the way back, another tab of the page). */}
      <RecordFilters key={JSON.stringify(filters)} active={filters} onApply={apply} />
      <output className="sr-only">
        {call.result && !call.loading ? tc('paging.total', { total: call.total }) : ''}
      </output>
      <div className="record-area" aria-busy={call.loading}>
        {call.error !== null && !call.loading && (
          <StatePanel art="error" title={errorText(te, call.error, 'orderList')}>
            <Button onClick={() => void call.reload()}>{tc('action.retry')}</Button>
          </StatePanel>
        )}
        {waits && (
          <Loading className="flex flex-col gap-3">
            {[1, 2, 3, 4, 5].map((index) => (
              <CardSkeleton key={index} className="record-skeleton" />
            ))}
          </Loading>
        )}
        {!waits && isReady && call.result?.length === 0 && call.error === null && (
          <StatePanel
            art="empty"
            title={t(filtered ? 'records.emptyFiltered' : 'records.empty')}
            text={t(filtered ? 'records.emptyFilteredText' : 'records.emptyText')}
          >
            {!filtered && (
              <Link href={paths.recharge} className={buttonClass('gold')}>
                {t('action.topUp')}
              </Link>
            )}
          </StatePanel>
        )}
        {!waits && page === 1 && !filtered && call.error === null && isReady && (
          <AgainRow again={again} className="mb-5" />
        )}
        {!waits && isReady && call.result && call.error === null && (
          <ul className={`record-list ${call.loading ? 'opacity-60' : ''}`}>
            {call.result.map((record) => (
              <RecordRow key={record.sdk_order_id} record={record} onPay={pay} />
            ))}
          </ul>
        )}
      </div>
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
      {dialogs}
    </AccountFrame>
  )
}
