import { AppError } from '@hc/contract/errors'
import type { ResultOf } from '@hc/contract/calls'
import type { Register } from '../../http/calls.ts'
import type { Query } from '../../platform/db.ts'
import { addressKey } from '../../platform/address.ts'
import { createSeal, type Seal } from '../../platform/seal.ts'
import { BUYER } from './issue-documents.ts'
import { printPdf } from './pdf.ts'
import { readDocuments } from './read-documents.ts'
import { sheetOf } from './printed-document.ts'

type Documents = ResultOf<'order/receipt'>

/** The printer failed. */
const BUSY_SECONDS = 5

/** The documents of the player's own order, oldest first; undefined if the player has no such order. */
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
  return { waiting: order.waiting, documents: await readDocuments(q, seal, orderNo) }
}

export function documentRoutes(register: Register, sessionSecrets: readonly string[]): void {
  const seal = createSeal(sessionSecrets, BUYER)
  register('order/receipt', async (body, { app, player }) => {
    const { accountId } = await player()
    const found = await documentsOf(app.ctx.q, seal, accountId, body.sdk_order_id)
    if (!found) throw new AppError('OrderNotFound')
    return found
  })
  register('order/receiptPdf', async (body, { app, player, locale, request }) => {
    const { accountId } = await player()
    const found = await documentsOf(app.ctx.q, seal, accountId, body.sdk_order_id)
    const one = found?.documents.find(({ number }) => number === body.number)
    if (!one) throw new AppError('OrderNotFound')
    const turn = { account: String(accountId), address: addressKey(request.ip) }
    const pdf = await printPdf(sheetOf(locale, one, body.sdk_order_id), turn)
    if (!pdf) {
      app.ctx.log.warn({ order: body.sdk_order_id, number: body.number }, 'a document was not printed')
      throw new AppError('SystemBusy', null, BUSY_SECONDS)
    }
    return { name: `${one.number}.pdf`, pdf: pdf.toString('base64') }
  })
}
