import { lazy, Suspense, useEffect } from 'react'
import { Button } from '@hc/ui/button'
import type { Me } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { ErrorBoundary } from './kit/error-boundary.tsx'
import { Page } from './kit/page.tsx'
import { StepUpDialog } from './kit/step-up.tsx'
import { session } from './lib/session.ts'
import { may, Shell } from './shell.tsx'
import { SignIn } from './signin/sign-in.tsx'

const Invitation = lazy(async () => ({ default: (await import('./signin/invitation.tsx')).Invitation }))
const Enrol = lazy(async () => ({ default: (await import('./signin/enrol.tsx')).Enrol }))
const Today = lazy(async () => ({ default: (await import('./pages/today.tsx')).Today }))
const People = lazy(async () => ({ default: (await import('./pages/staff.tsx')).Staff }))
const Audit = lazy(async () => ({ default: (await import('./pages/audit.tsx')).Audit }))
const Account = lazy(async () => ({ default: (await import('./pages/me.tsx')).Account }))

/** What the address, the session and its permissions lead to. */
export function App() {
  const now = session.use()
  const [path] = useLocation()
  const known = now.status !== 'loading'
  useEffect(() => {
    if (known) document.documentElement.dataset.ready = ''
  }, [known])
  return (
    <Suspense fallback={<Loading />}>
      {path === '/invitation' ? (
        <Invitation />
      ) : now.status === 'loading' ? (
        <Loading />
      ) : now.status === 'out' ? (
        <SignIn over={now.over} />
      ) : now.me.may === 'enrol' ? (
        <Enrol />
      ) : (
        <Shell me={now.me}>
          <ErrorBoundary key={path} fallback={<Broken />}>
            <Suspense fallback={<Loading />}>
              <Pages path={path} me={now.me} />
            </Suspense>
          </ErrorBoundary>
        </Shell>
      )}
      <StepUpDialog />
    </Suspense>
  )
}

function Pages({ path, me }: { path: string; me: Me }) {
  if (path === '/' && may(me, 'today.read')) return <Today me={me} />
  if (path === '/staff' && may(me, 'staff.read')) return <People me={me} />
  if (path === '/audit' && may(me, 'audit.own')) return <Audit me={me} />
  if (path === '/me') return <Account />
  return <Nowhere />
}

function Loading() {
  const t = useTranslations('desk')
  return <output className="state">{t('loading')}</output>
}

function Broken() {
  const t = useTranslations('desk')
  return (
    <Page title={t('failed.title')}>
      <Button
        kind="quiet"
        onClick={() => {
          location.reload()
        }}
      >
        {t('failed.reload')}
      </Button>
    </Page>
  )
}

function Nowhere() {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  return (
    <Page title={t('notFound.title')}>
      <p>{t('notFound.text')}</p>
      <Button
        kind="quiet"
        onClick={() => {
          go('/')
        }}
      >
        {t('notFound.home')}
      </Button>
    </Page>
  )
}
