import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { namesNothing, NoSuch } from './no-such.ts'

export type CallState<N extends DeskCallName> = {
  result: DeskResult<N> | null
  error: unknown
  loading: boolean
  reload: () => Promise<void>
}
type Options<N extends DeskCallName> = {
  /** Repeats the call after this many milliseconds while the tab is visible. The last answer may decide. */
  everyMs?: number | false | ((result: DeskResult<N> | null) => number | false)
  /** The call reads what the page's address names: where there is nothing of it, the page is none. */
  ofPage?: boolean
}

/**
 * A reading call as state. While `body` is null, nothing is sent. A new body repeats the call; the last answer stays
 * until the next one arrives.
 */
export function useCall<N extends DeskCallName>(
  name: N,
  body: DeskBody<N> | null,
  { everyMs = false, ofPage = false }: Options<N> = {},
): CallState<N> {
  const query = useQuery({
    queryKey: [name, body],
    queryFn: body === null ? skipToken : () => call(name, body),
    placeholderData: keepPreviousData,
    refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(state.data ?? null) : everyMs,
  })
  if (ofPage && query.data === undefined && namesNothing(query.error)) throw new NoSuch(query.error)
  return {
    result: query.data ?? null,
    error: query.error,
    loading: query.isPending || query.isPlaceholderData,
    reload: async () => {
      if (body !== null) await query.refetch()
    },
  }
}
