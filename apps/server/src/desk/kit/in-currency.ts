/** An amount in a forecast: dollars as a plain number, another currency with its code. */
export const inCurrency =
  (currency: string) =>
  (minor: number): unknown =>
    currency === 'USD' ? minor : [minor, currency]
