import { lazy, Suspense, useEffect } from 'react'
import { Button } from '@hc/ui/button'
import type { Me } from '@hc/contract/desk/calls'
import { deskPaths } from '@hc/contract/desk/pages'
import { useTranslations } from 'use-intl'
import { Route, Switch, useLocation } from 'wouter'
import { may } from './kit/permission.ts'
import { ErrorBoundary } from './kit/error-boundary.tsx'
import { NoSuch } from './kit/no-such.ts'
import { LacksPage, NoSuchPage } from './kit/no-such-page.tsx'
import { FormError, Page } from './kit/page.tsx'
import { StepUpDialog } from './kit/step-up.tsx'
import { useAction, wordsOf } from './kit/use-action.ts'
import { loadSession } from './lib/api.ts'
import { queries } from './lib/queries.ts'
import { session } from './lib/session.ts'
import { deskPages, type PageProps } from './kit/menu.ts'
import { pages } from './pages.ts'
import { Shell } from './shell.tsx'
import { Frame } from './signin/frame.tsx'
import { SignIn } from './signin/sign-in.tsx'

const Invitation = lazy(async () => ({ default: (await import('./signin/invitation.tsx')).Invitation }))
const Sso = lazy(async () => ({ default: (await import('./signin/sso.tsx')).Sso }))
const Enrol = lazy(async () => ({ default: (await import('./signin/enrol.tsx')).Enrol }))
/** The page for the present address, session and permissions. */
export function App() {
  const now = session.use()
  const [path] = useLocation()
  const isKnown = now.status !== 'loading'
  useEffect(() => {
    if (isKnown) document.documentElement.dataset.ready = ''
  }, [isKnown])
  const out = now.status === 'out'
  useEffect(() => {
    // Answers cached for one person are dropped before the next one signs in.
    if (out) queries.clear()
  }, [out])
  return (
    <Suspense fallback={<Loading />}>
      {path === '/invitation' ? (
        <Invitation />
      ) : path === '/sso' ? (
        <Sso />
      ) : now.status === 'loading' ? (
        <Loading />
      ) : now.status === 'unread' ? (
        <Unread error={now.error} />
      ) : now.status === 'out' ? (
        <SignIn over={now.over} />
      ) : now.me.may === 'enrol' ? (
        <Enrol />
      ) : (
        <Shell me={now.me}>
          <ErrorBoundary key={path} fallback={fallback}>
            <Suspense fallback={<Loading />}>
              <Pages me={now.me} />
            </Suspense>
          </ErrorBoundary>
        </Shell>
      )}
      <StepUpDialog />
    </Suspense>
  )
}

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

/** In the place of a page that failed, or whose address names nothing. */
const fallback = (error: unknown) => (error instanceof NoSuch ? <NoSuchPage reason={error.reason} /> : <BrokenPage />)

function Loading() {
  const t = useTranslations('desk')
  return <output className="state">{t('loading')}</output>
}

/** Shown if the desk could not tell who is signed in. */
function Unread({ error }: { error: unknown }) {
  const t = useTranslations('desk')
  const { busy, errors, run } = useAction()
  return (
    <Frame title={t('failed.title')}>
      <FormError text={errors.form ?? wordsOf(t, error)} />
      <Button busy={busy} onClick={() => void run(loadSession)}>
        {t('again')}
      </Button>
    </Frame>
  )
}

function BrokenPage() {
  const t = useTranslations('desk')
  return (
    <Page title={t('failed.title')}>
      <Button kind="quiet" onClick={() => location.reload()}>
        {t('failed.reload')}
      </Button>
    </Page>
  )
}
