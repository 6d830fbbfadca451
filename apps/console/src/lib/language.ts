import { type Locale, locales, matchLocale, negotiateLocale } from '@hc/contract/locales'
import type { DeskMessages } from '@hc/i18n/messages'
import { loadDesk } from '@hc/i18n/load-desk'
import { lasting } from './storage.ts'
import { createStore } from './store.ts'
import { textParts } from './text-parts.ts'

const LANGUAGE_KEY = 'desk language'

/** The language on the screen with the texts of what was opened; null until the first ones are loaded. */
export const language = createStore<{ locale: Locale; desk: DeskMessages } | null>(null)

/** The language in which dates, numbers and money are written. */
export const localeNow = (): Locale => language.get()?.locale ?? 'en-US'

const openParts = new Set(['entry'])

/** The texts of everything that was opened, in any language. */
export const textsIn = (locale: Locale): Promise<DeskMessages> => loadDesk(locale, [...openParts])

async function show(target: () => Locale): Promise<void> {
  const [locale, { size }] = [target(), openParts]
  const desk = await textsIn(locale)
  // Another page was opened meanwhile, or another language is on the screen.
  if (locale !== target() || size !== openParts.size) return await show(target)
  document.documentElement.lang = locale
  // All nine languages are written from left to right.
  document.documentElement.dir = 'ltr'
  language.set({ locale, desk })
}

/** Adds the texts of a page, or of another piece of code that loads by itself. */
export async function openTexts(name: string): Promise<void> {
  const parts = (textParts[name] ?? []).filter((part) => !openParts.has(part))
  for (const part of parts) openParts.add(part)
  try {
    await show(localeNow)
  } catch (error) {
    // Other pages do not need what failed.
    for (const part of parts) openParts.delete(part)
    throw error
  }
}

/** Shows the language that was chosen in this browser, else the one that the browser prefers. */
export async function firstLanguage(): Promise<void> {
  const storedLocale = matchLocale(lasting.read(LANGUAGE_KEY) ?? '')
  const locale = storedLocale ?? negotiateLocale(navigator.languages.join(','))
  await show(() => locale)
}

/** Shows a language that the person chose: this browser stores it, and it overrides the browser's languages. */
export async function chooseLanguage(name: string): Promise<void> {
  const locale = locales.find((candidate) => candidate === name)
  if (!locale) return
  // The choice also holds if the person leaves the page before its texts are loaded.
  lasting.write(LANGUAGE_KEY, locale)
  await show(() => locale)
}
