import { MARKET_TEXT_MAX } from '@hc/domain/limits'
import { z } from 'zod'
import { call, open, strict } from '../call.ts'
import { product } from './order.ts'

/** ISO 3166-1 alpha-2. */
export const countryCode = () => z.string().regex(/^[A-Z]{2}$/)

export const signals = ['ip', 'game', 'phone', 'payer', 'declared'] as const
export type Signal = (typeof signals)[number]

export const market = z.object({
  /** The country whose prices are shown; empty if no sign tells one. */
  country: z.string(),
  /** The currency of its prices, the decimals of its amounts, and the decimals that people are shown. */
  currency: z.string(),
  exponent: z.number().int(),
  shown: z.number().int(),
  /** The tax included in the prices: its name, and its rate in parts per million; empty and 0 if there is none. */
  tax_name: z.string(),
  rate_ppm: z.number().int(),
  tax_included: z.boolean(),
  /** Whether the country has prices of its own. */
  local: z.boolean(),
  /** False if the country is not confirmed: `missing` then lists the signs that do not support it. */
  confirmed: z.boolean(),
  missing: z.array(z.enum(signals)),
  /**
   * The signs of the player's country: the connection, the game, the phone number, card or wallet, the player's own
   * choice.
   */
  signals: z.array(z.object({ signal: z.enum(signals), country: z.string() })),
  /** The time from which another country may be declared (seconds); 0: now. */
  change_ts: z.number().int(),
  appeal: z.enum(['none', 'asked', 'granted', 'refused']),
  /** The countries with prices of their own, and those that a sign names. */
  countries: z.array(z.string()),
  /** Whether the country's law gives a right to withdraw from a contract here; false without a country. */
  withdrawal: z.boolean(),
})

export const marketCalls = {
  'market/get': call({
    method: 'POST',
    auth: 'none',
    summary: 'The country whose prices are shown, and why. A visitor has one, too',
    body: open({}),
    result: market,
    errors: [],
  }),
  'market/set': call({
    method: 'POST',
    auth: 'player',
    summary: 'Declare the own country, once in 90 days. It takes effect if one more sign supports it',
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
  'shop/catalog': call({
    method: 'POST',
    auth: 'none',
    summary: "The goods and prices in the visitor's country. It needs no session",
    body: open({}),
    result: z.object({
      market,
      /** With first-top-up bonuses as for a new character; each row has its offer. */
      items: z.array(product),
      packs: z.array(product),
      /** The names of the gateways whose pages take money there. */
      gateways: z.array(z.string()).optional(),
      /** The marks of what they take there, each once: files of the portal. */
      marks: z.array(z.string()).optional(),
    }),
    errors: [],
  }),
}
