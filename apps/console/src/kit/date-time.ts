import { formatFor } from '@hc/i18n/format'
import { localeNow } from '../lib/language.ts'

/** Date and time in the browser's zone, from whole seconds. The page says which zone that is. */
export const dateTime = (seconds: number): string => formatFor(localeNow()).dateTime(seconds)
