import { QueryClient } from '@tanstack/react-query'

const FRESH_MS = 2_000

/** What was read lately. A command makes all of it old, so whatever is on the screen is asked for again. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: false, refetchOnReconnect: true } },
})
