/**
 * The present names of zones that browsers and Node still call by former ones (Unicode CLDR keeps a zone's first name;
 * IANA's file `backward` has the present one). PostgreSQL knows the former ones only where the machine has them.
 */
const PRESENT: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/**
 * A time zone by its present name in the time zone database, whatever a browser calls it. Undefined for an offset and
 * for whatever is no zone.
 */
export function timeZone(name: string): string | undefined {
  if (name !== 'UTC' && !name.includes('/')) return undefined
  try {
    const { timeZone: cachedText } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return PRESENT[cachedText] ?? cachedText
  } catch {
    return undefined
  }
}

/** All zones that a person can choose, by their present names. */
export const timeZones = (): string[] =>
  [...new Set(Intl.supportedValuesOf('timeZone').map((name) => timeZone(name) ?? name))].sort()
