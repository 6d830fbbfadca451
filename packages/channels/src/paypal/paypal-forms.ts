import { z } from 'zod'
import { type Payer, payerFrom } from '../channel.ts'
import { type Deviations, fromDecimal } from '../minor-units.ts'

/**
 * Currencies that PayPal takes without decimals although ISO 4217 gives them two (PayPal documentation, "Currency
 * codes").
 */
export const paypalUnits: Deviations = new Map([
  ['HUF', 0],
  ['TWD', 0],
])

/**
 * The currencies that PayPal takes (PayPal documentation, "Currency codes"), without those that only accounts of their
 * own country may use: BRL, CNY and MYR.
 */
export const paypalCurrencies: ReadonlySet<string> = new Set(
  'AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' '),
)

const id = z.string().min(1).max(64)
const amount = z.object({ value: z.string().max(32), currency_code: z.string().length(3) })
const links = z.array(z.object({ rel: z.string(), href: z.string() })).default([])

export const money = (it: z.infer<typeof amount>): { amountCents: number; currency: string } => ({
  amountCents: fromDecimal(it.value, it.currency_code),
  currency: it.currency_code,
})

export const capture = z.object({ id, status: z.string(), amount, custom_id: z.string().default(''), links })
export const refund = z.object({
  id,
  status: z.string(),
  amount,
  custom_id: z.string().default(''),
  links,
  status_details: z.object({ reason: z.string().default('') }).optional(),
})
/**
 * The payer's country of residence: `payment_source.paypal.address.country_code`, or `payer.address.country_code` in
 * older answers (PayPal Orders API v2, "Show order details"). C2 is China for payments across its border.
 */
const home = z
  .object({ address: z.object({ country_code: z.string().optional() }).nullish() })
  .nullish()
  .catch(null)
export const payerOf = (it: z.infer<typeof order>): Payer => {
  const country = (it.payment_source?.paypal ?? it.payer)?.address?.country_code ?? it.payer?.address?.country_code
  return payerFrom(country === 'C2' ? 'CN' : country)
}

export const order = z.object({
  payer: home,
  payment_source: z.object({ paypal: home }).nullish().catch(null),
  id,
  status: z.string(),
  update_time: z.string().default(''),
  links,
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().default(''),
        payments: z.object({ captures: z.array(capture).default([]), refunds: z.array(refund).default([]) }).optional(),
      }),
    )
    .default([]),
})
export const dispute = z.object({
  dispute_id: id,
  reason: z.string().default(''),
  status: z.string().default(''),
  dispute_amount: amount,
  seller_response_due_date: z.string().optional(),
  dispute_outcome: z.object({ outcome_code: z.string().default('') }).optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().default(''), custom: z.string().default('') }))
    .default([]),
})
export const event = z.object({ id: id.max(128), event_type: z.string(), resource: z.unknown() })
export const transactions = z.object({
  page: z.number().int().default(1),
  total_pages: z.number().int().default(1),
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          transaction_event_code: z.string().default(''),
          transaction_status: z.string().default(''),
          transaction_initiation_date: z.string(),
          paypal_reference_id: z.string().default(''),
          custom_field: z.string().default(''),
          transaction_amount: amount,
        }),
      }),
    )
    .default([]),
})

/** The capture that a refund belongs to: its `up` link. */
export const captureOf = (it: z.infer<typeof refund>): string =>
  /\/captures\/([^/?#]+)$/.exec(it.links.find((link) => link.rel === 'up')?.href ?? '')?.[1] ?? ''
export const isFailed = (it: z.infer<typeof refund>): boolean => it.status === 'FAILED' || it.status === 'CANCELLED'
export const reasonOf = (it: z.infer<typeof refund>): string => it.status_details?.reason || it.status
/** Whether the money was captured, even if some of it has been refunded since. */
export const isTaken = (status: string): boolean => ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)
