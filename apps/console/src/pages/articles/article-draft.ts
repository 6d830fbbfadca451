import type { ArticleBody } from '@hc/contract/desk/articles'
import { type Locale, locales } from '@hc/contract/locales'
import { localOf, momentOf } from '../../kit/local-time.ts'
import { zone } from '../../lib/zone.ts'

/** An article in the shape of its form: one field for each text, so that a conflict names the field. */
export type ArticleDraft = Record<string, string | boolean>
const MINUTE = 16

const local = (seconds: number | null): string => {
  if (seconds === null) return ''
  return localOf(seconds, zone()).slice(0, MINUTE)
}
const seconds = (text: string): number | null => (text === '' ? null : momentOf(text, zone()))

export const emptyArticle: ArticleBody = {
  type: 1,
  img: '',
  pinned: false,
  hot: false,
  starts_at: null,
  ends_at: null,
  unpublish_at: null,
  texts: {},
}
export const toDraft = (body: ArticleBody): ArticleDraft => ({
  ...Object.fromEntries(
    locales.flatMap((locale) => [
      [`title ${locale}`, body.texts[locale]?.title ?? ''],
      [`summary ${locale}`, body.texts[locale]?.summary ?? ''],
      [`html ${locale}`, body.texts[locale]?.html ?? ''],
    ]),
  ),
  type: String(body.type),
  img: body.img,
  pinned: body.pinned,
  hot: body.hot,
  starts_at: local(body.starts_at),
  ends_at: local(body.ends_at),
  unpublish_at: local(body.unpublish_at),
})
export const toBody = (draft: ArticleDraft): ArticleBody => {
  const word = (name: string): string => String(draft[name] ?? '')
  return {
    type: Number(draft.type),
    img: word('img'),
    pinned: draft.pinned === true,
    hot: draft.hot === true,
    starts_at: seconds(word('starts_at')),
    ends_at: seconds(word('ends_at')),
    unpublish_at: seconds(word('unpublish_at')),
    texts: Object.fromEntries(
      locales.flatMap((locale: Locale) => {
        const [title, summary, html] = [word(`title ${locale}`), word(`summary ${locale}`), word(`html ${locale}`)]
        return title.trim() === '' ? [] : [[locale, { title, summary, html }]]
      }),
    ),
  }
}
/** Converts an older version, which has its dates as texts. */
export function fromSaved(body: Record<string, unknown>): ArticleDraft {
  const date = (name: string): number | null => {
    const value = body[name]
    return typeof value === 'string' ? Math.floor(new Date(value).getTime() / 1000) : null
  }
  return toDraft({
    ...(body as ArticleBody),
    starts_at: date('starts_at'),
    ends_at: date('ends_at'),
    unpublish_at: date('unpublish_at'),
  })
}
