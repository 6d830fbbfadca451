import type { DeskPath } from '@hc/contract/desk/pages'
import { createStore } from '../lib/store.ts'

/** The rows of a page that need its person now; the frame's pulse counts them. */
export type News = Partial<Record<DeskPath, number>>
export const news = createStore<News>({})

/** Larger numbers are shown as "99+". */
const MOST = 99
export const shortCount = (n: number): string => (n > MOST ? `${MOST}+` : String(n))
