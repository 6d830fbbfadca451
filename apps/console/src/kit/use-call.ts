import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { namesNothing, NoSuch } from './no-such.ts'

export type CallState<N extends DeskCallName> = {
  result: DeskResult<N> | null
  error: unknown
  loading: boolean
  reload: () => Promise<void>
}
type Options = {
  /** Repeats the call after this many milliseconds while the tab is visible. */
  everyMs?: number
  /** No call is made while it is false. */
  when?: boolean
  /** The call reads what the page's address names: where there is nothing of it, the page is none. */
  ofPage?: boolean
}

/** A reading call as state. A new body repeats it; the last answer stays until the next one arrives. */
export function useCall<N extends DeskCallName>(
  name: N,
  body: DeskBody<N>,
  { everyMs, when = true, ofPage = false }: Options = {},
): CallState<N> {
  const query = useQuery({
    queryKey: [name, body],
    queryFn: () => call(name, body),
    placeholderData: keepPreviousData,
    enabled: when,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  if (ofPage && query.data === undefined && namesNothing(query.error)) throw new NoSuch(query.error)
  return {
    result: query.data ?? null,
    error: query.error,
    loading: query.isPending || query.isPlaceholderData,
    reload: async () => {
      await query.refetch()
    },
  }
}
