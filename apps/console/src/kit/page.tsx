import { CallError } from '@hc/contract/client'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { dayText } from './date-time.ts'
import { wordsOf } from './use-action.ts'
import type { Half } from './use-filters.ts'

let printed = ''

/** The later half of a list's span of days, for a list that takes too long. */
export const HalfOfPage = createContext<Half | null>(null)

/** `lang`: the title's language, if it is not the desk's. `half`: the later half of the days in the page's filters. */
type PageParts = { title: string; lang?: string; actions?: ReactNode; half?: Half | null; children: ReactNode }

/**
 * A page's heading and its actions. The heading gets the focus when the page changes, so that a screen reader reads it.
 */
export function Page({ title, lang, actions, half = null, children }: PageParts) {
  const t = useTranslations('desk')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${t('name')}`
    if (printed !== '' && printed !== title) heading.current?.focus()
    printed = title
  }, [title, t])
  return (
    <>
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1} lang={lang}>
          {title}
        </h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      <HalfOfPage value={half}>{children}</HalfOfPage>
    </>
  )
}

/** A loading error with a next step: a span that is too wide can be halved. */
export function Failed({ error, again }: { error: unknown; again: () => Promise<void> }) {
  const t = useTranslations('desk')
  const half = use(HalfOfPage)
  return (
    <div className="state" role="alert">
      <h2>{t('failed.title')}</h2>
      <p>{wordsOf(t, error)}</p>
      {half && error instanceof CallError && error.msg === 'TooWide' && (
        <Button
          onClick={() => {
            // The button disappears with its message, so the focus moves to the heading.
            document.querySelector<HTMLElement>('h1')?.focus()
            half.show()
          }}
        >
          {t('failed.half', { day: dayText(half.from) })}
        </Button>
      )}
      <Button kind="quiet" onClick={() => void again()}>
        {t('again')}
      </Button>
    </div>
  )
}

/** Scrolls a new message into sight: the pressed button may be at the end of a long form. */
export function useInSight(text: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return place
}

/** The error of a whole form. */
export function FormError({ text }: { text: string | undefined }) {
  const place = useInSight(text)
  return (
    <div ref={place} role="alert" className="in-sight">
      {text && <Notice tone="bad">{text}</Notice>}
    </div>
  )
}
