import { createStore } from './store.ts'

/**
 * The values that the pages report to the analytics client (lib/analytics.ts), which is loaded after them, or not at
 * all.
 */

/** The path pattern of the page on screen. */
export const pageStore = createStore('')
/** How a third party's sign-in ended. */
export const loginResultStore = createStore<{ type: 'apple' | 'wechat'; result: 'success' | 'fail' } | null>(null)
/** Whether the page shows the notice that asks to count visits. */
export const consentNoticeStore = createStore(false)
