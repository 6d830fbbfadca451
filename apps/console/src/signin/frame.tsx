import { Icon } from '@hc/ui/icon'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { LanguageSelect } from '../kit/language-select.tsx'

/** The single card of the pages before sign-in. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('desk')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${t('name')}`
    heading.current?.focus()
  }, [title, t])
  return (
    <main className="gate">
      <p className="desk-name">
        <Icon name="shield" className="size-5" />
        {t('name')}
      </p>
      <div className="card gate-card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
      <LanguageSelect />
    </main>
  )
}
