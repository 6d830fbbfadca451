import { navigate, useSearch } from './nav.ts'

/**
 * Filters that live in the address, so that they survive a reload, a change of language and the way back. Empty ones
 * are left out.
 */
export function useQueryState(): [URLSearchParams, (changes: Record<string, string>) => void] {
  const query = new URLSearchParams(useSearch())
  return [
    query,
    (changes) => {
      const next = new URLSearchParams(query)
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      navigate(location.pathname + (next.size ? `?${next}` : ''), { replace: true })
    },
  ]
}

export const pageOf = (query: URLSearchParams): number => {
  const page = Number(query.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1
}
