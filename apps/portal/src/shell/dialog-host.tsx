import { lazy } from 'react'
import { useStore } from '../lib/store.ts'
import { expiredStore } from '../lib/session.ts'
import { toastStore } from '../lib/toast.ts'
import { consentNoticeStore } from '../lib/visit.ts'
import { loadChunk, loadNeeded } from '../router/prepare.ts'
import { dialogStore } from './dialog-store.ts'
import { Later } from './lazy-part.tsx'

// Rarely needed, so the first page loads neither their code nor their texts.
const Dialogs = lazy(() => loadNeeded(import('./dialogs.tsx')))
const ConsentNotice = lazy(() => loadChunk(import('../features/consent/consent-notice.tsx')))
const Toasts = lazy(() => loadNeeded(import('./toasts.tsx')))

export function DialogHost() {
  const dialog = useStore(dialogStore)
  const expired = useStore(expiredStore)
  const toasts = useStore(toastStore)
  const ask = useStore(consentNoticeStore)
  return (
    <>
      <Later resetKey={String(dialog ?? expired)}>
        {(dialog !== null || expired !== null) && <Dialogs dialog={dialog} expired={expired} />}
      </Later>
      <Later>{ask && <ConsentNotice />}</Later>
      {/* The live region exists from the start: screen readers do not read one that appears together with its text. */}
      <div className="toasts" aria-live="polite">
        <Later>{toasts.length > 0 && <Toasts toasts={toasts} />}</Later>
      </div>
    </>
  )
}
