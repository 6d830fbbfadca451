import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isStill } from './moment-store.ts'

const SLIDE = { duration: 360, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

/** What stands below the head of a panel: its other parts, and what follows the panel. */
function partsBelow(panel: HTMLElement): HTMLElement[] {
  const parts = [...panel.children].slice(1)
  for (let next = panel.nextElementSibling; next; next = next.nextElementSibling) parts.push(next)
  return parts.filter((part) => part instanceof HTMLElement)
}

/** When a panel's state changes, what stands below its head slides to its new place: nothing jumps while it is read. */
export function useSlide(panel: RefObject<HTMLElement | null>, state: number): void {
  const last = useRef({ state, tops: new Map<HTMLElement, number>() })
  useLayoutEffect(() => {
    if (!panel.current) return
    const before = last.current
    const tops = new Map(partsBelow(panel.current).map((part) => [part, part.offsetTop]))
    last.current = { state, tops }
    if (before.state === state || isStill()) return
    for (const [part, top] of tops) {
      const way = (before.tops.get(part) ?? top) - top
      if (way !== 0) part.animate([{ transform: `translateY(${way}px)` }, { transform: 'none' }], SLIDE)
    }
  })
}
