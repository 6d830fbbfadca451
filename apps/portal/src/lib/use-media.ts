import { useSyncExternalStore } from 'react'

/** Whether the window fits a media query; `server`: what a page says that is rendered without a window. */
export function useMedia(query: string, server: boolean): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => server,
  )
}
