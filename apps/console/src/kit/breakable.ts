/** The text with possible line breaks after slashes, so that long addresses do not break within a word. */
export const breakable = (text: string): string => text.replaceAll('/', '/\u200B')

/** A player's own words within a sentence: their direction ends where they do. */
export const apart = (text: string): string => `\u2068${text}\u2069`

const MOST = 24

/** A name in a list: a longer one ends in dots behind its first characters. Its own page has it whole. */
export function shortened(name: string): string {
  const signs = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  return signs.length > MOST ? `${signs.slice(0, MOST).join('')}…` : name
}
