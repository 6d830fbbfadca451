import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { hrefOf, type Tab } from './menu.ts'
import { news, shortCount } from './news.ts'

/** The tabs of a page are links: each is an address of its own. */
export function PageTabs({ tabs, at }: { tabs: readonly Tab[]; at: Tab }) {
  const t = useTranslations('desk')
  const counts = news.use()
  return (
    <nav className="page-tabs" aria-label={t('menu.tabs')}>
      {tabs.map((tab) => {
        const n = counts[tab.path] ?? 0
        return (
          <Link
            key={hrefOf(tab)}
            href={hrefOf(tab)}
            className="page-tab"
            aria-current={tab.text === at.text ? 'page' : undefined}
          >
            {t(tab.text)}
            {n > 0 && <Count n={n} />}
          </Link>
        )
      })}
    </nav>
  )
}

/** How many rows need the person: as a number to see, and in words to hear. */
export function Count({ n }: { n: number }) {
  const t = useTranslations('desk')
  return (
    <>
      <span className="count" aria-hidden="true">
        {shortCount(n)}
      </span>
      <span className="hidden-text">{t('newer.here', { n })}</span>
    </>
  )
}
