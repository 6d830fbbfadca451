/** What an item costs a player now. */
export type Offer = {
  /** The price that it is; 0: the base price, in dollars. */
  price_id: number
  /** ISO 4217. */
  currency: string
  /** Decimals of `amount_minor`, and those that people are shown. */
  exponent: number
  shown: number
  amount_minor: number
  tax_included: boolean
}

/** The currency of the base price. */
export const BASE_CURRENCY = 'USD'
/** Stands for the base price where a price is named. */
export const BASE_PRICE_ID = 0
