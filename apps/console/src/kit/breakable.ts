/** A text whose long addresses break behind their slashes, not within a word. */
export const breakable = (text: string): string => text.replaceAll('/', '/\u200B')
