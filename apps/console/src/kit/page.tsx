import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { wordsOf } from './use-action.ts'

let shown = ''

/** `lang`: of the title, where it is not the desk's. */
type PageParts = { title: string; lang?: string; actions?: ReactNode; children: ReactNode }

/** A page's heading and its actions. A screen reader reads it out when the page changes. */
export function Page({ title, lang, actions, children }: PageParts) {
  const t = useTranslations('desk')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${t('name')}`
    if (shown !== '' && shown !== title) heading.current?.focus()
    shown = title
  }, [title, t])
  return (
    <>
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1} lang={lang}>
          {title}
        </h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  )
}

/** What could not be loaded, with a way on. */
export function Failed({ error, again }: { error: unknown; again: () => Promise<void> }) {
  const t = useTranslations('desk')
  return (
    <div className="state" role="alert">
      <h2>{t('failed.title')}</h2>
      <p>{wordsOf(t, error)}</p>
      <Button
        kind="quiet"
        onClick={() => {
          void again()
        }}
      >
        {t('again')}
      </Button>
    </div>
  )
}

/** What went wrong with a whole form. */
export function FormError({ text }: { text: string | undefined }) {
  return <div role="alert">{text && <Notice tone="bad">{text}</Notice>}</div>
}
