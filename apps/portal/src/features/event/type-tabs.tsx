import { keysOf } from '@hc/domain/record'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { articleTypes, type ArticleTypeName } from './article-type.ts'

const names = keysOf(articleTypes)

/**
 * Tabs that are links: each list has its own address and is rendered by the server. Arrow keys, Home and End move;
 * Enter and Space follow.
 */
export function TypeTabs({ active, panelId }: { active: ArticleTypeName; panelId: string }) {
  const t = useTranslations('news')
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ') {
      // A link follows Enter by itself; Space would scroll the page.
      event.preventDefault()
      if (event.target instanceof HTMLElement) event.target.click()
      return
    }
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = tabs.findIndex((tab) => tab === document.activeElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    tabs[(to + tabs.length) % tabs.length]?.focus()
  }
  return (
    <div ref={list} role="tablist" tabIndex={-1} aria-label={t('tabs')} className="tabs" onKeyDown={onKeyDown}>
      {names.map((name) => (
        <Link
          key={name}
          href={paths.events(name)}
          role="tab"
          id={`tab-${name}`}
          className="tab"
          aria-controls={panelId}
          aria-selected={name === active}
          tabIndex={name === active ? 0 : -1}
        >
          {t(name)}
        </Link>
      ))}
    </div>
  )
}
