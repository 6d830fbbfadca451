import { writeCookie, YEAR_SECONDS } from './cookie.ts'

const COOKIE = 'hc_bulletin'

/**
 * Remembers for a year that an announcement was closed. It uses a cookie, so that the server leaves it out of the page.
 */
export function closeBulletin(id: string): void {
  writeCookie(COOKIE, encodeURIComponent(id), YEAR_SECONDS)
}

/** Whether this browser has closed the announcement; the server reads the same cookie. */
export const isClosed = (id: string): boolean =>
  document.cookie.split('; ').includes(`${COOKIE}=${encodeURIComponent(id)}`)
