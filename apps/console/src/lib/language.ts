import type { Area } from '../../areas.ts'
import { type Locale, locales } from '@hc/contract/locales'
import type { DeskMessages } from '@hc/i18n/messages'
import { loadDesk } from '@hc/i18n/load-desk'
import { lasting } from './storage.ts'
import { createStore } from './store.ts'
import { LANGUAGE_KEY, storedLocale } from './stored.ts'

/** The language on the screen with the texts of what was opened; null until the first ones are loaded. */
export const language = createStore<{ locale: Locale; desk: DeskMessages } | null>(null)

/** The language in which dates, numbers and money are written. */
export const localeNow = (): Locale => language.get()?.locale ?? 'en-US'

const openAreas = new Set<Area>(['core'])
let shownAreas: ReadonlySet<Area> = new Set()

/** The texts of all areas that were opened, in any language. */
export const textsIn = (locale: Locale): Promise<DeskMessages> => loadDesk(locale, [...openAreas])

async function show(target: () => Locale): Promise<void> {
  const [locale, { size }] = [target(), openAreas]
  const desk = await textsIn(locale)
  // Another page was opened meanwhile, or another language is on the screen.
  if (locale !== target() || size !== openAreas.size) return await show(target)
  document.documentElement.lang = locale
  // All nine languages are written from left to right.
  document.documentElement.dir = 'ltr'
  shownAreas = new Set(openAreas)
  language.set({ locale, desk })
}

/** Adds the texts of the areas of a page, or of another piece of code that loads by itself. */
export async function openTexts(loads: readonly Area[]): Promise<void> {
  if (loads.every((area) => shownAreas.has(area))) return
  const added = loads.filter((area) => !openAreas.has(area))
  for (const area of added) openAreas.add(area)
  try {
    await show(localeNow)
  } catch (error) {
    // Other pages do not need what failed.
    for (const area of added) openAreas.delete(area)
    throw error
  }
}

/** Shows the language that was chosen in this browser, else the one that the browser prefers. */
export async function firstLanguage(): Promise<void> {
  const locale = storedLocale()
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
