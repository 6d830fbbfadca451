import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, keptDraft } from '../lib/kept-drafts.ts'
import { session } from '../lib/session.ts'

const staffNow = (): number => {
  const now = session.get()
  return now.status === 'in' ? now.me.staff_id : 0
}

/**
 * Keeps what leaves the screen, by a link, a reload or the end of the session, and gives it back once to its author.
 * `brought`: what was kept under the name. `hold` says what is to be kept; undefined: nothing. Decision 561.
 */
export function useKept<T>(name: string): {
  brought: T | undefined
  hold: (now: T | undefined) => void
  forget: () => void
} {
  const [staff] = useState(staffNow)
  const [former] = useState(() => keptDraft(staff, name) as T | undefined)
  const latest = useRef<T | undefined>(undefined)
  useEffect(() => {
    if (former !== undefined) dropDraft(staff, name)
  }, [former, staff, name])
  useEffect(() => {
    const keep = (): void => {
      const now = session.get()
      // A person who signs out by hand leaves nothing behind.
      if (latest.current !== undefined && !(now.status === 'out' && !now.over)) keepDraft(staff, name, latest.current)
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [staff, name])
  return {
    brought: former,
    hold: (now) => {
      latest.current = now
    },
    forget: () => {
      latest.current = undefined
      dropDraft(staff, name)
    },
  }
}
