import type { Locale } from '@hc/contract/locales'
import { shopTexts } from '@hc/i18n/texts'
import type { FastifyInstance } from 'fastify'

/** What the public demo's line leads to. Null: there is no such place. */
export type VisitorPlaces = { desk: string | null; guide: string | null }

const CSS_PATH = '/demo/visitor.css'
const HOUR_SECONDS = 3600
/** The product's own name, which no brand renames. */
const PRODUCT = 'HC\u00A0Portal'
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const link = (href: string, html: string, more = ''): string =>
  `<a class="link" href="${escape(href)}"${more}>${html}</a>`

/** Where a visitor goes on as a player: the page that they look at, or that the login page was to lead to. */
const nextPage = (key: string): string => {
  const { pathname, search, searchParams } = new URL(key, 'http://page.invalid')
  return pathname === '/login' ? (searchParams.get('redirect') ?? '') : pathname + search
}

/**
 * Adds the public demo's line to a page: what this is, a player with one press, the desk, and how to run one's own.
 * `known`: a player was logged in in this browser.
 */
export function withVisitorNote(
  html: string,
  { locale, known, key, places }: { locale: Locale; known: boolean; key: string; places: VisitorPlaces },
): string {
  const { visitors: texts, login, common } = shopTexts(locale)
  const about = texts.text.replace('{product}', () => PRODUCT)
  const command = texts.own.replace('{command}', () => '<code>npm start</code>')
  const door = known
    ? link('/demo/outbox', texts.mail, ' target="_blank" rel="noopener noreferrer"')
    : `<form method="post" action="/demo/visitor"><input type="hidden" name="redirect" value="${escape(nextPage(key))}">` +
      `<button type="submit" class="btn btn-primary btn-small">${login.visitorPlay}</button></form>`
  const desk = places.desk === null ? '' : link(places.desk, texts.desk)
  const guide = places.guide === null ? `<span>${command}</span>` : link(places.guide, command)
  const note =
    // The page's own link to its content would no longer be the first.
    `<a href="#main" class="skip-link">${common.nav.skip}</a>` +
    `<aside class="visitor-note"><p>${about}</p><div class="visitor-doors">${door}${desk}${guide}</div></aside>`
  return html
    .replace(
      '</head>',
      `<link rel="stylesheet" href="${CSS_PATH}"><meta name="robots" content="noindex,nofollow"></head>`,
    )
    .replace(/<body[^>]*>/, (body) => `${body}${note}`)
}

const CSS = `.visitor-note { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0.25rem 1.5rem;
  padding: 0.5rem 1.25rem; background: var(--color-panel); border-bottom: 1px solid var(--color-line);
  color: var(--color-soft); font-size: 0.8125rem; line-height: 1.45; }
.visitor-note ~ * .skip-link { display: none; }
.visitor-note p { margin: 0; text-wrap: balance; }
.visitor-doors { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; }
.visitor-doors a, .visitor-doors span { display: inline-flex; align-items: center; gap: 0.35em; min-height: 2.75rem; }
.visitor-doors .btn { padding-inline: 0.9rem; font-size: inherit; }
.visitor-doors code { font-family: ui-monospace, monospace; font-size: 0.9em; }
`

/** The look of the line, in a file of its own: other shops do not load it. */
export function visitorLook(fastify: FastifyInstance): void {
  fastify.get(CSS_PATH, (_request, reply) =>
    reply.type('text/css').header('cache-control', `public, max-age=${HOUR_SECONDS}`).send(CSS),
  )
}
