import { matchLocale, type Locale, defaultLocale } from '@hc/contract/locales'
import { formatFor, type Format } from '@hc/i18n/format'
import { useLocale } from 'use-intl'
import { writeCookie, YEAR_SECONDS } from './cookie.ts'
import { createStore } from './store.ts'

export const LOCALE_COOKIE = 'hc_lang'

/** The wanted language; the one on screen follows when its texts are loaded. */
export const localeStore = createStore<Locale>(defaultLocale)

/** Sets a language that the player chose by hand: it is remembered for a year and overrides the browser's languages. */
export function chooseLocale(locale: Locale): void {
  writeCookie(LOCALE_COOKIE, locale, YEAR_SECONDS)
  localeStore.set(locale)
}

export const useFormat = (): Format => formatFor(matchLocale(useLocale()) ?? defaultLocale)
