import { createStore } from '../../lib/store.ts'

/** The order whose moment of success is on the screen and moves; `at`: when it began to, or 0 while it waits. */
export const momentStore = createStore<{ order: string; at: number } | null>(null)

/** From this time of the moment on, in ms, what the order has brought moves to its place. */
export const GAIN_FROM_MS = 900

export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
