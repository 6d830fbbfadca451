import { formatFor } from '@hc/i18n/format'

/** Date and time in the browser's zone, from whole seconds. The page says which zone that is. */
export const dateTime = (seconds: number): string => formatFor('en-US').dateTime(seconds)
