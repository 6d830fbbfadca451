import { type Locale, locales, matchLocale, negotiateLocale } from '@hc/contract/locales'
import type { DeskMessages } from '@hc/i18n/messages'
import { loadDesk } from '@hc/i18n/load-desk'
import { lasting } from './storage.ts'
import { createStore } from './store.ts'

const LANGUAGE_KEY = 'desk language'

/** The language on the screen with its texts; null until the first one is loaded. */
export const language = createStore<{ locale: Locale; desk: DeskMessages } | null>(null)

/** The language in which dates, numbers and money are written. */
export const localeNow = (): Locale => language.get()?.locale ?? 'en-US'

async function show(locale: Locale): Promise<void> {
  const desk = await loadDesk(locale)
  document.documentElement.lang = locale
  // All nine languages are written from left to right.
  document.documentElement.dir = 'ltr'
  language.set({ locale, desk })
}

/** Shows the language that was chosen in this browser, else the one that the browser prefers. */
export async function firstLanguage(): Promise<void> {
  const storedLocale = matchLocale(lasting.read(LANGUAGE_KEY) ?? '')
  await show(storedLocale ?? negotiateLocale(navigator.languages.join(',')))
}

/** Shows a language that the person chose: this browser stores it, and it overrides the browser's languages. */
export async function chooseLanguage(name: string): Promise<void> {
  const locale = locales.find((candidate) => candidate === name)
  if (!locale) return
  // The choice also holds if the person leaves the page before its texts are loaded.
  lasting.write(LANGUAGE_KEY, locale)
  await show(locale)
}
