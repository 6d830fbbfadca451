import type { Channel } from '@hc/channels/channel'
import { BASE_CURRENCY } from '@hc/domain/money/offer'

/** The conditions for offering a channel; null is no condition. Amounts in cents, countries as ISO 3166-1 alpha-2. */
export type ChannelRule = {
  channel_code: string
  countries: string[] | null
  currencies: string[] | null
  min_cents: number | null
  max_cents: number | null
}

/** The limits of a channel in a currency other than the base, in its minor units. */
export type LocalRule = {
  countries: string[] | null
  min_minor: number | null
  max_minor: number | null
  /** Its place among the channels of that currency. */
  sort: number
}

export type Purchase = {
  /** In minor units of the currency. */
  cents: number
  currency: string
  /** '' if it is unknown. */
  country: string
}

type Bounds = { countries: string[] | null; min: number | null; max: number | null }
const within = ({ countries, min, max }: Bounds, { cents, country }: Purchase): boolean =>
  (countries === null || countries.includes(country)) &&
  (min === null || cents >= min) &&
  (max === null || cents <= max)

/** An unknown country is in no list, so a channel with a list of countries is then not offered. */
export const suits = (rule: ChannelRule, purchase: Purchase): boolean =>
  (rule.currencies === null || rule.currencies.includes(purchase.currency)) &&
  within({ countries: rule.countries, min: rule.min_cents, max: rule.max_cents }, purchase)

/**
 * The same for a purchase in any currency. In another currency than the base, bounds in dollars do not apply. The
 * gateway's own currencies, minimum and step always do.
 */
export function suitsLocally(
  rule: ChannelRule,
  local: LocalRule | undefined,
  channel: Pick<Channel, 'currencies' | 'minimum' | 'step'>,
  purchase: Purchase,
): boolean {
  const { currency, cents } = purchase
  const inDollars = currency === BASE_CURRENCY
  if (!suits(inDollars ? rule : { ...rule, min_cents: null, max_cents: null }, purchase)) return false
  if (channel.currencies && !channel.currencies.has(currency)) return false
  if (cents < (channel.minimum?.(currency) ?? 0) || cents % (channel.step?.(currency) ?? 1) !== 0) return false
  return !local || within({ countries: local.countries, min: local.min_minor, max: local.max_minor }, purchase)
}

/** The smallest amount of a currency that a channel accepts by its bounds, in minor units. */
export const leastOf = (
  rule: ChannelRule,
  local: LocalRule | undefined,
  channel: Pick<Channel, 'minimum'>,
  currency: string,
): number =>
  Math.max(
    1,
    channel.minimum?.(currency) ?? 0,
    local?.min_minor ?? 0,
    currency === BASE_CURRENCY ? (rule.min_cents ?? 0) : 0,
  )
