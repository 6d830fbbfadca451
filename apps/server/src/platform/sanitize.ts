import { articleAttributes, articleTags } from '@hc/contract/article-html'
import sanitizeHtml from 'sanitize-html'

const inSite = (address: string): boolean => /^\/(?![/\\])/.test(address)

const options: sanitizeHtml.IOptions = {
  allowedTags: [...articleTags],
  allowedAttributes: { ...articleAttributes },
  allowedSchemes: ['https'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '' }) =>
      inSite(href)
        ? { tagName, attribs: { href } }
        : /^https:\/\//i.test(href)
          ? { tagName, attribs: { href, rel: 'noopener nofollow', target: '_blank' } }
          : { tagName, attribs: {} },
  },
  // An image of another site is removed.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !inSite(attribs.src ?? ''),
}

/** No article nests deeper. The cleaner's time grows with the square of the depth, so a text could hold the process. */
const MOST_NESTED = 64
/** Elements without content, and those that the next one of their kind ends by itself. */
const flat = new Set(
  'area br col embed hr img input link meta source track wbr p li dt dd tr td th thead tbody tfoot option'.split(' '),
)

/** The same text without the tags that nest deeper. */
function bounded(html: string): string {
  let depth = 0
  let links = 0
  return html.replace(/<(\/?)([a-z][a-z\d]*)\b[^>]*>/gi, (tag: string, end: string, name: string) => {
    if (flat.has(name.toLowerCase())) return tag
    if (end) {
      if (links > 0) {
        links -= 1
        return ''
      }
      depth = Math.max(0, depth - 1)
      return tag
    }
    if (depth >= MOST_NESTED) {
      links += 1
      return ''
    }
    depth += 1
    return tag
  })
}

/**
 * Article HTML with an allowlist of tags: no style, script, handler, frame or svg; links in the site or https, pictures
 * from the site.
 * Decision 26.
 */
export const sanitizeArticle = (html: string): string => sanitizeHtml(bounded(html), options)
