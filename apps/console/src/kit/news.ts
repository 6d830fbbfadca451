import type { DeskPath } from '@hc/contract/desk/pages'
import { createStore } from '../lib/store.ts'
import type { Tab } from './menu.ts'

/** The rows of a page that need its person now; the frame's pulse counts them. Empty until its first answer. */
export type News = Partial<Record<DeskPath, number>>
export const news = createStore<News>({})

/**
 * How many rows of an entry need the person. Requests to decide are rows of To do, too, and an alert needs nobody in
 * particular: its first tab has the count of all.
 */
export const newsOf = (counts: News, tabs: readonly Tab[]): number =>
  tabs[0]?.path === '/waiting'
    ? (counts['/waiting'] ?? 0)
    : tabs.reduce((sum, { path }) => sum + (counts[path] ?? 0), 0)

/** The number of To do as the menu has it; null until it is known: a page that shows it waits for it. */
export const useTodo = (): number | null => news.use()['/waiting'] ?? null

/** Larger numbers are shown as "99+". */
const MOST = 99
export const shortCount = (n: number): string => (n > MOST ? `${MOST}+` : String(n))
