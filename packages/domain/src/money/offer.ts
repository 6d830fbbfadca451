/** The price of an item for a player now. */
export type Offer = {
  /** The id of the price; 0: the base price, in US dollars. */
  price_id: number
  /** ISO 4217. */
  currency: string
  /** The decimals of `amount_minor`, and the decimals that people are shown. */
  exponent: number
  shown: number
  amount_minor: number
  tax_included: boolean
}

/** The currency of the base price. */
export const BASE_CURRENCY = 'USD'
/** The id that stands for the base price. */
export const BASE_PRICE_ID = 0
