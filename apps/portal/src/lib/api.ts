import { createClient } from '@hc/contract/client'
import { HTTP_TIMEOUT_MS } from '@hc/domain/limits'
import { balanceStore, closeSession, expiredStore, openSession, sessionStore, token } from './session.ts'
import { currentUrl, loginUrl, navigate } from './nav.ts'
import { devicePuid } from './storage.ts'
import { demoCountry } from './demo-country.ts'
import { localeStore } from './locale.ts'
import { toastError } from './toast.ts'

const VERSION = '1'
let gameId = ''

export const setGameId = (id: string): void => {
  gameId = id
}

/** Several calls at once cannot raise it twice: the first closes the session, the others find it closed. */
function onTokenExpired(): void {
  // The player signed out meanwhile: an answer to the old token changes nothing.
  if (expiredStore.get() !== null || token() === '') return
  const from = currentUrl()
  expiredStore.set(from)
  closeSession()
  navigate(loginUrl(from), { replace: true })
}

function onInvalidToken(): void {
  navigate('/main/logout?id=23')
  closeSession()
}

export const api = createClient({
  baseUrl: '',
  fetch: (...args) => fetch(...args),
  timeoutMs: HTTP_TIMEOUT_MS,
  headers() {
    const info = sessionStore.get().info
    const country = demoCountry()
    return {
      ...(country ? { 'x-demo-country': country } : {}),
      version: VERSION,
      hversion: VERSION,
      gameid: gameId,
      'client-id': devicePuid(),
      token: token(),
      accountid: info?.gameAccountId ?? '',
      userid: info?.userId ?? '',
      'accept-language': localeStore.get(),
    }
  },
  onTokenExpired,
  onInvalidToken,
})

/**
 * Loads the player behind the token. The server decides whether the token is valid (the client handles 203 and 20002).
 */
export async function loadSessionInfo(): Promise<void> {
  try {
    const info = await api.call('user/uinfo', {})
    if (token()) openSession(info)
  } catch {
    /* The pages show what they could not load; the next call asks again. */
  }
}

/** Loads the HC Point balance, once the game account is known. A failure is a toast, as the specification says. */
export async function refreshBalance(): Promise<void> {
  const userId = sessionStore.get().info?.gameAccountId
  if (!userId) return
  try {
    balanceStore.set(await api.call('epoint/balance', { userId }))
  } catch (error) {
    if (sessionStore.get().status === 'player') toastError(error, 'pointBalance')
  }
}

/**
 * Logging out must work without a connection: the browser forgets the session first, then tells the server if it can.
 */
export async function logout(): Promise<void> {
  const farewell = api.call('user/logout', {}).catch(() => undefined)
  closeSession()
  await farewell
}
