/** What no toast lies over: titles, notices, buttons, and the bars. */
const CLEAR =
  ':is(h1, .notice, .arrived, .top-bar, .tab-bar, .pay-bar, .buy-bar, .consent, button, [type=submit], .btn, .goods-price)'
const GAP = 8

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

const meets = (a: Box, b: Box): boolean =>
  a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom + GAP && b.top < a.bottom + GAP

/** The boxes to keep clear that can be seen now. */
const boxes = (): Box[] =>
  [...document.querySelectorAll(CLEAR)]
    .filter((element) => element.closest('.toasts') === null)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 0 && height > 0 && bottom > 0 && top < innerHeight)

/** The lowest free place for a box of this size, at the left first; null if there is none. */
function freePlace(width: number, height: number, edge: number): { left: number; bottom: number } | null {
  const others = boxes()
  for (const left of new Set([edge, document.documentElement.clientWidth - edge - width]))
    for (let bottom = edge; bottom + height < innerHeight; bottom += GAP) {
      const top = innerHeight - bottom - height
      const box = { left, right: left + width, top, bottom: top + height }
      if (!others.some((other) => meets(box, other))) return { left, bottom }
    }
  return null
}

/** Moves the toasts in the frame in which one of them would lie over something that a player needs. */
export function keepToastsClear(): (() => void) | undefined {
  const toasts = document.querySelector<HTMLElement>('.toasts')
  if (!toasts) return undefined
  const look = (): void => {
    const rect = toasts.getBoundingClientRect()
    if (!boxes().some((other) => meets(rect, other))) return
    const place = freePlace(rect.width, rect.height, GAP * 2)
    if (!place) return
    toasts.style.left = `${place.left}px`
    toasts.style.bottom = `${place.bottom}px`
  }
  let frame = 0
  const follow = (): void => {
    look()
    frame = requestAnimationFrame(follow)
  }
  follow()
  return () => cancelAnimationFrame(frame)
}
