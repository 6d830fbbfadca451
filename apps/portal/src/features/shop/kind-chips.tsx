import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

/** The least number of goods among which one has to search. */
export const MANY = 9

/** The header's height in pixels, and a little more. */
const STUCK_BELOW = 67

/** A chip's section, and the part of the page that it leads to. */
const chips = [
  ['all', 'goods'],
  ['items', 'items'],
  ['packs', 'packs'],
] as const

/** The section that the reader is in: the last one that begins above the middle of the window. */
function sectionInSight(): string {
  const sections = chips.filter(([, id]) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    return top !== undefined && top < innerHeight / 3
  })
  return sections.at(-1)?.[1] ?? 'goods'
}

/** Links to the kinds of goods; they stay below the header, and are opaque there. */
export function KindChips() {
  const t = useTranslations('window')
  const bar = useRef<HTMLElement>(null)
  const [section, setSection] = useState('goods')
  const [stuck, setStuck] = useState(false)
  useEffect(() => {
    const look = (): void => {
      setSection(sectionInSight())
      setStuck(scrollY > 0 && (bar.current?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) < STUCK_BELOW)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return (
    <nav ref={bar} className="kinds" data-stuck={stuck || undefined} aria-label={t('kinds')}>
      <ul className="page">
        {chips.map(([kind, id]) => (
          <li key={kind}>
            <a href={`#${id}`} className="kind" aria-current={section === id ? 'location' : undefined}>
              {t(kind)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
