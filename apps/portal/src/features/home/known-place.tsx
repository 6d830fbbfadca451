import { lazy } from 'react'
import { useSession } from '../../lib/session.ts'
import { loadNeeded } from '../../router/prepare.ts'
import { Later } from '../../shell/lazy-part.tsx'

const KnownPlayer = lazy(() => loadNeeded(import('./known-player.tsx')))

const skeleton = ['role', 'again', 'gift'].map((part) => (
  <div key={part} className={`skeleton known-${part}`} aria-hidden="true" />
))

/**
 * The place of what a returning player looks for first. It lies over the picture, which is as high as all of it and a
 * band more: so nothing moves when it fills, whatever of it there is.
 */
export function KnownPlace() {
  const player = useSession().status === 'player'
  return (
    <div className="known">
      <div className="page known-parts" aria-busy={!player}>
        {player ? (
          <Later fallback={skeleton}>
            <KnownPlayer />
          </Later>
        ) : (
          skeleton
        )}
      </div>
    </div>
  )
}
