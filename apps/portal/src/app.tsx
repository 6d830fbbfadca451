import type { SettingInit } from '@hc/contract/calls'
import { useEffect, useMemo } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import type { InlineArt } from './lib/inline-art.ts'
import { loginUrl, navigate, usePath, useSearch } from './lib/nav.ts'
import { useSession } from './lib/session.ts'
import { pageStore } from './lib/visit.ts'
import type { View } from './router/prepare.ts'
import { matchPath } from './router/route.ts'
import { useView } from './router/use-view.ts'
import { matchRoute, nameOf } from './routes.ts'
import { AppContext, useApp } from './shell/app-context.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { Layout } from './shell/layout.tsx'
import { DataFailed, LoadFailed, Offline } from './shell/load-failed.tsx'
import { usePageChange } from './shell/use-page-change.ts'
import { useStartup } from './shell/use-startup.ts'

type AppParts = { init: SettingInit; first: View; known: boolean; art?: InlineArt | undefined }

export function App({ init, first, known, art }: AppParts) {
  const { view, phase, retry } = useView(first)
  const value = useMemo(() => ({ init, view, phase, retry, art, known }), [init, view, phase, retry, art, known])
  return (
    <AppContext value={value}>
      <IntlProvider locale={view.locale} messages={view.messages as never} timeZone="UTC">
        <Layout>
          <Outlet />
        </Layout>
      </IntlProvider>
    </AppContext>
  )
}

/**
 * Sends a visitor without a session from a guarded page to the login page, which returns to the same path and query.
 */
function useGuard(view: View, path: string, search: string): boolean {
  const { status } = useSession()
  const url = path + (search && `?${search}`)
  // The address decides, not the page still on screen, so that a player on the way to the logout page is not sent to
  // sign in.
  const refused =
    view.route.guard === 'player' && matchRoute(path, search).route.guard === 'player' && status === 'anonymous'
  useEffect(() => {
    if (refused) navigate(loginUrl(url), { replace: true })
  }, [refused, url])
  return refused
}

/** Identifies the page without its language, filter or tab: a change of those is no change of page. */
const pageOf = (view: View): string => view.key.slice(view.locale.length + 1).split('?')[0] ?? ''

function Outlet() {
  const { init, view, phase, retry } = useApp()
  const t = useTranslations('common')
  const path = usePath()
  const search = useSearch()
  const title = `${nameOf(view) ?? t(`title.${view.route.title}`)} - ${init.brand.site}`
  useStartup()
  // A screen that says why there is no page is a change of page, too: the player reads it from its top.
  usePageChange(phase === 'ready' || phase === 'loading' ? pageOf(view) : phase)
  useEffect(() => {
    document.title = title
    document.documentElement.lang = view.locale
    pageStore.set(view.route.path)
    // From here on the page answers to clicks and keys.
    document.documentElement.dataset.ready = ''
  }, [title, view])
  const refused = useGuard(view, path, search)
  if (phase === 'offline') return <Offline onRetry={retry} />
  if (phase === 'chunk-failed') return <LoadFailed />
  if (phase === 'data-failed') return <DataFailed onRetry={retry} />
  if (refused) return <div className="page min-h-[60vh]" />
  const params = matchPath(view.route.path, path) ?? {}
  return (
    <ErrorBoundary fallback={<LoadFailed />} resetKey={view.key + path}>
      <view.Page data={view.data} params={params} />
    </ErrorBoundary>
  )
}
