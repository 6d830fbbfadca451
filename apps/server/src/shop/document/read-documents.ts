import type { ResultOf } from '@hc/contract/calls'
import type { Query } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import { buyerText, DOCUMENT, type DocumentRow, shownDocument } from './document-row.ts'

export type ShopDocument = ResultOf<'order/receipt'>['documents'][number]

/** The documents of an order with their buyer, oldest first. */
export async function readDocuments(q: Query, seal: Seal, orderNo: string): Promise<ShopDocument[]> {
  const rows = await q<DocumentRow & { buyer: Buffer }>(
    {
      name: 'documents-of',
      text: `select ${DOCUMENT}, d.buyer from document d where d.order_no = $1 order by d.due_id`,
    },
    [orderNo],
  )
  return rows.map((row) => shownDocument(row, buyerText(seal, row.buyer)))
}
