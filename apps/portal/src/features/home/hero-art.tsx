import type { HomeConf } from '@hc/contract/calls'
import { lazy, useEffect, useState } from 'react'
import { isTakingOver, tookOver } from '../../lib/inline-art.ts'
import { useApp } from '../../shell/app-context.ts'
import { Later } from '../../shell/lazy-part.tsx'

const emptyHtml = { __html: '' }

/** Pauses the hero's animation (styles/motion.css) while the hero is out of sight. */
function restOutOfSight(): (() => void) | undefined {
  const hero = document.querySelector<HTMLElement>('.hero')
  if (!hero) return undefined
  const watch = new IntersectionObserver(([entry]) => {
    hero.toggleAttribute('data-still', entry?.isIntersecting === false)
  })
  watch.observe(hero)
  return () => watch.disconnect()
}

/** The hero's picture: inline in the server's HTML, an image after a return from another page. */
export function HeroArt({ hero }: { hero: HomeConf['hero'] }) {
  const {
    art,
    init: {
      brand: { hero: other },
    },
  } = useApp()
  const [inline] = useState(() => art !== undefined && isTakingOver())
  useEffect(tookOver, [])
  useEffect(restOutOfSight, [])
  if (inline)
    return <div suppressHydrationWarning dangerouslySetInnerHTML={art?.html ? { __html: art.html } : emptyHtml} />
  return (
    <>
      <picture>
        <source media="(max-width: 750px)" srcSet={hero.imgNarrow} width="780" height="900" />
        <img src={hero.img} alt="" width="1600" height="900" fetchPriority="high" className="hero-art" />
      </picture>
      {other && (
        <picture>
          <source media="(max-width: 750px)" srcSet={other.narrow} width="780" height="900" />
          <img src={other.wide} alt="" width="1600" height="900" className={`hero-art hero-art-${other.scheme}`} />
        </picture>
      )}
    </>
  )
}

const HeroVideo = lazy(() => import('./hero-video.tsx'))

/** Where there is place for a film, motion is wanted, and no byte has to be saved. */
const mayPlay = (): boolean =>
  matchMedia('(min-width: 751px) and (prefers-reduced-motion: no-preference)').matches &&
  !(navigator as { connection?: { saveData?: boolean } }).connection?.saveData

/** The brand's film, once the page answers. A picture that the publisher chose at the desk has none. */
export function HeroFilm({ hero }: { hero: HomeConf['hero'] }) {
  const { film } = useApp().init.brand
  const [plays, setPlays] = useState(false)
  const fits = film?.over === hero.img
  useEffect(() => {
    if (!fits || !mayPlay()) return undefined
    const timer = setTimeout(() => setPlays(true), 500)
    return () => clearTimeout(timer)
  }, [fits])
  return (
    film &&
    plays && (
      <Later>
        <HeroVideo src={film.src} />
      </Later>
    )
  )
}
