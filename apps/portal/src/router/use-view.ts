import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { api } from '../lib/api.ts'
import { localeStore } from '../lib/locale.ts'
import { navigate, usePath, useSearch } from '../lib/nav.ts'
import { redirectOf } from '../routes.ts'
import { ChunkError, prepare, targetKey, type View } from './prepare.ts'
import { apiSource } from './source.ts'

export type Phase = 'ready' | 'loading' | 'chunk-failed' | 'data-failed' | 'offline'

/** Follows the address and the language. It loads the next page while the current one stays on screen. */
export function useView(first: View): { view: View; phase: Phase; retry: () => void } {
  const path = usePath()
  const search = useSearch()
  // During hydration the page's own language is used, not the store's default.
  const locale = useSyncExternalStore(localeStore.subscribe, localeStore.get, () => first.locale)
  const [view, setView] = useState(first)
  const [phase, setPhase] = useState<Phase>('ready')
  const [attempt, setAttempt] = useState(0)
  const shownKey = useRef(first.key)
  const isLost = useRef(false)
  const wantedKey = targetKey({ path, search, locale })
  const elsewhere = redirectOf(path, search && `?${search}`)

  useEffect(() => {
    if (elsewhere) {
      navigate(elsewhere, { replace: true })
      return
    }
    if (wantedKey === shownKey.current) {
      setPhase('ready')
      return
    }
    let stale = false
    // A player who waits for the connection keeps seeing the offline screen.
    setPhase((now) => (now === 'offline' ? now : 'loading'))
    prepare({ path, search, locale }, apiSource).then(
      (loaded) => {
        if (stale) return
        shownKey.current = loaded.key
        isLost.current = false
        setView(loaded)
        setPhase('ready')
      },
      (error: unknown) => {
        if (stale) return
        const chunk = error instanceof ChunkError
        if (!navigator.onLine) isLost.current = true
        setPhase(!navigator.onLine ? 'offline' : chunk ? 'chunk-failed' : 'data-failed')
        // Some browsers remember a failed script for the life of the page. A reload fetches it again, once the shop is
        // reachable.
        if (navigator.onLine && isLost.current && chunk)
          api.call('setting/time', {}).then(
            () => location.reload(),
            () => undefined,
          )
      },
    )
    return () => {
      stale = true
    }
    // `wanted` stands for path, search and locale: other parts of the query load nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wantedKey, attempt, elsewhere])

  // The page loads by itself when the connection is back: the player need not press anything.
  useEffect(() => {
    if (phase !== 'offline') return undefined
    const goOn = () => setAttempt((count) => count + 1)
    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  }, [phase])

  return {
    view,
    phase,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  }
}
