import { useSyncExternalStore } from 'react'

/** Where a page is a phone's: rows of two lines, and a bar at the foot. */
export const phone = matchMedia('(max-width: 750px)')

/** Whether the window fits a query, now and after each change. */
export const useMedia = (query: MediaQueryList): boolean =>
  useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => query.matches,
  )
