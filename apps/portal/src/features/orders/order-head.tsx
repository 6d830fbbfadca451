import type { OrderRecord } from '@hc/contract/calls'
import { useTranslations } from 'use-intl'
import { useOrderArt } from './order-parts.ts'
import { usePaidText } from './status-text.ts'

/** For whom an order is, and what was paid by which way. */
export function OrderFacts({ record }: { record: OrderRecord }) {
  const t = useTranslations('order')
  const paid = usePaidText(record)
  const { role_name: role, server_name: server } = record
  return (
    <>
      <p className="text-soft">
        {record.order_type === 'item' && role ? t('hero.for', { role, server }) : t('hero.pack')}
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <span className="price">{paid.amount}</span>
        <span className="text-sm text-soft">{record.method_name}</span>
      </p>
    </>
  )
}

/** What every state of an order begins with: the item, for whom it is, its price and the way to pay. */
export function OrderHead({ record }: { record: OrderRecord }) {
  const art = useOrderArt(record)
  return (
    <div className="order-head">
      <img src={art} alt="" width="240" height="240" className="order-head-art" />
      <div className="min-w-0">
        <p className="text-lg font-bold">{record.name}</p>
        <OrderFacts record={record} />
      </div>
    </div>
  )
}
