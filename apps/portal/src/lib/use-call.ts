import type { BodyOf, CallName, ResultOf } from '@hc/contract/calls'
import { useCallback, useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import { api } from './api.ts'

export type CallState<N extends CallName> = {
  result: ResultOf<N> | null
  total: number
  error: unknown
  loading: boolean
  reload: () => Promise<void>
}

type Options = {
  /** The last answer stays on screen while the next is fetched (the next page of a list). */
  keep: boolean
}

type CallAnswer<N extends CallName> = { key: string; result: ResultOf<N> | null; total: number; error: unknown }

/**
 * One call of the API as state. While `body` is null, nothing is sent. A new body or language sends the call again.
 */
export function useCall<N extends CallName>(name: N, body: BodyOf<N> | null, options?: Options): CallState<N> {
  const locale = useLocale()
  const json = body === null ? '' : JSON.stringify(body)
  const key = json && `${locale} ${json}`
  const [state, setState] = useState<CallAnswer<N>>({ key: '', result: null, total: 0, error: null })
  const [reloading, setReloading] = useState(false)

  const ask = useCallback(
    async (signal?: AbortSignal): Promise<CallAnswer<N> | null> => {
      try {
        const { result, total } = await api.list(name, JSON.parse(json) as BodyOf<N>, signal ? { signal } : {})
        return signal?.aborted ? null : { key, result, total, error: null }
      } catch (error) {
        return signal?.aborted ? null : { key, result: null, total: 0, error }
      }
    },
    [name, json, key],
  )

  useEffect(() => {
    if (!key) return undefined
    const controller = new AbortController()
    void ask(controller.signal).then((answer) => {
      if (answer) setState(answer)
    })
    return () => controller.abort()
  }, [key, ask])

  const reload = useCallback(async () => {
    if (!key) return
    setReloading(true)
    const answer = await ask()
    // Meanwhile the player may have asked for something else; a failed refresh keeps the content on screen.
    if (answer)
      setState((now) => (now.key !== key ? now : answer.error === null ? answer : { ...now, error: answer.error }))
    setReloading(false)
  }, [key, ask])

  // Calls that failed without a connection are sent again when it is back.
  const failed = state.error !== null
  useEffect(() => {
    if (!failed) return undefined
    const goOn = () => void reload()
    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  }, [failed, reload])

  const current = key && state.key === key
  const visible = current || (key && options?.keep) ? state : null
  return {
    result: visible?.result ?? null,
    total: visible?.total ?? 0,
    error: current ? state.error : null,
    loading: !current || reloading,
    reload,
  }
}
