import type { OrderRecord } from '@hc/contract/calls'
import { digitsOf } from '@hc/domain/money/currency-digits'

/** The frozen facts of an order at a price of the player's country. */
export type OrderTerms = { country: string; tax_name: string | null; tax_minor: number | null; receipt: boolean }

/** The frozen facts of an order in a book; null for all others. Only an order with a base price can have them. */
export const termsOf = (orders: string): string => `case when ${orders}.base_cents is not null then (
    select jsonb_build_object('country', t.market, 'tax_name', t.tax_name, 'tax_minor', coalesce((select c.tax_minor
        from capture c where c.order_no = t.order_no and c.outcome = 'applied'), t.tax_minor),
      'receipt', exists (select 1 from document_due d where d.order_no = t.order_no))
     from order_terms t where t.order_no = ${orders}.order_no and t.market is not null) end as terms`

/** Additional fields of an order in a book. Other orders have none, so their answers stay byte for byte the same. */
export function termFields(
  publicUrl: string,
  row: {
    order_no: string
    amount_cents: number
    currency: string
    points: number | null
    terms: OrderTerms | null
  },
): Pick<OrderRecord, 'amount_minor' | 'exponent' | 'points' | 'tax_minor' | 'tax_name' | 'country' | 'receipt'> {
  if (!row.terms) return {}
  return {
    amount_minor: row.amount_cents,
    exponent: digitsOf(row.currency),
    points: row.points,
    tax_minor: row.terms.tax_minor ?? 0,
    tax_name: row.terms.tax_name ?? '',
    country: row.terms.country,
    receipt: row.terms.receipt ? `${publicUrl}/main/recharge/receipt/${row.order_no}` : '',
  }
}
