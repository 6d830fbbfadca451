import { buttonClass } from '@hc/ui/button'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { loginUrl, usePath, useSearch } from '../lib/nav.ts'
import { useSession } from '../lib/session.ts'
import { loadNeeded } from '../router/prepare.ts'
import { Later } from './lazy-part.tsx'

// A guest does not need this code.
const PlayerMenu = lazy(() => loadNeeded(import('./player-menu.tsx')))

/** The right end of the top bar. Its place is kept while the session is unknown, so nothing jumps. */
export function SessionMenu() {
  const t = useTranslations('common')
  const { status } = useSession()
  const path = usePath()
  const search = useSearch()
  return (
    <div className="session-menu">
      {status === 'anonymous' && (
        <Link href={loginUrl(path + (search && `?${search}`))} className={buttonClass('primary', 'small')}>
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
