import { z } from 'zod'
import { call, id, strict } from '../call.ts'

/** A receipt, or a credit note for refunded money. Amounts are in major units of the currency. */
export const document = z.object({
  /** As printed. */
  number: z.string(),
  kind: z.enum(['receipt', 'credit_note']),
  /** The receipt that a credit note belongs to; empty for a receipt. */
  of: z.string(),
  /** Seconds: when the document was issued, and when the money came in or was refunded. */
  issue_ts: z.number().int(),
  sale_ts: z.number().int(),
  currency: z.string(),
  gross: z.number(),
  net: z.number(),
  tax: z.number(),
  /** The tax's name, and its rate in parts per million of the net amount; empty and 0 if the seller owes no tax. */
  tax_name: z.string(),
  rate_ppm: z.number().int(),
  /** The country that the tax belongs to; ISO 3166-1. */
  country: z.string(),
  seller: z.object({
    name: z.string(),
    address: z.string(),
    country: z.string(),
    tax_ids: z.array(z.object({ name: z.string(), number: z.string() })),
  }),
  buyer: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
})

export const documentCalls = {
  'order/receipt': call({
    method: 'POST',
    auth: 'player',
    summary: 'The receipt of an own order, and its credit notes',
    body: strict({ sdk_order_id: id() }),
    result: z.object({
      documents: z.array(document),
      /** The number of documents that are due and not written yet. */
      waiting: z.number().int(),
    }),
    errors: ['OrderNotFound'],
  }),
  'order/receiptPdf': call({
    method: 'POST',
    auth: 'player',
    summary: 'One of these documents as a file (PDF, A4), in the asked language',
    body: strict({ sdk_order_id: id(), number: id() }),
    result: z.object({ name: z.string(), /** In base64. */ pdf: z.string() }),
    errors: ['OrderNotFound', 'SystemBusy'],
  }),
  'order/confirmationPdf': call({
    method: 'POST',
    auth: 'player',
    summary:
      'The confirmation of an own paid order and of the buyer’s consent as a file (PDF, A4), in the asked language. With it the right to withdraw from a delivered item ends',
    body: strict({ sdk_order_id: id() }),
    result: z.object({ name: z.string(), /** In base64. */ pdf: z.string() }),
    errors: ['OrderNotFound', 'SystemBusy'],
  }),
}
