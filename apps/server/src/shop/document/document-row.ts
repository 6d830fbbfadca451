import type { ShopDocument } from '@hc/contract/calls'
import { toMajor } from '@hc/domain/money/currency-digits'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Seal } from '../../platform/seal.ts'
import type { Buyer } from './issue-documents.ts'

export type DocumentRow = {
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
  sold: number
  issued: number
}

/** The content of a document `d` without its sealed buyer. */
export const DOCUMENT = `document_number(d.series, d.number) as number,
  document_number(d.of_series, d.of_number) as of, d.kind, d.currency, d.gross_minor, d.tax_minor, d.tax_name,
  d.rate_ppm, d.tax_country, d.seller, d.lines, ${epochSeconds('d.sold_at')} as sold,
  ${epochSeconds('d.issued_at')} as issued`

/** A buyer sealed with a lost secret is not shown. */
export function buyerText(seal: Seal, sealed: Buffer): string {
  try {
    const { uid, email } = JSON.parse(seal.open(sealed)) as Buyer
    return [uid, email].filter(Boolean).join(' · ')
  } catch {
    return ''
  }
}

/** A document as its buyer reads it. */
export const shownDocument = (row: DocumentRow, buyer: string): ShopDocument => ({
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
  buyer,
  lines: row.lines.map(({ title, quantity }) => ({ name: title, quantity })),
})
