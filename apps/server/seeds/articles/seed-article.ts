import type { Locale } from '../locale.ts'

export type SeedArticleText = {
  readonly title: string
  readonly summary: string
  readonly html: string
}

export type SeedArticle = {
  readonly id: string
  /** 1 news, 2 event, 3 strategy */
  readonly type: 1 | 2 | 3
  /** unix seconds */
  readonly createTs: number
  /** What is announced: its begin, and the first second after its end, in unix seconds. */
  readonly runs?: { readonly startTs: number; readonly endTs: number }
  readonly img: string
  readonly pinned: boolean
  readonly hot: boolean
  readonly texts: Record<Locale, SeedArticleText>
}
