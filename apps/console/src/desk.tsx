import { QueryClientProvider } from '@tanstack/react-query'
import { outliveTranslation } from '@hc/ui/translated-page'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { App, SignedIn } from './app.tsx'
import { NoSuch } from './kit/no-such.ts'
import { loadSession } from './lib/api.ts'
import { firstLanguage, language } from './lib/language.ts'
import { showLook } from './lib/look.ts'
import { queries } from './lib/queries.ts'
import { session } from './lib/session.ts'
import { chosenZone } from './lib/zone.ts'

/**
 * The desk in its language and time zone. A change of either redraws every page and keeps the contents of its forms.
 */
function Desk() {
  const now = language.use()
  chosenZone.use()
  return (
    now && (
      <IntlProvider locale={now.locale} messages={{ desk: now.desk } as never}>
        <App />
      </IntlProvider>
    )
  )
}

/** Loads the session, and with it the frame and Home's page: both then stand in the first picture of the desk. */
async function firstParts(): Promise<void> {
  await loadSession()
  const now = session.get()
  if (now.status !== 'in' || now.me.may === 'enrol') return
  // A part that does not arrive says so in its place.
  const { default: Frame } = await SignedIn.open()
  if (location.pathname === '/') await Frame.openHome()
}

/** A slow answer leaves no page empty: after so long the desk says that it loads. */
const LATE_MS = 1_000

/** Draws the desk once its language is there, and the first parts. */
async function show(): Promise<void> {
  // If the session cannot be read, the desk asks for no password: there may be a session.
  const parts = firstParts().catch((error: unknown) => {
    if (session.get().status === 'loading') session.set({ status: 'unread', error })
  })
  await Promise.all([firstLanguage(), Promise.race([parts, new Promise((late) => setTimeout(late, LATE_MS))])])
  const container = document.getElementById('app')
  if (container)
    createRoot(container, {
      onCaughtError(error) {
        // An address that names nothing is no fault of the page.
        if (!(error instanceof NoSuch)) console.error(error)
      },
    }).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <Desk />
        </QueryClientProvider>
      </StrictMode>,
    )
}

showLook()
outliveTranslation(document.body)
void show()
