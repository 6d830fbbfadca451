import { navigate as go } from 'wouter/use-browser-location'

/** Moves within the site, from outside of components too. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  go(to, options)
}

export const currentUrl = (): string => location.pathname + location.search

/** The login page that comes back to `from` (path and query). */
export function loginUrl(from: string): string {
  return from.startsWith('/login') ? from : `/login?redirect=${encodeURIComponent(from)}`
}

/** Removes parameters from the address without a new entry in the history. */
export function dropParams(names: readonly string[]): void {
  const url = new URL(location.href)
  for (const name of names) url.searchParams.delete(name)
  go(url.pathname + url.search + url.hash, { replace: true })
}
