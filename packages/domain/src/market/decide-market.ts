/** What says where a player is without their doing: the connection, the game, the phone number, card or wallet. */
export const signs = ['ip', 'game', 'phone', 'payer'] as const
export type Sign = (typeof signs)[number]
/** The country that each says (ISO 3166-1 alpha-2); left out where it says none. */
export type Said = Readonly<Partial<Record<Sign, string>>>

/** What stands of an account: the country that it declared or that staff gave it, and how often a card contradicted. */
export type Standing = { country: string; source: 'declared' | 'staff' | 'payer'; strikes: number }

export type Decision = {
  /** '' where nothing says one. */
  country: string
  /** Whether the country's own prices are given. */
  given: boolean
  /** False where a declared country is not believed, or a country's own prices are not given. */
  confirmed: boolean
  /** The signs that do not say the country in question. */
  missing: readonly Sign[]
}

/** How many signs must agree before a protected price is given. */
const ENOUGH = 2

/**
 * Which country's prices a player sees. What staff gave holds. What was declared holds where one sign agrees. Else the
 * connection decides, or the game's word where there is none. Protected prices need two signs; so do all prices after a
 * strike, and then the payer's country must be one of them. Decisions 370 and 371.
 */
export function decideMarket(
  said: Said,
  standing: Standing | null,
  isProtected: (country: string) => boolean,
): Decision {
  if (standing?.source === 'staff') return { country: standing.country, given: true, confirmed: true, missing: [] }
  const silent = (country: string): Sign[] => signs.filter((sign) => said[sign] !== country)
  const agree = (country: string): number => signs.length - silent(country).length
  const declared = standing?.source === 'declared' ? standing.country : ''
  const believed = declared !== '' && agree(declared) > 0
  const country = believed ? declared : (said.ip ?? said.game ?? '')
  const struck = (standing?.strikes ?? 0) > 0
  if (country !== '' && (struck || isProtected(country))) {
    const enough = agree(country) >= ENOUGH && (!struck || said.payer === country)
    if (!enough) return { country, given: false, confirmed: false, missing: silent(country) }
  }
  const doubted = declared !== '' && !believed
  return { country, given: country !== '', confirmed: !doubted, missing: doubted ? silent(declared) : [] }
}
