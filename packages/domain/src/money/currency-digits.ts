/**
 * The decimals of a currency: counted, shown and charged. Amounts are integers of its minor unit by ISO 4217. In some
 * countries people are shown fewer decimals than ISO gives (Unicode CLDR): there a price is a multiple of the smallest
 * amount that can be shown. Small, because each page loads it.
 */
const isoDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
}
/**
 * ISO gives these two decimals, but people are shown none, for their coins have gone. Some gateways accept no decimals
 * of TWD either.
 */
const SHOWN_WHOLE = 'HUF IDR TWD COP PKR LBP MMK LAK'

/** Decimals of a currency's minor unit: 2 for USD, 0 for JPY, 3 for KWD. */
export function digitsOf(code: string): number {
  for (const digits of [0, 3]) if (isoDigits[digits]?.includes(code)) return digits
  return 2
}

/** The decimals that a price is shown with. */
export const shownDigits = (code: string): number => (SHOWN_WHOLE.includes(code) ? 0 : digitsOf(code))

/** The smallest amount that may be charged, in minor units: 1 for USD, 100 for HUF. */
export const stepOf = (code: string): number => 10 ** (digitsOf(code) - shownDigits(code))

/** The API's number in major units for integer minor units: 499 USD is 4.99, 500 JPY is 500. */
export const toMajor = (minor: number, code: string): number => minor / 10 ** digitsOf(code)
