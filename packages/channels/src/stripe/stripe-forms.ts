import { digitsOf } from '@hc/domain/money/currency-digits'
import { z } from 'zod'
import { payerFrom } from '../channel.ts'
import { type Deviations, fromUnits } from '../minor-units.ts'

/**
 * The currencies for which Stripe uses other decimals than ISO 4217 (Stripe documentation, "Supported currencies",
 * special cases).
 */
export const stripeUnits: Deviations = new Map([
  ['ISK', 2],
  ['UGX', 2],
  ['MGA', 0],
])

/**
 * The smallest charge, in ISO minor units (https://docs.stripe.com/currencies, "Minimum and maximum charge amounts";
 * compared on 2026-11-23 with a stored copy, which also has BGN 1.00: that currency ended with 2025. A second public
 * list, which names that page as its source, has the same values but lacks THB). Stripe refuses smaller charges only if
 * the account settles in that currency; it converts the others.
 */
const minima: ReadonlyMap<string, number> = new Map([
  ...['AUD', 'BRL', 'CAD', 'CHF', 'EUR', 'INR', 'JPY', 'NZD', 'SGD', 'USD'].map((code) => [code, 50] as const),
  ...['AED', 'MYR', 'PLN', 'RON'].map((code) => [code, 200] as const),
  ...['NOK', 'SEK'].map((code) => [code, 300] as const),
  ['CZK', 1500],
  ['DKK', 250],
  ['GBP', 30],
  ['HKD', 400],
  ['HUF', 17_500],
  ['MXN', 1000],
  ['THB', 1000],
])
export const stripeMinimum = (currency: string): number => minima.get(currency) ?? 0

/**
 * An amount with three decimals must end in 0: 5.124 KWD would have to be 5.12 or 5.13 (same page, "Three-decimal
 * currencies", compared on 2026-11-23 with a stored copy of 2022).
 */
export const stripeStep = (currency: string): number => (digitsOf(currency) === 3 ? 10 : 1)

/** Converts Stripe's integer and lower-case currency into ours. */
export const money = (units: number, currency: string): { amountCents: number; currency: string } => ({
  amountCents: fromUnits(units, currency.toUpperCase(), stripeUnits),
  currency: currency.toUpperCase(),
})

const id = z.string().min(1).max(255)
const metadata = z.record(z.string(), z.string()).nullish()
/** The number of an object, whether it is expanded or not. */
const reference = z
  .union([id, z.object({ id }).transform((it) => it.id)])
  .nullish()
  .transform((it) => it ?? '')

/**
 * The country of the card, wallet or bank that paid is in the field named by its kind: if `payment_method_details.type`
 * is `card`, `payment_method_details.card.country` is its country, two letters of ISO 3166-1 (Stripe API reference,
 * "The Charge object").
 */
const paidWith = z
  .looseObject({ type: z.string().optional() })
  .nullish()
  .transform((it) =>
    payerFrom(
      z
        .looseObject({ country: z.unknown() })
        .nullish()
        .catch(null)
        .parse(it?.[it.type ?? ''])?.country,
    ),
  )
const paidBy = z.object({ payment_method_details: paidWith })

export const intent = z.object({
  id,
  status: z.string(),
  // Only its number if we did not ask to expand it.
  latest_charge: paidBy.nullish().catch(null),
  amount_received: z.number().int(),
  currency: z.string().max(8),
  metadata,
})
export const session = z.object({
  id,
  status: z.string().nullish(),
  payment_status: z.string(),
  url: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  amount_total: z.number().int().nullish(),
  currency: z.string().max(8).nullish(),
  payment_intent: z.union([z.string(), intent]).nullish(),
})
export const refund = z.object({
  id,
  status: z.string().nullish(),
  amount: z.number().int(),
  currency: z.string().max(8),
  payment_intent: reference,
  metadata,
  failure_reason: z.string().nullish(),
})
export const dispute = z.object({
  id,
  status: z.string(),
  amount: z.number().int(),
  currency: z.string().max(8),
  reason: z.string().default(''),
  payment_intent: reference,
  evidence_details: z.object({ due_by: z.number().nullish() }).nullish(),
})
export const charge = z.object({
  payment_method_details: paidWith,
  amount_captured: z.number().int(),
  currency: z.string().max(8),
  payment_intent: reference,
  metadata,
})

export const refundList = z.object({ data: z.array(refund) })
export const isFailed = (it: z.infer<typeof refund>): boolean => it.status === 'failed' || it.status === 'canceled'
export const reasonOf = (it: z.infer<typeof refund>): string => it.failure_reason ?? it.status ?? ''
/** A balance transaction with its source: we read more fields of charges and refunds, and none of other sources. */
export const balanceList = z.object({
  has_more: z.boolean(),
  data: z.array(
    z.object({
      id,
      type: z.string(),
      created: z.number().int(),
      source: z.union([
        charge.extend({ object: z.literal('charge') }),
        refund.extend({ object: z.literal('refund') }),
        z.unknown().transform(() => null),
      ]),
    }),
  ),
})
export const event = z.object({
  id: id.max(128),
  type: z.string(),
  created: z.number().int(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
})

/** Configurations of payment methods: a field for each method, beside the configuration's own. */
const configuration = z.looseObject({ is_default: z.boolean(), active: z.boolean() })
export const methodConfigurations = z.object({ data: z.array(configuration) })
const methodState = z.object({ available: z.literal(true), display_preference: z.object({ value: z.literal('on') }) })
export const hasMethod = (it: z.infer<typeof configuration>, word: string): boolean =>
  methodState.safeParse(it[word]).success
