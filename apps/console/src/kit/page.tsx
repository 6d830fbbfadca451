import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { session } from '../lib/session.ts'
import { createStore } from '../lib/store.ts'
import { HalfOfPage } from './failed.tsx'
import { placeAt, tabsFor } from './menu.ts'
import { PageTabs } from './page-tabs.tsx'
import { PinStar } from './pin-star.tsx'
import type { Half } from './use-filters.ts'

let printed = ''

/** The heading of the page on the screen; the frame shows it behind the list that the page belongs to. */
export const pageTitle = createStore('')

/**
 * `title`: the heading of a page below the menu; a page of the menu has the name of its entry. `lang`: the title's
 * language, if it is not the desk's. `half`: the later half of the days in the page's filters.
 */
type PageParts = {
  title?: string
  /** What the heading shows, if it is more than its name. */
  heading?: ReactNode
  /** What stands beside the heading: badges, a button that copies. */
  marks?: ReactNode
  lang?: string
  actions?: ReactNode
  half?: Half | null
  /** How wide the page may be: by default a list of the menu is, a page below it is less. */
  width?: 'list' | 'detail' | 'settings'
  children: ReactNode
}

/**
 * A page's heading, its tabs and its actions. The heading gets the focus when the page changes, so that a screen reader
 * reads it.
 */
export function Page({ title, heading: nameParts, marks, lang, actions, half = null, width, children }: PageParts) {
  const t = useTranslations('desk')
  const heading = useRef<HTMLHeadingElement>(null)
  const [path] = useLocation()
  const place = placeAt(path, useSearch())
  const now = session.use()
  const tabs = now.status === 'in' && place?.isList && title === undefined ? tabsFor(now.me, place.entry) : []
  const name = title ?? (place ? t(place.entry.text) : t('name'))
  const inWindow = place && tabs.length > 1 ? `${t(place.tab.text)} · ${name}` : `${name} · ${t('name')}`
  const isPinnable = now.status === 'in' && place?.isList && title === undefined && !place.tab.kind && path !== '/'
  const star = isPinnable && <PinStar me={now.me} page={place.tab.path} name={t(place.tab.text)} />
  useEffect(() => {
    document.title = inWindow
    pageTitle.set(name)
    // A page that gets another heading, such as a name that was saved, leaves the focus where a person works.
    const { activeElement } = document
    const free = activeElement === document.body || activeElement === heading.current
    if (printed !== '' && (printed !== path || free)) heading.current?.focus()
    printed = path
  }, [inWindow, name, path])
  return (
    <div className={`page page-${width ?? (title === undefined ? 'list' : 'detail')}`}>
      <div className="page-head">
        {marks || star ? (
          <div className="page-name">
            <h1 ref={heading} tabIndex={-1} lang={lang}>
              {nameParts ?? name}
            </h1>
            {marks}
            {star}
          </div>
        ) : (
          <h1 ref={heading} tabIndex={-1} lang={lang}>
            {nameParts ?? name}
          </h1>
        )}
        {actions && <div className="actions">{actions}</div>}
      </div>
      {place && tabs.length > 1 && <PageTabs tabs={tabs} at={place.tab} />}
      <HalfOfPage value={half}>{children}</HalfOfPage>
    </div>
  )
}
