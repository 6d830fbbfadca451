/**
 * The tags that an article's HTML may contain. The shop's sanitiser removes all others, and the desk's editor cannot
 * write them.
 */
export const articleTags = [
  'h2',
  'h3',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'b',
  'i',
  'br',
  'hr',
  'blockquote',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'figure',
  'figcaption',
  'code',
] as const

export const articleAttributes: Record<string, string[]> = {
  a: ['href', 'rel', 'target'],
  img: ['src', 'alt', 'width', 'height'],
  th: ['scope', 'colspan'],
  td: ['colspan'],
}
