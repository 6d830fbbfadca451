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
  const query = plain(search.trim())
  if (query === '') return [...countries]
  if (/^\+?\d+$/.test(query)) {
    const calling = `+${query.replace('+', '')}`
    return countries
      .filter((country) => country.calling.startsWith(calling))
      .sort((a, b) => a.calling.length - b.calling.length)
  }
  const rank = ({ words }: Country): number =>
    words.startsWith(query) ? 0 : words.includes(` ${query}`) ? 1 : words.includes(query) ? 2 : 3
  return countries.filter((country) => rank(country) < 3).sort((a, b) => rank(a) - rank(b))
}

/**
 * The player's own country, if one of the browser's languages is the page's language and has a region; else the region
 * of the page's language: en-US means US.
 */
export function likelyCountry(locale: string, browser: readonly string[]): CountryCode {
  const codes: readonly CountryCode[] = getCountries()
  const tags = browser.filter((tag) => tag.split('-')[0] === locale.split('-')[0])
  const regions = [...tags, locale].map((tag) => new Intl.Locale(tag).region)
  return regions.find((region) => isOneOf(codes, region)) ?? 'US'
}
