import { Notice } from '@hc/ui/notice'
import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a new message into sight: the pressed button may be at the end of a long form. */
export function useInSight(text: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return place
}

/** The error of a whole form. */
export function FormError({ text }: { text: string | undefined }) {
  const place = useInSight(text)
  return (
    <div ref={place} role="alert" className="in-sight">
      {text && <Notice tone="bad">{text}</Notice>}
    </div>
  )
}
