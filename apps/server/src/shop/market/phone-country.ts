/**
 * Shared calling codes whose numbers nearly all belong to one country. The other shared codes, above all +1 and +7,
 * give no country.
 */
const mostly: Readonly<Record<string, string>> = {
  39: 'IT',
  44: 'GB',
  47: 'NO',
  61: 'AU',
  212: 'MA',
  358: 'FI',
}

let byCode: Promise<ReadonlyMap<string, string>> | undefined

async function read(): Promise<ReadonlyMap<string, string>> {
  const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/min')
  const shared = Map.groupBy(getCountries(), (country): string => getCountryCallingCode(country))
  return new Map(
    [...shared].flatMap(([code, [first, second]]): [string, string][] => {
      const country = second ? mostly[code] : first
      return country ? [[code, country]] : []
    }),
  )
}

/** The country of a phone number in E.164 by its prefix; '' if the prefix gives none. */
export async function phoneCountry(phone: string): Promise<string> {
  const countries = await (byCode ??= read())
  // No calling code is a prefix of another one.
  for (const length of [1, 2, 3]) {
    const country = countries.get(phone.slice(1, 1 + length))
    if (country) return country
  }
  return ''
}
