import type { HomeConf } from '@hc/contract/calls'
import { useEffect, useState } from 'react'
import { isTakingOver, tookOver } from '../../lib/inline-art.ts'
import { useApp } from '../../shell/app-context.ts'

const kept = { __html: '' }

/** The hero's picture: from the server inside the page, later (coming back from another page) as an image. */
export function HeroArt({ hero }: { hero: HomeConf['hero'] }) {
  const { art } = useApp()
  const [inline] = useState(() => art !== undefined && isTakingOver())
  useEffect(tookOver, [])
  if (inline) return <div suppressHydrationWarning dangerouslySetInnerHTML={art?.html ? { __html: art.html } : kept} />
  return (
    <picture>
      <source media="(max-width: 750px)" srcSet={hero.imgNarrow} width="780" height="900" />
      <img src={hero.img} alt="" width="1600" height="900" fetchPriority="high" className="hero-art" />
    </picture>
  )
}
