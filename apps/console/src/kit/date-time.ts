import { formatFor } from '@hc/i18n/format'
import { localeNow } from '../lib/language.ts'

/** Date and time in the browser's zone, from whole seconds. The page says which zone that is. */
export const dateTime = (seconds: number): string => formatFor(localeNow()).dateTime(seconds)

/** A day that is told as its text, 2026-11-20, in the language of the desk. */
export const dayText = (day: string): string => formatFor(localeNow()).day(Date.parse(`${day}T00:00:00Z`) / 1000)
