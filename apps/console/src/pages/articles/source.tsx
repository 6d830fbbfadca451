import type { ArticleBody } from '@hc/contract/desk/articles'
import { defaultLocale } from '@hc/contract/locales'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { languageName } from '../../kit/languages.tsx'
import { type Piece, wordDiff } from '../../kit/word-diff.ts'
import { inertDocument } from '../../lib/trusted-html.ts'

type Text = NonNullable<ArticleBody['texts']['en-US']>

type SourceProps = { now: Text; then: Text | null | undefined; children: ReactNode }

/**
 * The text of the source language beside a translation; `then`: the source at the time of the translation. The actions
 * are below the changes.
 */
export function Source({ now, then, children }: SourceProps) {
  const t = useTranslations('desk')
  return (
    <section className="source" aria-labelledby="source">
      <h2 id="source">{t('beside.source', { language: languageName(defaultLocale) })}</h2>
      {then === null && <p>{t('beside.lost')}</p>}
      {then && <Changes then={then} now={now} />}
      {children}
      <div className="rich-text" lang={defaultLocale}>
        <p>
          <b>{now.title}</b>
        </p>
        {now.summary !== '' && <p>{now.summary}</p>}
        <Html html={now.html} />
      </div>
    </section>
  )
}

const partsOf = ({ title, summary, html }: Text): readonly string[] => [title, summary, wordsIn(html)]
const wordsIn = (html: string): string => {
  const blocks = inertDocument(html).body.querySelectorAll('p, h2, h3, h4, li, td, th, blockquote, figcaption')
  return [...blocks].map((block) => block.textContent).join('\n')
}

function Changes({ then, now }: { then: Text; now: Text }) {
  const t = useTranslations('desk')
  const after = partsOf(now)
  const parts = partsOf(then).map((before, at) => wordDiff(before, after[at] ?? ''))
  const changed = parts.filter((pieces) => pieces.length > 0)
  if (changed.length === 0) return null
  return (
    <>
      <p>{t('beside.changed')}</p>
      <div className="changes" lang={defaultLocale}>
        {changed.map((pieces, at) => (
          <p key={at}>
            {pieces.map((piece, place) => (
              <Change key={place} piece={piece} />
            ))}
          </p>
        ))}
      </div>
    </>
  )
}

function Change({ piece: { kind, text } }: { piece: Piece }) {
  const t = useTranslations('desk')
  if (kind === 'same') return <>{text} </>
  const Mark = kind === 'new' ? 'ins' : 'del'
  return (
    <>
      <Mark>
        <span className="hidden-text">{t(kind === 'new' ? 'beside.added' : 'beside.removed')}</span>
        {text}
      </Mark>{' '}
    </>
  )
}

/** The source with its own headings, lists and marks; pictures are shown only in the editor. */
function Html({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { body } = inertDocument(html)
    for (const picture of body.querySelectorAll('img, picture, video, iframe')) picture.remove()
    place.current?.replaceChildren(...body.childNodes)
  }, [html])
  return <div ref={place} className="rich-source" />
}
