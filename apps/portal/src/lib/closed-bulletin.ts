const YEAR_SECONDS = 31_536_000
const COOKIE = 'hc_bulletin'

/**
 * Remembers for a year that an announcement was closed. It uses a cookie, so that the server leaves it out of the page.
 */
export function closeBulletin(id: string): void {
  document.cookie = `${COOKIE}=${encodeURIComponent(id)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
}

/** Whether this browser has closed the announcement; the server reads the same cookie. */
export const isClosed = (id: string): boolean =>
  document.cookie.split('; ').includes(`${COOKIE}=${encodeURIComponent(id)}`)
