/** The text with possible line breaks after slashes, so that long addresses do not break within a word. */
export const breakable = (text: string): string => text.replaceAll('/', '/\u200B')
