import { type Locale, locales, matchLocale, negotiateLocale } from '@hc/contract/locales'
import type { WholeDesk } from '@hc/i18n/messages'
import { lasting } from './storage.ts'
import { createStore } from './store.ts'

const KEPT = 'desk language'

type Texts = () => Promise<{ default: WholeDesk }>
/** One file for each language; only the shown language is fetched. */
const files: Readonly<Record<Locale, Texts>> = {
  'en-US': () => import('@hc/i18n/locales/en-US/desk'),
  'zh-CN': () => import('@hc/i18n/locales/zh-CN/desk'),
  'zh-HK': () => import('@hc/i18n/locales/zh-HK/desk'),
  'zh-TW': () => import('@hc/i18n/locales/zh-TW/desk'),
  'th-TH': () => import('@hc/i18n/locales/th-TH/desk'),
  'ko-KR': () => import('@hc/i18n/locales/ko-KR/desk'),
  'ja-JP': () => import('@hc/i18n/locales/ja-JP/desk'),
  'vi-VN': () => import('@hc/i18n/locales/vi-VN/desk'),
  'de-DE': () => import('@hc/i18n/locales/de-DE/desk'),
}

/** The language on the screen with its texts; null until the first one is loaded. */
export const language = createStore<{ locale: Locale; desk: WholeDesk } | null>(null)

/** The language in which dates, numbers and money are written. */
export const localeNow = (): Locale => language.get()?.locale ?? 'en-US'

/** The desk's texts in a language, which need not be the one on the screen. */
export const textsIn = async (locale: Locale): Promise<WholeDesk> => (await files[locale]()).default

async function show(locale: Locale): Promise<void> {
  const desk = await textsIn(locale)
  document.documentElement.lang = locale
  // All nine languages are written from left to right.
  document.documentElement.dir = 'ltr'
  language.set({ locale, desk })
}

/** Shows the language that was chosen in this browser, else the one that the browser prefers. */
export async function firstLanguage(): Promise<void> {
  const chosen = matchLocale(lasting.read(KEPT) ?? '')
  await show(chosen ?? negotiateLocale(navigator.languages.join(',')))
}

/** Shows a language that the person chose: this browser stores it, and it overrides the browser's languages. */
export async function chooseLanguage(name: string): Promise<void> {
  const locale = locales.find((one) => one === name)
  if (!locale) return
  // The choice also holds if the person leaves the page before its texts are loaded.
  lasting.write(KEPT, locale)
  await show(locale)
}
