import { isOneOf } from '@hc/domain/record'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

export type Country = { code: CountryCode; name: string; calling: string; words: string }

/** The text in a comparable form: without accents, case and width. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** All countries and regions with a calling code, sorted by their names in the page's language. */
export function countriesIn(locale: string): Country[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return getCountries()
    .map((code) => {
      const name = names.of(code) ?? code
      return {
        code,
        name,
        calling: `+${getCountryCallingCode(code)}`,
        words: plain(`${name} ${english.of(code) ?? ''} ${code}`),
      }
    })
    .sort((a, b) => compare(a.name, b.name))
}

/**
 * The countries that match, best first: by the start of a name, then the start of a word, then anywhere; digits match
 * the calling code.
 */
export function findCountries(countries: readonly Country[], search: string): Country[] {
  const wanted = plain(search.trim())
  if (wanted === '') return [...countries]
  if (/^\+?\d+$/.test(wanted)) {
    const calling = `+${wanted.replace('+', '')}`
    return countries
      .filter((one) => one.calling.startsWith(calling))
      .sort((a, b) => a.calling.length - b.calling.length)
  }
  const rank = ({ words }: Country): number =>
    words.startsWith(wanted) ? 0 : words.includes(` ${wanted}`) ? 1 : words.includes(wanted) ? 2 : 3
  return countries.filter((one) => rank(one) < 3).sort((a, b) => rank(a) - rank(b))
}

/**
 * The player's own country, if one of the browser's languages is the page's language and has a region; else the region
 * of the page's language: en-US means US.
 */
export function likelyCountry(locale: string, browser: readonly string[]): CountryCode {
  const known: readonly CountryCode[] = getCountries()
  const own = browser.filter((tag) => tag.split('-')[0] === locale.split('-')[0])
  const regions = [...own, locale].map((tag) => new Intl.Locale(tag).region)
  return regions.find((region) => isOneOf(known, region)) ?? 'US'
}
