/**
 * The decimals that each provider uses for a currency, and the amounts that it rejects. They were read in its own
 * pages, not taken from the adapters, so that a mistake of the adapters shows. Two decimals if a page says nothing.
 */
export type Notation = {
  digits: (currency: string) => number
  /** Whether it takes that many of its units of that currency. */
  takes: (units: number, currency: string) => boolean
}

const list = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))
const whole = (units: number): boolean => Number.isSafeInteger(units) && units > 0

/**
 * "Supported currencies", https://docs.stripe.com/currencies: zero-decimal, three-decimal and special cases. Read on
 * 2026-11-25 in a stored copy and in two public lists that name the page as their source. ISK and UGX have two decimals
 * for the sake of old clients, and both must be 0. HUF and TWD must be whole only in payouts.
 */
const stripeNone = list('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF')
const stripeThree = list('BHD JOD KWD OMR TND')
const stripeWhole = list('ISK UGX')
export const stripeNotation: Notation = {
  digits: (currency) => (stripeNone.has(currency) ? 0 : stripeThree.has(currency) ? 3 : 2),
  takes: (units, currency) =>
    whole(units) &&
    units % (stripeWhole.has(currency) ? 100 : 1) === 0 &&
    units % (stripeThree.has(currency) ? 10 : 1) === 0,
}

/**
 * "Currency codes", https://developer.paypal.com/docs/api/reference/currency-codes/, read on 2026-11-25 in a stored
 * copy: a decimal amount in HUF, JPY or TWD is an error.
 */
const paypalKnown = list(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD',
)
const paypalNone = list('HUF JPY TWD')
export const paypalNotation: Notation = {
  digits: (currency) => (paypalNone.has(currency) ? 0 : 2),
  takes: (units, currency) => whole(units) && paypalKnown.has(currency),
}

/**
 * "Currency codes and minor units", https://docs.adyen.com/development-resources/currency-codes, read on 2026-11-25 in
 * a stored copy. "Differs from standard": CLP and ISK have two, CVE and IDR none.
 */
const adyenNone = list('CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF')
const adyenThree = list('BHD IQD JOD KWD LYD OMR TND')
export const adyenNotation: Notation = {
  digits: (currency) => (adyenNone.has(currency) ? 0 : adyenThree.has(currency) ? 3 : 2),
  takes: whole,
}

/** Our own sandbox uses the decimals of ISO 4217. */
const isoNone = list('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF')
const isoThree = list('BHD IQD JOD KWD LYD OMR TND')
export const sandboxNotation: Notation = {
  digits: (currency) => (isoNone.has(currency) ? 0 : isoThree.has(currency) ? 3 : 2),
  takes: whole,
}

/** A provider's units as its decimal text. */
export const formatUnits = (units: number, currency: string, { digits }: Notation): string =>
  (units / 10 ** digits(currency)).toFixed(digits(currency))

/** A decimal text in a provider's units; null if its decimals are not those that the provider takes. */
export function read(text: string, currency: string, { digits }: Notation): number | null {
  const places = digits(currency)
  if (!new RegExp(places === 0 ? '^\\d+$' : `^\\d+\\.\\d{${places}}$`).test(text)) return null
  return Math.round(Number(text) * 10 ** places)
}
