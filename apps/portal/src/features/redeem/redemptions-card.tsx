import { errorText } from '@hc/i18n/error-text'
import { Button, buttonClass } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { Pager } from '@hc/ui/pager'
import { Skeleton } from '@hc/ui/skeleton'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { paths } from '../../paths.ts'
import { usePagerTexts } from '../use-pager-texts.ts'
import { RedemptionView } from './redemption-view.tsx'

const PER_PAGE = 6

/** The player's redeemed codes, and where each gift is. */
export function RedemptionsCard() {
  const t = useTranslations('redeem')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const { status } = useSession()
  const [page, setPage] = useState(1)
  const call = useCall('code/record', status === 'player' ? { page, size: PER_PAGE } : null, { keep: true })
  const pages = Math.max(1, Math.ceil(call.total / PER_PAGE))
  const texts = usePagerTexts(page, pages)
  return (
    <section className="flat" aria-labelledby="redemptions-title">
      <h2 id="redemptions-title" className="heading-3 mb-4">
        {t('records.title')}
      </h2>
      {call.error !== null && !call.result && (
        <Notice tone="bad">
          <p>{errorText(te, call.error, 'redeemList')}</p>
          <Button kind="quiet" size="small" className="mt-2" onClick={() => void call.reload()}>
            {tc('action.retry')}
          </Button>
        </Notice>
      )}
      {!call.result && call.error === null && <Skeleton className="h-16" />}
      {call.result?.length === 0 && (
        <>
          <p className="text-soft">{t('records.empty')}</p>
          <Link href={`${paths.home}#redeem`} className={buttonClass('quiet', 'small', 'mt-4')}>
            {t('title')}
          </Link>
        </>
      )}
      <ul className="grid gap-3 md:grid-cols-2" aria-busy={call.loading}>
        {call.result?.map((row) => (
          <li key={row.sdk_order_id}>
            <RedemptionView redemption={row} />
          </li>
        ))}
      </ul>
      <div className="mt-4 empty:hidden">
        <Pager page={page} pages={pages} texts={texts} onPage={setPage} />
      </div>
    </section>
  )
}
