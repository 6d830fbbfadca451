import type { Me } from '@hc/contract/desk/calls'
import { createStore } from './store.ts'

/**
 * The person who is signed in. `over`: a session existed and has ended. `unread`: the desk could not tell who it is.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'unread'; error: unknown }
  | { status: 'out'; over: boolean }
  | { status: 'in'; me: Me }

export const session = createStore<Session>({ status: 'loading' })

/** A call that waits for a fresh factor, and is repeated after it. */
export type StepUp = { done(): void; dropped(): void }
export const stepUp = createStore<StepUp | null>(null)
