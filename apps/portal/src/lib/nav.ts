import { withoutParams } from '@hc/domain/without-params'
import { useRouter } from 'wouter'
import { navigate as go } from 'wouter/use-browser-location'

/** Navigates within the site; also usable outside of components. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  go(to, options)
}

/**
 * The query of the address, byte for byte and without its question mark. wouter's own hook decodes it, so that a value
 * which holds an encoded address would be decoded twice. Decision 183.
 */
export function useSearch(): string {
  const router = useRouter()
  return router.searchHook(router).replace(/^\?/, '')
}

/** The path of the address, byte for byte (see `useSearch`). */
export function usePath(): string {
  const router = useRouter()
  return router.hook(router)[0]
}

export const currentUrl = (): string => location.pathname + location.search

/** The address of the login page that returns to `from` (path and query). */
export function loginUrl(from: string): string {
  return from.startsWith('/login') ? from : `/login?redirect=${encodeURIComponent(from)}`
}

/** Removes parameters from the address without a new entry in the history. */
export function dropParams(names: readonly string[]): void {
  go(location.pathname + withoutParams(location.search, names) + location.hash, { replace: true })
}
