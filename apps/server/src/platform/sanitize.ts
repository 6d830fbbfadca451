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

/**
 * Article HTML with an allowlist of tags: no style, script, handler, frame or svg; links in the site or https, pictures
 * from the site.
 * Decision 26.
 */
export const sanitizeArticle = (html: string): string => sanitizeHtml(html, options)
