import { useEffect } from 'react'
import { awake } from '../../lib/when-near.ts'
import type { HomeData } from '../../router/route.ts'
import { Downloads } from './downloads.tsx'
import { Redeem } from './redeem.tsx'
import { Features, GameInfo, HotNews, ViewMore } from './sections.tsx'

/** What stands below the goods. In the server's page it is HTML until somebody comes near. */
export default function BelowFold({ conf }: { conf: HomeData }) {
  useEffect(awake, [])
  return (
    <>
      <HotNews news={conf.hotNews} />
      <Redeem />
      <GameInfo info={conf.gameInfo} />
      <Features features={conf.features} />
      <Downloads downloads={conf.downloads} />
      <ViewMore />
    </>
  )
}
