import { createStore } from './store.ts'

/** The desk's message after an action: one sentence, and a link to go on. An error stays until it is closed. */
export type Notice = { text: string; tone: 'good' | 'info' | 'bad'; href?: string; link?: string }

export const notice = createStore<Notice | null>(null)
