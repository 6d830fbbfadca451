import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

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
}

/** A reading call as state. A new body repeats it; the last answer stays until the next one arrives. */
export function useCall<N extends DeskCallName>(
  name: N,
  body: DeskBody<N>,
  { everyMs, when = true }: Options = {},
): CallState<N> {
  const asked = useQuery({
    queryKey: [name, body],
    queryFn: () => call(name, body),
    placeholderData: keepPreviousData,
    enabled: when,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  return {
    result: asked.data ?? null,
    error: asked.error,
    loading: asked.isPending || asked.isPlaceholderData,
    reload: async () => {
      await asked.refetch()
    },
  }
}
