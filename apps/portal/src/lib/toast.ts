import type { FailKey } from '@hc/i18n/error-text'
import { createStore } from './store.ts'

export type Toast = { id: number; tone: 'info' | 'good' | 'bad' } & (
  | { text: string }
  | { error: unknown; fail: FailKey }
)

/** Milliseconds on screen. News is read in a moment; an error stays longer. */
const SHOWN_MS = { info: 3_000, good: 3_000, bad: 6_000 }
const MAX_AT_ONCE = 3
let last = 0

export const toastStore = createStore<readonly Toast[]>([])

function push(toast: Toast): void {
  toastStore.set([...toastStore.get(), toast].slice(-MAX_AT_ONCE))
  setTimeout(() => dismissToast(toast.id), SHOWN_MS[toast.tone])
}

export const toast = (text: string, tone: Toast['tone'] = 'info'): void => push({ id: ++last, tone, text })
/** For code without a translator: the toast looks up the text when it is shown. */
export const toastError = (error: unknown, fail: FailKey): void => {
  // Without a connection the offline bar says it already, and the code of this toast could not be loaded either.
  if (navigator.onLine) push({ id: ++last, tone: 'bad', error, fail })
}
export const dismissToast = (id: number): void =>
  toastStore.set(toastStore.get().filter((candidate) => candidate.id !== id))
