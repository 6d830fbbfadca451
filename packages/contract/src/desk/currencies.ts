import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads, seenVersion } from './call.ts'
import { at, country, reason } from './fields.ts'
import { currency } from './prices.ts'

const day = z.iso.date()
const amount = z.number().int().min(1).max(1_000_000_000_000).nullable()
const entityId = z.string().regex(/^[a-z0-9_-]{1,32}$/)
const taxIds = z.record(z.string().regex(/^[A-Za-z0-9 .-]{1,20}$/), z.string().trim().min(1).max(60))
const entity = strict({
  entity_id: z.string(),
  name: z.string(),
  address: z.string(),
  country: z.string(),
  /** The numbers by their names: `{ "VAT": "…" }`. */
  tax_ids: z.record(z.string(), z.string()),
  evidence_min: at,
  version: at,
})
export type DeskEntity = z.output<typeof entity>
const rate = strict({
  country: z.string(),
  name: z.string(),
  /** Parts per million: 10 % is 100000. */
  rate_ppm: at,
  valid_from: z.string(),
  /** The first day on which the rate no longer applies; null: none is known. */
  valid_to: z.string().nullable(),
  source: z.string(),
  state: z.enum(['now', 'planned', 'ended']),
  /** The number of rates of the country: a change is made for this state. */
  seen: at,
})
export type DeskRate = z.output<typeof rate>
const rule = strict({
  channel: z.string(),
  currency: z.string(),
  /** null: everywhere. */
  countries: z.array(z.string()).nullable(),
  min_minor: at.nullable(),
  max_minor: at.nullable(),
  sort: at,
  merchant_of_record: z.boolean(),
  version: at,
})
export type DeskCurrencyRule = z.output<typeof rule>

export const currencyCalls = {
  'currency/list': reads('product.read', {
    summary: 'Currencies, legal entities, tax rates, and the rules of channels for each currency.',
    body: strict({}),
    result: strict({
      currencies: z.array(strict({ code: z.string(), open: z.boolean(), books: at })),
      /** Current ISO 4217 currencies that are not open. */
      more: z.array(z.string()),
      entities: z.array(entity),
      rates: z.array(rate),
      rules: z.array(rule),
      channels: z.array(z.string()),
    }),
  }),
  'currency/open': changes('channel.rules', {
    summary: 'Opens a currency for orders. Do it only after the last process of the landed version has ended.',
    body: strict({ code: currency, reason }),
    result: strict({ open: z.boolean() }),
    errors: ['RowNotFound', 'NotPossible', 'NeedsApproval'],
  }),
  'currency/close': changes('channel.rules', {
    summary: 'Closes a currency without open orders. Its price books are no longer shown; its ledger stays.',
    body: strict({ code: currency, reason }),
    result: strict({ open: z.boolean() }),
    errors: ['RowNotFound', 'NotPossible', 'NeedsApproval'],
  }),
  'currency/rule': changes('channel.rules', {
    summary:
      'The rules of a channel for a currency: countries, amounts, its place, and whether it is merchant of record.',
    body: strict({
      channel: z.string().regex(/^[a-z0-9_-]{1,40}$/),
      currency,
      version: seenVersion,
      countries: z.array(country).min(1).max(260).nullable(),
      min_minor: amount,
      max_minor: amount,
      sort: z.number().int().min(0).max(9999),
      merchant_of_record: z.boolean(),
      reason,
    }).refine(({ min_minor: min, max_minor: max }) => min === null || max === null || min <= max, {
      path: ['max_minor'],
    }),
    result: strict({ version: at }),
    errors: ['RowNotFound', 'VersionConflict', 'NeedsApproval'],
  }),
  'currency/entity': changes('product.price', {
    summary: 'Makes a legal entity (version 0) or changes one: the seller that a receipt names.',
    body: strict({
      entity_id: entityId,
      version: seenVersion,
      name: z.string().trim().min(1).max(120),
      address: z.string().trim().max(400),
      country,
      tax_ids: taxIds,
      evidence_min: z.number().int().min(1).max(2),
      reason,
    }),
    result: strict({ version: at }),
    errors: ['VersionConflict', 'NeedsApproval'],
  }),
  'currency/rate': changes('product.price', {
    summary: 'A tax rate of a country from a day on. It ends the one before; a gap or an overlap is refused.',
    body: strict({
      country,
      name: z.string().trim().min(1).max(40),
      rate_ppm: z.number().int().min(0).max(999_999),
      valid_from: day,
      valid_to: day.nullable(),
      source: z.string().trim().min(1).max(200),
      seen: z.number().int().min(0),
      reason,
    }).refine(({ valid_from: from, valid_to: to }) => to === null || to > from, { path: ['valid_to'] }),
    result: strict({ saved: z.boolean() }),
    errors: ['VersionConflict', 'NotPossible', 'NeedsApproval'],
  }),
}
