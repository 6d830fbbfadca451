import type { HomeConf } from '@hc/contract/calls'
import { lazy, Suspense } from 'react'
import { Html } from '../features/html.tsx'
import { PagesAside } from '../features/support/pages-aside.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { loadChunk } from '../router/prepare.ts'
import type { PageProps } from '../router/route.ts'
import { useApp } from '../shell/app-context.ts'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import { LoadFailed } from '../shell/load-failed.tsx'
import NotFound from './not-found.tsx'

const PrivacyChoice = lazy(() => loadChunk(import('../features/consent/privacy-choice.tsx')))

/** A page that the footer can name. The publisher may have no statement about accessibility. */
export default function FooterPage({ data }: PageProps<HomeConf['footer']['about'] | null>) {
  const { view } = useApp()
  const hydrated = useHydrated()
  if (!data) return <NotFound />
  return (
    <article className="paper">
      <div className="page py-10">
        <h1 className="heading-2 mb-6">{data.title}</h1>
        <div className="with-aside">
          <div className="reading">
            <Html html={data.html} />
            {view.route.title === 'privacy' && hydrated && (
              <ErrorBoundary fallback={<LoadFailed heading="h2" />} resetKey="">
                <Suspense>
                  <PrivacyChoice />
                </Suspense>
              </ErrorBoundary>
            )}
          </div>
          <PagesAside />
        </div>
      </div>
    </article>
  )
}
