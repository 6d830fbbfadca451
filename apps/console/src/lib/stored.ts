import { type Locale, matchLocale, negotiateLocale } from '@hc/contract/locales'
import { timeZone } from '@hc/domain/time-zone'
import { lasting } from './storage.ts'

export const LANGUAGE_KEY = 'desk language'
export const ZONE_KEY = 'desk time zone'

/** The language that was chosen in this browser, else the one that the browser prefers. */
export const storedLocale = (): Locale =>
  matchLocale(lasting.read(LANGUAGE_KEY) ?? '') ?? negotiateLocale(navigator.languages.join(','))

/** The zone that was chosen in this browser; '' is the device's. */
export const storedZone = (): string => timeZone(lasting.read(ZONE_KEY) ?? '') ?? ''

/** The zone of this device; UTC where the device names none. */
export const deviceZone = (): string => timeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'
