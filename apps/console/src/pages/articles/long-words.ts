import type { ArticleBody } from '@hc/contract/desk/articles'
import { type Locale } from '@hc/contract/locales'
import { inertDocument } from '../../lib/trusted-html.ts'

type Text = NonNullable<ArticleBody['texts'][Locale]>

/** The width in px that a phone of 360 px leaves for a line of an article. */
const LINE = 328
/** The portal's font sizes there: an article's heading, the line on its card, its text. */
const fonts = { title: '700 24px sans-serif', summary: '400 14px sans-serif', html: '400 16px sans-serif' } as const
/** Letters of scripts that break lines only at spaces, hyphens and soft hyphens. */
const WORD = /[\p{Script=Latin}\p{Script=Hangul}\p{M}\p{N}'’.,!?:;]+/gu

let canvas: CanvasRenderingContext2D | null = null
function widthOf(word: string, font: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = font
  return canvas.measureText(word).width
}

/** Words that are wider than their line on a phone: the page would break them anywhere. */
export function longWords(text: Text): string[] {
  const words = inertDocument(text.html).body.textContent
  const parts = { ...text, html: words }
  return (['title', 'summary', 'html'] as const).flatMap((place) =>
    (parts[place].match(WORD) ?? []).filter((word) => widthOf(word, fonts[place]) > LINE),
  )
}
