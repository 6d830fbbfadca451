import { createStore } from './store.ts'

/** The desk's message after an action: one sentence, and a link to go on. */
export type Notice = { text: string; tone: 'good' | 'info'; href?: string; link?: string }

export const notice = createStore<Notice | null>(null)
