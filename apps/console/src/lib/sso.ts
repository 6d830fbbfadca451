import { call } from './api.ts'
import { lasting, passing } from './storage.ts'

/** The single sign-on of the desk, as the page's HTML names it; null: there is none. */
function ways(): { host: string; only: boolean } | null {
  const setting = document.querySelector<HTMLMetaElement>('meta[name=desk-sso]')?.content
  if (!setting) return null
  const [host = '', only] = setting.split(' ')
  return { host, only: only === 'only' }
}
export const sso = ways()

const BACK = 'desk-sso-back'
const FACTOR_EVENT = 'desk-factor-shown'
/** Tells the desk's other windows that a factor was shown. */
export function tellShown(): void {
  lasting.write(FACTOR_EVENT, String(Date.now()))
}
/** Subscribes to that news from other windows. Returns the function that unsubscribes. */
export function onShown(listener: () => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key === FACTOR_EVENT) listener()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
export const STEP_UP = '/sso?for=step-up'

/** Redirects to the provider, which sends the browser back to this page. @throws CallError */
export async function leaveFor(): Promise<void> {
  // By then the invitation is used up.
  passing.write(BACK, location.pathname === '/invitation' ? '/' : location.pathname + location.search)
  location.assign((await call('session/ssoOptions', {})).url)
}

/** Redirects to the provider to show a factor again. @throws CallError */
export async function leaveToShow(): Promise<void> {
  location.assign((await call('session/ssoStepUpOptions', {})).url)
}

/** The page that the redirect started from. It can be read once. */
export function pageLeft(): string {
  const back = passing.read(BACK) ?? '/'
  passing.remove(BACK)
  return /^\/(?!\/|sso)/.test(back) ? back : '/'
}
