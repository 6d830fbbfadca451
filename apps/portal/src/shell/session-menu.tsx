import { buttonClass } from '@hc/ui/button'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { loginUrl, usePath, useSearch } from '../lib/nav.ts'
import { useSession } from '../lib/session.ts'
import { loadNeeded } from '../router/prepare.ts'
import { Later } from './lazy-part.tsx'
import { useIsPlayer } from './nav-items.ts'

// A guest does not need this code.
const PlayerMenu = lazy(() => loadNeeded(import('./player-menu.tsx')))

/**
 * The right end of the top bar. The server's page has the link to log in, or an empty place of the same size for a
 * player, so nothing jumps and nobody sees the wrong one.
 */
export function SessionMenu() {
  const t = useTranslations('common')
  const { status } = useSession()
  const path = usePath()
  const search = useSearch()
  const isPlayer = useIsPlayer()
  return (
    <div className="session-menu">
      {!isPlayer && (
        <Link href={loginUrl(path + (search && `?${search}`))} className={buttonClass('primary', 'small', 'log-in')}>
          {t('nav.signIn')}
        </Link>
      )}
      {status === 'player' && (
        <Later>
          <PlayerMenu />
        </Later>
      )}
    </div>
  )
}
