import type { OrderRecord } from '@hc/contract/calls'
import { OrderStatus } from '@hc/domain/order/order-status'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { type Question, Questions } from '../support/questions.tsx'
import { AgainRow, useBuyAgain } from './buy-again.tsx'
import { statusCode } from './status-text.ts'

/** What players ask about an order, by its status. */
const questionsOf: Readonly<Record<ReturnType<typeof statusCode>, readonly Question[]>> = {
  1: [2, 9, 8],
  2: [1, 5],
  3: [9, 2],
  4: [1, 6, 5],
  5: [5],
  6: [9, 1],
}

/** What the player bought before, without the item that the page itself offers again. */
function Again({ goods }: { goods: string }) {
  const again = useBuyAgain()
  const items = again.items?.filter((item) => item.goods.cp_goods_id !== goods) ?? null
  return <AgainRow again={{ ...again, items }} />
}

/** What belongs to an order: beside it where there is place, else below. */
export function OrderAside({ record }: { record: OrderRecord }) {
  const t = useTranslations('help')
  return (
    <aside className="page-aside" aria-label={t('title')}>
      <section aria-labelledby="order-questions">
        <h2 id="order-questions" className="mb-2 font-bold">
          {t('questions')}
        </h2>
        <Questions name="order-question" numbers={questionsOf[statusCode(record)]} />
        <Link
          href={`${paths.contact}?order=${record.sdk_order_id}#write`}
          className="link mt-2 inline-flex min-h-11 items-center"
        >
          {t('write')}
        </Link>
      </section>
      {/* Last, for it comes later than the page: nothing stands below it that could move. */}
      {record.status === OrderStatus.delivered && <Again goods={record.cp_goods_id} />}
    </aside>
  )
}
