import { useEffect, useState } from 'react'

/** What stands lower on a page waits this long for the height of what stands above it. */
const PATIENCE_MS = 500

/** Whether a page's lower part may be shown: what stands above it is known, or the server is slow. */
export function useSettled(isKnown: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isKnown || isLate
}
