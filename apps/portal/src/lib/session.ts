import type { ResultOf, SessionInfo } from '@hc/contract/calls'
import { noteKnown } from './known.ts'
import { createStore, useStore } from './store.ts'
import { keys, readText, remove, writeText } from './storage.ts'

/**
 * `unknown` on the server and during hydration; `player` as soon as there is a token. `info` follows with the answer of
 * user/uinfo. The server alone decides whether the token is still valid.
 */
export type Session = { status: 'unknown' | 'anonymous'; info: null } | { status: 'player'; info: SessionInfo | null }
export type Balance = ResultOf<'epoint/balance'>

const ANONYMOUS: Session = { status: 'anonymous', info: null }

export const sessionStore = createStore<Session>({ status: 'unknown', info: null })
export const balanceStore = createStore<Balance | null>(null)
/** The address on which the one dialog about an expired session was raised, or null. */
export const expiredStore = createStore<string | null>(null)
/** The account that a link in the address has signed in, until the player has confirmed or left it; else null. */
export const arrivedStore = createStore<string | null>(null)

export const useSession = (): Session => useStore(sessionStore)
export const useBalance = (): Balance | null => useStore(balanceStore)
/** ePointNum of the specification: basic and present points together. */
export const ePointNum = (balance: Balance): number => balance.basicNum + balance.presentNum

export const token = (): string => readText(keys.token)

export function openSession(info: SessionInfo): void {
  writeText(keys.token, info.token)
  writeText(keys.customerService, info.customer_service)
  noteKnown(true)
  sessionStore.set({ status: 'player', info })
}

/** Sets the token to empty, as the specification says, and removes all of the player's data. */
export function closeSession(): void {
  writeText(keys.token, '')
  remove(keys.customerService)
  remove(keys.webRole)
  remove(keys.pay)
  remove(keys.home)
  noteKnown(false)
  arrivedStore.set(null)
  balanceStore.set(null)
  sessionStore.set(ANONYMOUS)
}

export function resumeSession(): void {
  if (token()) sessionStore.set({ status: 'player', info: null })
  else {
    noteKnown(false)
    sessionStore.set(ANONYMOUS)
  }
}
