import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/** False in the server's HTML and the first render, true once the page answers to clicks. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
