import type { ArticleItem } from '@hc/contract/calls'
import { lazy, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Bulletin } from '../features/event/bulletin.tsx'
import { Hero } from '../features/home/hero.tsx'
import { TopUpCenter, Trust } from '../features/home/top-up-center.tsx'
import { logout } from '../lib/api.ts'
import { useSearch } from '../lib/nav.ts'
import { useSession } from '../lib/session.ts'
import { loadNear } from '../lib/when-near.ts'
import type { HomeData, PageProps } from '../router/route.ts'
import { useApp } from '../shell/app-context.ts'
import { Later } from '../shell/lazy-part.tsx'
import { useIsPlayer } from '../shell/nav-items.ts'

/** The id with which the game and the API send a player to /main/logout. */
const LOGOUT_ID = '23'

const BELOW = 'below'
const load = () => import('../features/home/below-fold.tsx')
// The server draws all of it; a browser fetches the code of the lower part when a player comes near.
const BelowFold = import.meta.env.SSR
  ? (await load()).default
  : lazy(() => loadNear(BELOW, load, () => /[?&]code=/.test(location.search)))

/** /main/logout is the home page, which first ends the session. */
function SignedOut() {
  const t = useTranslations('home')
  const { status } = useSession()
  const isLogout = new URLSearchParams(useSearch()).get('id') === LOGOUT_ID
  useEffect(() => {
    if (isLogout && status === 'player') void logout()
  }, [isLogout, status])
  return (
    <div className="border-b border-mint/30 bg-mint/10">
      <p className="page flex flex-wrap gap-x-3 py-3">
        <strong>{t('logout.title')}</strong>
        <span className="text-soft">{t('logout.text')}</span>
      </p>
    </div>
  )
}

export default function Home({
  data: { conf, bulletin },
}: PageProps<{ conf: HomeData; bulletin: ArticleItem | null }>) {
  const { view } = useApp()
  // As the page came: a player who appears later finds their block on the next one, so that nothing jumps.
  const isPlayer = useIsPlayer()
  const [wasPlayer] = useState(isPlayer)
  // One element as long as its data are the same: an update would make React draw the sleeping part anew.
  const below = useMemo(
    () => (
      <Later>
        <BelowFold conf={conf} />
      </Later>
    ),
    [conf],
  )
  return (
    <>
      {view.route.path === '/main/logout' && <SignedOut />}
      {bulletin && <Bulletin bulletin={bulletin} />}
      <Hero hero={conf.hero} known={wasPlayer && isPlayer} />
      <TopUpCenter goods={conf.goods} />
      <Trust />
      <div id={BELOW} data-asleep="">
        {below}
      </div>
    </>
  )
}
