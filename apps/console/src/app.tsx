import { Suspense, useEffect } from 'react'
import { Button } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { ErrorBoundary } from './kit/error-boundary.tsx'
import { FormError } from './kit/form-error.tsx'
import { BrokenPage, Loading } from './kit/state-pages.tsx'
import { StepUpDialog } from './kit/step-up.tsx'
import { useAction, wordsOf } from './kit/use-action.ts'
import { loadSession } from './lib/api.ts'
import { lazyPart } from './lib/lazy-part.ts'
import { queries } from './lib/queries.ts'
import { session } from './lib/session.ts'
import { Frame } from './signin/frame.tsx'
import { SignIn } from './signin/sign-in.tsx'

const Invitation = lazyPart(() => import('./signin/invitation.tsx'))
const Sso = lazyPart(() => import('./signin/sso.tsx'))
const Enrol = lazyPart(() => import('./signin/enrol.tsx'))
export const SignedIn = lazyPart(() => import('./signed-in.tsx'), 'home')

/** The page for the present address, session and permissions. */
export function App() {
  const now = session.use()
  const [path] = useLocation()
  const out = now.status === 'out'
  useEffect(() => {
    // Answers cached for one person are dropped before the next one signs in.
    if (out) queries.clear()
  }, [out])
  return (
    <ErrorBoundary fallback={() => <BrokenPage />}>
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
          <SignedIn me={now.me} />
        )}
        <StepUpDialog />
        {now.status !== 'loading' && <Ready />}
      </Suspense>
    </ErrorBoundary>
  )
}

/** Marks the page as one that takes keys: the code and texts beside it are there. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
  }, [])
  return null
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
