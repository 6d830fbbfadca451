/**
 * The signs of a player's country that the player does not choose: the connection, the game, the phone number, card or
 * wallet.
 */
export const signs = ['ip', 'game', 'phone', 'payer'] as const
export type Sign = (typeof signs)[number]
/** The country of each sign (ISO 3166-1 alpha-2); absent if the sign gives none. */
export type CountrySigns = Readonly<Partial<Record<Sign, string>>>

/**
 * The stored state of an account: the country that it declared or that staff gave it, and the number of contradicting
 * cards.
 */
export type Standing = { country: string; source: 'declared' | 'staff' | 'payer'; strikes: number }

export type Decision = {
  /** '' if no sign gives a country. */
  country: string
  /** Whether the player gets the country's own prices. */
  given: boolean
  /** False if a declared country is not confirmed, or the country's own prices are not given. */
  confirmed: boolean
  /** The signs that do not support the country in question. */
  missing: readonly Sign[]
}

/** The number of signs that must agree before a protected price is given. */
const ENOUGH = 2

/**
 * Decides which country's prices a player sees. A country that staff gave always holds. A declared country holds if one
 * sign agrees. Else the connection decides, or the game if there is no connection's country. Protected prices need two
 * signs; so do all prices after a strike, and then the payer's country must be one of the two. Decisions 370 and 371.
 */
export function decideMarket(
  countrySigns: CountrySigns,
  standing: Standing | null,
  isProtected: (country: string) => boolean,
): Decision {
  if (standing?.source === 'staff') return { country: standing.country, given: true, confirmed: true, missing: [] }
  const silent = (country: string): Sign[] => signs.filter((sign) => countrySigns[sign] !== country)
  const agree = (country: string): number => signs.length - silent(country).length
  const declared = standing?.source === 'declared' ? standing.country : ''
  const believed = declared !== '' && agree(declared) > 0
  const country = believed ? declared : (countrySigns.ip ?? countrySigns.game ?? '')
  const struck = (standing?.strikes ?? 0) > 0
  if (country !== '' && (struck || isProtected(country))) {
    const enough = agree(country) >= ENOUGH && (!struck || countrySigns.payer === country)
    if (!enough) return { country, given: false, confirmed: false, missing: silent(country) }
  }
  const doubted = declared !== '' && !believed
  return { country, given: country !== '', confirmed: !doubted, missing: doubted ? silent(declared) : [] }
}
