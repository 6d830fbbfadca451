import { lazy, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../lib/online.ts'
import { arrivedStore } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { loadNeeded } from '../router/prepare.ts'
import { useApp } from './app-context.ts'
import { DialogHost } from './dialog-host.tsx'
import { Later } from './lazy-part.tsx'
import { LanguageSelect } from './language-select.tsx'
import { SiteFooter } from './site-footer.tsx'
import { TabBar } from './tab-bar.tsx'
import { Brand, TopBar } from './top-bar.tsx'

const Arrived = lazy(() => loadNeeded(import('./signed-in-by-link.tsx')))

function Offline() {
  const t = useTranslations('common')
  const online = useOnline()
  return <output className={online ? 'sr-only' : 'offline'}>{online ? '' : t('state.offline')}</output>
}

/** The frame around every page: the shop's bars, or only the brand on the login page. */
export function Layout({ children }: { children: ReactNode }) {
  const t = useTranslations('common')
  const { view, phase } = useApp()
  const arrived = useStore(arrivedStore)
  const bare = view.route.layout === 'bare'
  return (
    <>
      <a href="#main" className="skip-link">
        {t('nav.skip')}
      </a>
      {bare ? (
        <header className="page flex min-h-16 items-center justify-between">
          <Brand />
          <LanguageSelect />
        </header>
      ) : (
        <TopBar />
      )}
      {arrived !== null && (
        <Later>
          <Arrived account={arrived} />
        </Later>
      )}
      {phase === 'loading' && (
        <output className="page-spinner">
          <span className="spinner size-5" aria-hidden="true" />
          {t('state.loading')}
        </output>
      )}
      <main id="main" tabIndex={-1} className="main" aria-busy={phase === 'loading' || undefined}>
        {children}
      </main>
      {!bare && (
        <>
          <SiteFooter />
          <TabBar />
        </>
      )}
      <Offline />
      <DialogHost />
      <output className="sr-only">{t(`title.${view.route.title}`)}</output>
    </>
  )
}
