import { localeNow } from '../lib/language.ts'

export const countryName = (code: string): string =>
  new Intl.DisplayNames(localeNow(), { type: 'region' }).of(code) ?? code

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
const noCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'])

/** Every country that this browser has a name for, in the order of the names. */
export function allCountries(): (readonly [code: string, name: string])[] {
  const locale = localeNow()
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = noCountries.has(code) ? undefined : names.of(code)
      return name === undefined ? [] : [[code, name] as const]
    })
    .toSorted(([, a], [, b]) => a.localeCompare(b, locale))
}
