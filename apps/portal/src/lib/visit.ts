import { createStore } from './store.ts'

/** What the pages tell the analytics client (lib/analytics.ts), which is loaded after them, or not at all. */

/** The pattern of the page on screen. */
export const pageStore = createStore('')
/** How a third party's sign-in ended. */
export const loginResultStore = createStore<{ type: 'apple' | 'wechat'; result: 'success' | 'fail' } | null>(null)
/** The notice that asks whether visits may be counted stands on the page. */
export const consentNoticeStore = createStore(false)
