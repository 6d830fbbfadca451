import type { Me } from '@hc/contract/desk/calls'
import { deskPaths } from '@hc/contract/desk/pages'
import { Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from './kit/error-boundary.tsx'
import { deskPages, type PageProps } from './kit/menu.ts'
import { NoSuch } from './kit/no-such.ts'
import { NoSuchPage } from './kit/no-such-page.tsx'
import { may } from './kit/permission.ts'
import { BrokenPage, Loading } from './kit/state-pages.tsx'
import { lazyPart } from './lib/lazy-part.ts'
import { pages } from './pages.ts'
import { Shell } from './shell/shell.tsx'

const LacksPage = lazyPart(() => import('./kit/lacks-page.tsx'), 'settings')

/** In the place of a page that failed, or whose address names nothing. */
const fallback = (error: unknown) => (error instanceof NoSuch ? <NoSuchPage reason={error.reason} /> : <BrokenPage />)

/** The desk of a person who is signed in: the frame, and the page of the present address. */
export default function SignedIn({ me }: { me: Me }) {
  const [path] = useLocation()
  return (
    <Shell me={me}>
      <ErrorBoundary key={path} fallback={fallback}>
        <Suspense fallback={<Loading />}>
          <Pages me={me} />
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}
/** Loads Home's page before it is shown. */
SignedIn.openHome = pages['/'].open

function Pages({ me }: { me: Me }) {
  return (
    <Switch>
      {deskPaths.map((path) => {
        const { permission } = deskPages[path]
        const CurrentPage = pages[path]
        return (
          <Route key={path} path={path}>
            {(params: PageProps['params']) =>
              may(me, permission) ? <CurrentPage me={me} params={params} /> : <LacksPage permission={permission} />
            }
          </Route>
        )
      })}
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  )
}
