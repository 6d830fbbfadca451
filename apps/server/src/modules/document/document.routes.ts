import { AppError } from '@hc/contract/errors'
import type { ResultOf } from '@hc/contract/calls'
import type { Register } from '../../http/calls.ts'
import type { Query } from '../../platform/db.ts'
import { createSeal, type Seal } from '../../platform/seal.ts'
import { BUYER } from './issue-documents.ts'
import { buyerText, DOCUMENT, type DocumentRow, shownDocument } from './shown.ts'

type Documents = ResultOf<'order/receipt'>

/** The documents of an own order, oldest first; undefined where the player has no such order. */
export async function documentsOf(
  q: Query,
  seal: Seal,
  accountId: number,
  orderNo: string,
): Promise<Documents | undefined> {
  const [order] = await q<{ waiting: number }>(
    {
      name: 'documents-waiting',
      text: `select (select count(*)::int from document_due d where d.order_no = o.order_no and d.done_at is null)
          as waiting from orders o where o.order_no = $1 and o.account_id = $2`,
    },
    [orderNo, accountId],
  )
  if (!order) return undefined
  const rows = await q<DocumentRow & { buyer: Buffer }>(
    {
      name: 'documents-of',
      text: `select ${DOCUMENT}, d.buyer from document d where d.order_no = $1 order by d.due_id`,
    },
    [orderNo],
  )
  return { waiting: order.waiting, documents: rows.map((row) => shownDocument(row, buyerText(seal, row.buyer))) }
}

export function documentRoutes(register: Register, sessionSecrets: readonly string[]): void {
  const seal = createSeal(sessionSecrets, BUYER)
  register('order/receipt', async (body, { app, player }) => {
    const { accountId } = await player()
    const found = await documentsOf(app.ctx.q, seal, accountId, body.sdk_order_id)
    if (!found) throw new AppError('OrderNotFound')
    return found
  })
}
