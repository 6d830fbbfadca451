import { useEffect, useState } from 'react'

/** Placeholders appear after this time (`feedback.css`), and then stay for a moment, so that nothing flashes. */
const APPEAR_MS = 150
const STAY_MS = 300

/** True while something waits, and until the placeholders that were seen have been seen long enough. */
export function useCalm(waits: boolean): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => setSeen(true), APPEAR_MS)
    return () => clearTimeout(timer)
  }, [waits])
  useEffect(() => {
    if (!isSeen) return undefined
    const timer = setTimeout(() => setSeen(false), STAY_MS)
    return () => clearTimeout(timer)
  }, [isSeen])
  return waits || isSeen
}
