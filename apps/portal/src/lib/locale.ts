import { matchLocale, type Locale, defaultLocale } from '@hc/contract/locales'
import { formatFor, type Format } from '@hc/i18n/format'
import { useLocale } from 'use-intl'
import { createStore } from './store.ts'

export const LOCALE_COOKIE = 'hc_lang'
const YEAR_SECONDS = 31_536_000

/** The language that is wanted; the one on screen follows when its texts are there. */
export const localeStore = createStore<Locale>(defaultLocale)

/** Chosen by hand: remembered for a year, and stronger than the browser's languages from now on. */
export function chooseLocale(locale: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
  localeStore.set(locale)
}

export const useFormat = (): Format => formatFor(matchLocale(useLocale()) ?? defaultLocale)
