import { MARKET_TEXT_MAX } from '@hc/domain/limits'
import { z } from 'zod'
import { call, open, strict } from '../call.ts'

/** ISO 3166-1 alpha-2. */
export const countryCode = () => z.string().regex(/^[A-Z]{2}$/)

/** What an item costs the player now. `price_id` 0 is the base price, in dollars. */
export const offer = z.object({
  price_id: z.number().int(),
  /** ISO 4217. */
  currency: z.string(),
  /** Decimals of `amount_minor` (ISO 4217), and those that people are shown. */
  exponent: z.number().int(),
  shown: z.number().int(),
  amount_minor: z.number().int(),
  tax_included: z.boolean(),
})

export const signals = ['ip', 'game', 'phone', 'payer', 'declared'] as const
export type Signal = (typeof signals)[number]

export const market = z.object({
  /** The country whose prices are shown; empty where nothing says one. */
  country: z.string(),
  /** The currency of its prices, and the decimals of its amounts and of what people are shown. */
  currency: z.string(),
  exponent: z.number().int(),
  shown: z.number().int(),
  /** The tax inside the prices, in parts per million; empty and 0 where none is. */
  tax_name: z.string(),
  rate_ppm: z.number().int(),
  tax_included: z.boolean(),
  /** Whether the country has prices of its own. */
  local: z.boolean(),
  /** False where the country is not believed: then `missing` are the signs that do not say it. */
  confirmed: z.boolean(),
  missing: z.array(z.enum(signals)),
  /** What says where the player is: the connection, the game, the phone number, card or wallet, the player. */
  signals: z.array(z.object({ signal: z.enum(signals), country: z.string() })),
  /** From when another country may be declared (seconds); 0: now. */
  change_ts: z.number().int(),
  appeal: z.enum(['none', 'asked', 'granted', 'refused']),
  /** The countries that have prices of their own, and those that a sign names. */
  countries: z.array(z.string()),
})

export const marketCalls = {
  'market/get': call({
    method: 'POST',
    auth: 'none',
    summary: 'The country whose prices are shown, and why. A visitor has one too',
    body: open({}),
    result: market,
    errors: [],
  }),
  'market/set': call({
    method: 'POST',
    auth: 'player',
    summary: 'Declare the own country, once in 90 days. It holds where one more sign says so',
    body: strict({ country: countryCode() }),
    result: market,
    errors: ['MarketLocked', 'InvalidParams'],
  }),
  'market/appeal': call({
    method: 'POST',
    auth: 'player',
    summary: 'Ask customer service for the prices of the own country. One appeal is open at a time',
    body: strict({ text: z.string().trim().min(1).max(MARKET_TEXT_MAX) }),
    result: market,
    errors: ['InvalidParams'],
  }),
}
