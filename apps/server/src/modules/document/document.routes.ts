import { AppError } from '@hc/contract/errors'
import type { ResultOf } from '@hc/contract/calls'
import { toMajor } from '@hc/domain/money/digits'
import type { Register } from '../../http/calls.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { createSeal, type Seal } from '../../platform/seal.ts'
import { BUYER, type Buyer } from './issue-documents.ts'

type Row = {
  number: string
  of: string | null
  kind: 'receipt' | 'credit_note'
  currency: string
  gross_minor: number
  tax_minor: number
  tax_name: string | null
  rate_ppm: number | null
  tax_country: string | null
  seller: { name: string; address: string; country: string; tax_ids: Record<string, string | number> }
  lines: { title: string; quantity: number }[]
  buyer: Buffer
  sold: number
  issued: number
}
type Documents = ResultOf<'order/receipt'>

/** A buyer whose data were sealed with a secret that is gone is not shown. */
function buyerText(seal: Seal, sealed: Buffer): string {
  try {
    const { uid, email } = JSON.parse(seal.open(sealed)) as Buyer
    return [uid, email].filter(Boolean).join(' · ')
  } catch {
    return ''
  }
}

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
  const rows = await q<Row>(
    {
      name: 'documents-of',
      text: `select document_number(d.series, d.number) as number, document_number(d.of_series, d.of_number) as of,
          d.kind, d.currency, d.gross_minor, d.tax_minor, d.tax_name, d.rate_ppm, d.tax_country, d.seller, d.lines,
          d.buyer, ${epochSeconds('d.sold_at')} as sold, ${epochSeconds('d.issued_at')} as issued
        from document d where d.order_no = $1 order by d.due_id`,
    },
    [orderNo],
  )
  return {
    waiting: order.waiting,
    documents: rows.map((row) => ({
      number: row.number,
      kind: row.kind,
      of: row.of ?? '',
      issue_ts: row.issued,
      sale_ts: row.sold,
      currency: row.currency,
      gross: toMajor(row.gross_minor, row.currency),
      net: toMajor(row.gross_minor - row.tax_minor, row.currency),
      tax: toMajor(row.tax_minor, row.currency),
      tax_name: row.tax_name ?? '',
      rate_ppm: row.rate_ppm ?? 0,
      country: row.tax_country ?? '',
      seller: {
        name: row.seller.name,
        address: row.seller.address,
        country: row.seller.country,
        tax_ids: Object.entries(row.seller.tax_ids).map(([name, number]) => ({ name, number: String(number) })),
      },
      buyer: buyerText(seal, row.buyer),
      lines: row.lines.map(({ title, quantity }) => ({ name: title, quantity })),
    })),
  }
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
