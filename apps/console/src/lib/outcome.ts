import { createStore } from './store.ts'

/** What the desk says after something was done: one sentence, and where to go on. */
export type Said = { text: string; tone: 'good' | 'info'; href?: string; link?: string }

export const said = createStore<Said | null>(null)
