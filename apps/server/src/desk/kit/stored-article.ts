import { createHash } from 'node:crypto'
import type { ArticleBody } from '@hc/contract/desk/articles'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { sanitizeArticle } from '../../platform/sanitize.ts'

export type Text = { title: string; summary: string; html: string }
/** `src`: the mark of the source text for which a translation was saved. */
type StoredText = Text & { src?: string }
export type StoredBody = Omit<ArticleBody, 'texts' | 'starts_at' | 'ends_at' | 'unpublish_at'> & {
  texts: Partial<Record<Locale, StoredText>>
  starts_at: string | null
  ends_at: string | null
  unpublish_at: string | null
}

const markOf = (text: Text | undefined): string =>
  text
    ? createHash('sha256')
        .update(JSON.stringify([text.title, text.summary, text.html]))
        .digest('hex')
        .slice(0, 12)
    : ''
/** `markOf` the source text of a stored body `h.body`, in SQL: `to_json` escapes a text as `JSON.stringify` does. */
export const SOURCE_MARK = `(select case when s.t is null then '' else left(encode(sha256(convert_to(concat('[',
    to_json(s.t ->> 'title'), ',', to_json(s.t ->> 'summary'), ',', to_json(s.t ->> 'html'), ']'), 'UTF8')), 'hex'), 12)
  end from (select h.body -> 'texts' -> '${defaultLocale}' as t) s)`
export const same = (a: Text | undefined, b: Text | undefined): boolean => markOf(a) === markOf(b)
const iso = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()
const unix = (text: string | null | undefined): number | null =>
  text ? Math.floor(new Date(text).getTime() / 1000) : null

/**
 * The stored form: sanitized, without untitled languages, each with the mark of its source text. `saw`:
 * the source that the translator saw, if it is another one. `right`: translations that are confirmed for the source of
 * now.
 */
export function toStored(
  body: ArticleBody,
  before: StoredBody | null,
  { saw = {}, right = [] }: { saw?: Partial<Record<Locale, Text>>; right?: readonly Locale[] } = {},
): StoredBody {
  const source = body.texts[defaultLocale]
  const texts: StoredBody['texts'] = {}
  for (const locale of locales) {
    const localText = body.texts[locale]
    if (!localText || localText.title.trim() === '') continue
    const text = { title: localText.title, summary: localText.summary, html: sanitizeArticle(localText.html) }
    const was = before?.texts[locale]
    const stays = was && same(was, text) && !right.includes(locale)
    const src = stays ? (was.src ?? markOf(before.texts[defaultLocale])) : markOf(saw[locale] ?? source)
    texts[locale] = locale === defaultLocale ? text : { ...text, src }
  }
  return {
    type: body.type,
    img: body.img,
    pinned: body.pinned,
    hot: body.hot,
    starts_at: iso(body.starts_at),
    ends_at: iso(body.ends_at),
    unpublish_at: iso(body.unpublish_at),
    texts,
  }
}
export const toBody = (stored: StoredBody): ArticleBody => ({
  type: stored.type,
  img: stored.img,
  pinned: stored.pinned,
  hot: stored.hot,
  starts_at: unix(stored.starts_at),
  ends_at: unix(stored.ends_at),
  unpublish_at: unix(stored.unpublish_at),
  texts: Object.fromEntries(
    locales.flatMap((locale) => {
      const text = stored.texts[locale]
      return text ? [[locale, { title: text.title, summary: text.summary, html: text.html }]] : []
    }),
  ),
})
/** Languages whose source changed after their text was saved. */
export const behind = ({ texts }: StoredBody): Locale[] => {
  const source = markOf(texts[defaultLocale])
  return locales.filter((locale) => texts[locale]?.src !== undefined && texts[locale].src !== source)
}

/** For each outdated language, the source for which it was saved, out of the sources of all versions. */
export function formerSources(head: StoredBody, former: readonly Text[]): Partial<Record<Locale, Text | null>> {
  const texts = new Map(
    former.map(({ title, summary, html }) => [markOf({ title, summary, html }), { title, summary, html }]),
  )
  return Object.fromEntries(behind(head).map((locale) => [locale, texts.get(head.texts[locale]?.src ?? '') ?? null]))
}
