import './styles/app.css'
import { startTransition, StrictMode } from 'react'
import { givenMessages } from '@hc/i18n/load'
import { outliveTranslation } from '@hc/ui/translated-page'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { setGameId } from './lib/api.ts'
import { readBoot } from './lib/boot.ts'
import { showLoadFailed } from './lib/load-failed.ts'
import { loadDemoCountry } from './lib/demo-country.ts'
import { localeStore } from './lib/locale.ts'
import { resumeSession } from './lib/session.ts'
import { keys } from './lib/storage.ts'
import { loadRegion } from './lib/region.ts'
import { prepare } from './router/prepare.ts'
import { apiSource } from './router/source.ts'
import { watchScroll } from './shell/use-page-change.ts'

/** Does work that nobody waits for once the browser has nothing else to do, within some seconds. */
const whenFree = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work, 2_000)
}

async function start(): Promise<void> {
  const boot = readBoot()
  localeStore.set(boot.locale)
  givenMessages(boot.locale, boot.messages, boot.catalogs)
  setGameId(boot.init.gameInfo.gameId)
  if (boot.init.demo) loadDemoCountry(location.search)
  const target = { path: boot.path, search: boot.search, locale: boot.locale }
  const first = await prepare(target, apiSource, { data: boot.data })
  const container = document.getElementById('app')
  const { search } = location
  if (!container) return
  watchScroll()
  outliveTranslation(document.body)
  // In a transition, React works in slices of some milliseconds, so that scrolling and taps go on meanwhile.
  // What a browser has translated by now is no longer what the server wrote, so the page is drawn anew.
  const translated = container.querySelector('font') !== null
  const page = (
    <StrictMode>
      <Router ssrPath={boot.path} ssrSearch={boot.search}>
        <App
          init={boot.init}
          first={first}
          known={boot.known}
          art={boot.art && !translated ? { html: '' } : undefined}
        />
      </Router>
    </StrictMode>
  )
  startTransition(() => {
    if (translated) createRoot(container).render(page)
    else hydrateRoot(container, page)
  })
  resumeSession()
  loadRegion()
  // Analytics comes last; without it everything works.
  import('./lib/analytics.ts').then(
    (analytics) => analytics.start(boot.init, search),
    () => undefined,
  )
  if (boot.worker)
    whenFree(() => void import('./lib/web-app.ts').then((app) => app.startWebApp()).catch(() => undefined))
  // If the player signs in or out in another tab, this one follows.
  addEventListener('storage', (event) => {
    if (event.key === keys.token) resumeSession()
  })
}

// The page's own code or texts did not load: the screen would never answer a click.
start().catch((error: unknown) => {
  console.error(error)
  showLoadFailed()
})
