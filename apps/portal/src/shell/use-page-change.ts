import { useEffect, useRef } from 'react'

const positions = new Map<string, number>()
let returning = false

/** Remembers the scroll position of each address: the browser restores it before the page has its content. */
export function watchScroll(): void {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => {
    returning = true
  })
  addEventListener(
    'scroll',
    () => {
      positions.set(location.pathname, scrollY)
    },
    { passive: true },
  )
}

/**
 * After a change of page, scrolls to its top (or, on the way back, to the old position) and moves the focus to its
 * content for keyboard and screen reader.
 */
export function usePageChange(page: string): void {
  const before = useRef(page)
  useEffect(() => {
    const anchor = location.hash ? document.getElementById(location.hash.slice(1)) : null
    if (before.current === page) {
      anchor?.scrollIntoView()
      return
    }
    before.current = page
    document.documentElement.dataset.moved = ''
    const goBack = returning
    returning = false
    if (anchor) anchor.scrollIntoView()
    else scrollTo(0, goBack ? (positions.get(location.pathname) ?? 0) : 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [page])
}
