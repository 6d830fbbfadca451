/** The text with possible line breaks after slashes, so that long addresses do not break within a word. */
export const breakable = (text: string): string => text.replaceAll('/', '/\u200B')

/** A player's own words within a sentence: their direction ends where they do. */
export const apart = (text: string): string => `\u2068${text}\u2069`
