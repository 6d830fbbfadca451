import { QueryClient } from '@tanstack/react-query'

const FRESH_MS = 2_000

/** Cached answers. Each command invalidates all of them, so the visible page is loaded again. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: false, refetchOnReconnect: true } },
})
