import { GAIN_FROM_MS } from './moment-store.ts'

const FLIGHT_MS = 500
const WELCOME_MS = 200

const middle = (element: Element): { x: number; y: number } => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Moves a coin from one place to another, by transform and opacity alone, and shakes what it arrives at. */
function fly(from: Element, to: Element, picture: string): () => void {
  const [start, end] = [middle(from), middle(to)]
  const coin = new Image(40, 40)
  coin.src = picture
  coin.alt = ''
  coin.className = 'moment-coin'
  coin.style.left = `${start.x - 20}px`
  coin.style.top = `${start.y - 20}px`
  document.body.append(coin)
  const move = `translate(${end.x - start.x}px, ${end.y - start.y}px)`
  coin.animate(
    [
      { transform: 'scale(0.6)', opacity: 0 },
      { transform: 'translateY(-24px) scale(1.3)', opacity: 1, offset: 0.25 },
      { transform: `${move} scale(0.6)`, opacity: 1 },
    ],
    { duration: FLIGHT_MS, easing: 'ease-in-out' },
  )
  to.animate([{ transform: 'none' }, { transform: 'scale(1.3)' }, { transform: 'none' }], {
    duration: WELCOME_MS,
    delay: FLIGHT_MS,
  })
  return () => coin.remove()
}

/**
 * In its time of the moment, a coin flies from the picture to the balance in the header. `onArrival` is called once: at
 * its arrival, or when the page is left before.
 */
export function flyCoin(from: Element, picture: string, onArrival: () => void): () => void {
  let land = (): void => undefined
  let timer = setTimeout(() => {
    const to = document.querySelector('.balance-chip .coin')
    if (to) land = fly(from, to, picture)
    timer = setTimeout(end, FLIGHT_MS)
  }, GAIN_FROM_MS)
  let isOver = false
  function end(): void {
    clearTimeout(timer)
    if (isOver) return
    isOver = true
    land()
    onArrival()
  }
  return end
}
