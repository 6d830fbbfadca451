import { createStore } from '../lib/store.ts'

/** The parts of the desk that the introduction shows, in their order. */
export const steps = ['needs', 'search', 'story', 'approvals', 'help'] as const
export type TourStep = (typeof steps)[number]

/** Which part is shown now; null: the introduction is not under way. */
export const tour = createStore<TourStep | null>(null)
