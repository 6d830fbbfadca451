import { Button } from '@hc/ui/button'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { FormError } from '../kit/form-error.tsx'
import { type DeskTexts, wordsOf } from '../kit/use-action.ts'
import { call, loadSession } from '../lib/api.ts'
import { session } from '../lib/session.ts'
import { leaveToShow, pageLeft, tellShown } from '../lib/sso.ts'
import { Frame } from './frame.tsx'

/** The provider's parameters leave the URL at once: they work once, and must not stay in the history. */
function takeQuery(): string {
  const query = location.search.slice(1)
  if (query !== '') history.replaceState(null, '', location.pathname)
  return query
}
const query = takeQuery()
const leaves = new URLSearchParams(query).get('for') === 'step-up'
const stepsUp = (new URLSearchParams(query).get('state') ?? '').startsWith('up.')

type End = { page: string } | 'shown' | 'leaves'
async function work(): Promise<End> {
  if (leaves) {
    await leaveToShow()
    return 'leaves'
  }
  if (stepsUp) {
    await call('session/ssoStepUp', { query })
    tellShown()
    return 'shown'
  }
  await call('session/sso', { query })
  await loadSession()
  return { page: pageLeft() }
}
/** Runs once, however often the page renders. */
let working: Promise<End> | undefined

/** Redirects to the provider and handles its answer. */
export default function Sso() {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const isKnown = session.use().status !== 'loading'
  const [end, setEnd] = useState<End | { failed: unknown } | null>(null)
  useEffect(() => {
    if (!isKnown) return
    void (working ??= work()).then(
      (came) => {
        if (typeof came === 'object') go(came.page, { replace: true })
        else setEnd(came)
      },
      (failed: unknown) => setEnd({ failed }),
    )
  }, [isKnown, go])
  if (end === 'shown')
    return (
      <Frame title={t('staff.sso.shown')}>
        <p>{t('staff.sso.shownText')}</p>
      </Frame>
    )
  if (end !== null && typeof end === 'object' && 'failed' in end)
    return (
      <Refused text={errorText(t, end.failed)} onBack={stepsUp || leaves ? null : () => go('/', { replace: true })} />
    )
  return (
    <Frame title={t('staff.sso.title')}>
      <output className="state">{t('loading')}</output>
    </Frame>
  )
}

const errorText = (t: DeskTexts, error: unknown): string => wordsOf(t, error)

function Refused({ text, onBack }: { text: string; onBack: (() => void) | null }) {
  const t = useTranslations('desk')
  return (
    <Frame title={t('staff.sso.refused')}>
      <FormError text={text} />
      {onBack ? (
        <Button kind="quiet" onClick={onBack}>
          {t('staff.invitation.signIn')}
        </Button>
      ) : (
        <p>{t('staff.sso.close')}</p>
      )}
    </Frame>
  )
}
