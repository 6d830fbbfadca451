import type { BodyOf, CallName, ResultOf } from '@hc/contract/calls'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { api } from './api.ts'

export type CallState<N extends CallName> = {
  /** The last answer; it stays while a newer one is fetched. */
  result: ResultOf<N> | null
  total: number
  error: unknown
  loading: boolean
  reload: () => Promise<void>
}

type Inner<N extends CallName> = { key: string; result: ResultOf<N> | null; total: number; error: unknown }

/** One call of the API as state. `body` null means: not yet. A new body or language asks again; late answers are dropped. */
export function useCall<N extends CallName>(name: N, body: BodyOf<N> | null): CallState<N> {
  const locale = useLocale()
  const key = body === null ? '' : `${locale} ${JSON.stringify(body)}`
  const [state, setState] = useState<Inner<N>>({ key: '', result: null, total: 0, error: null })
  const [reloading, setReloading] = useState(false)
  const latest = useRef(0)
  const bodyRef = useRef(body)
  bodyRef.current = body

  const run = useCallback(async (): Promise<void> => {
    const wanted = bodyRef.current
    if (!key || wanted === null) return
    const turn = ++latest.current
    try {
      const { result, total } = await api.list(name, wanted)
      if (turn === latest.current) setState({ key, result, total, error: null })
    } catch (error) {
      if (turn === latest.current) setState((before) => ({ ...before, key, error }))
    }
  }, [key, name])

  useEffect(() => {
    if (!key) { latest.current++; setState({ key: '', result: null, total: 0, error: null }) }
    else void run()
    return () => { latest.current++ }
  }, [key, run])

  const reload = useCallback(async () => {
    setReloading(true)
    await run()
    setReloading(false)
  }, [run])

  return { result: state.result, total: state.total, error: state.key === key ? state.error : null, loading: key === '' || state.key !== key || reloading, reload }
}
