import { localeStore } from './locale.ts'
import { createStore } from './store.ts'
import { workerUrl } from './trusted-html.ts'

/** A browser's own offer to install a page (WICG, beforeinstallprompt; Chromium alone has it). */
type InstallOffer = Event & { prompt(): Promise<unknown> }

/** The browser's offer, as long as it stands. */
export const installOffer = createStore<InstallOffer | null>(null)

/**
 * Registers the worker, and tells it the language of the page. The login has none: nothing may stand between a player
 * and their password.
 */
export function startWebApp(): void {
  const { serviceWorker } = navigator
  if (location.pathname === '/login' || !serviceWorker) return
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.set(event as InstallOffer)
  })
  addEventListener('appinstalled', () => installOffer.set(null))
  const tellLanguage = async (): Promise<void> => {
    const { active } = await serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target
    active?.postMessage(localeStore.get())
  }
  serviceWorker.register(workerUrl()).then(
    () => {
      void tellLanguage()
      localeStore.subscribe(() => void tellLanguage())
    },
    // A browser that refuses a worker, in a private window for instance, has the shop without it.
    () => undefined,
  )
}
