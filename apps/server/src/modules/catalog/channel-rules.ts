/** When a channel is offered; null is no rule. Amounts in cents, countries as ISO 3166-1 alpha-2. */
export type ChannelRule = {
  channel_code: string
  countries: string[] | null
  currencies: string[] | null
  min_cents: number | null
  max_cents: number | null
}

export type Purchase = { cents: number; currency: string; /** '' where it is not known. */ country: string }

/** A country that is not known is in no list: a channel with one is then not offered. */
export const suits = (rule: ChannelRule, { cents, currency, country }: Purchase): boolean =>
  (rule.countries === null || rule.countries.includes(country)) &&
  (rule.currencies === null || rule.currencies.includes(currency)) &&
  (rule.min_cents === null || cents >= rule.min_cents) &&
  (rule.max_cents === null || cents <= rule.max_cents)
