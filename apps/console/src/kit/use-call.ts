import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../lib/api.ts'

type Answered<N extends DeskCallName> = { key: string; result: DeskResult<N> | null; error: unknown }
export type CallState<N extends DeskCallName> = {
  result: DeskResult<N> | null
  error: unknown
  loading: boolean
  reload: () => Promise<void>
}

/** One reading call as state; a new body asks again. What was there stays until the next answer is. */
export function useCall<N extends DeskCallName>(name: N, body: DeskBody<N>): CallState<N> {
  const key = JSON.stringify(body)
  const [state, setState] = useState<Answered<N>>({ key: '', result: null, error: null })
  const ask = useCallback(async (): Promise<Answered<N>> => {
    try {
      return { key, result: await call(name, JSON.parse(key) as DeskBody<N>), error: null }
    } catch (error) {
      return { key, result: null, error }
    }
  }, [name, key])
  useEffect(() => {
    let gone = false
    void ask().then((answered) => {
      if (!gone) setState(answered)
    })
    return () => {
      gone = true
    }
  }, [ask])
  const reload = useCallback(async () => {
    const answered = await ask()
    setState((now) => (answered.error === null ? answered : { ...now, error: answered.error }))
  }, [ask])
  return { result: state.result, error: state.error, loading: state.key !== key, reload }
}
