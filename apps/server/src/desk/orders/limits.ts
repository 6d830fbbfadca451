import type { DeskResult } from '@hc/contract/desk/calls'
import { digitsOf } from '@hc/domain/money/currency-digits'
import type { Who } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'

type Page = DeskResult<'order/read'>
type Limit = NonNullable<Page['limits']>[number]

/** The permissions of the actions that a limit or a rule may turn into a request. */
const permissions: Partial<Record<Page['may'][number], string>> = {
  refund: 'refund.make',
  retry: 'refund.retry',
  settle_gateway: 'refund.settle_gateway',
  settle_elsewhere: 'refund.settle_elsewhere',
  close: 'refund.close',
  release: 'hold.release',
  seen: 'hold.seen',
  points_take: 'hold.seen',
  points_leave: 'hold.seen',
}

/** What the gate would say to each action of an order's page, from the function that it decides by. */
export async function limitsOf(q: Query, { staff_id }: Who, { order, may, refund }: Page): Promise<Limit[]> {
  const weighed = may.flatMap((action) => (permissions[action] ? [{ action, permission: permissions[action] }] : []))
  if (weighed.length === 0) return []
  return await q<Limit>(
    {
      text: `select a.action, r.each_minor, r.left_minor, r.most_minor, r.asks, r.roles
        from jsonb_to_recordset($1) a (action text, permission text),
          desk.reach_in($2, a.permission, $3, $4, $5, 'order') r
       where r.asks is not null`,
    },
    [JSON.stringify(weighed), staff_id, refund.cents, order.currency, digitsOf(order.currency)],
  )
}
