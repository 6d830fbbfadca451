import type { HomeConf } from '@hc/contract/calls'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useSession } from '../../lib/session.ts'
import { loadNeeded } from '../../router/prepare.ts'
import { useTopUp } from '../../shell/nav-items.ts'
import { HeroArt } from './hero-art.tsx'

const returning = () => loadNeeded(import('./returning-player.tsx'))
const Who = lazy(() => returning().then(({ Who: component }) => ({ default: component })))
const Again = lazy(() => returning().then(({ Again: component }) => ({ default: component })))

/** The texts for a returning player take the place of the texts for a guest, so nothing on the page moves. */
export function Hero({ hero }: { hero: HomeConf['hero'] }) {
  const t = useTranslations('home')
  const topUp = useTopUp()
  const player = useSession().status === 'player'
  const kicker = hero.kicker !== '' && <p className="kicker">{hero.kicker}</p>
  const download = (
    <a data-track="home_download" href="#download" className={buttonClass('quiet', 'large', 'hero-quiet')}>
      {t('hero.download')}
    </a>
  )
  return (
    <section className="hero">
      <HeroArt hero={hero} />
      <div className="hero-text page">
        {player ? (
          <Suspense fallback={kicker}>
            <Who>{kicker}</Who>
          </Suspense>
        ) : (
          kicker
        )}
        <h1 className="heading-1 text-fade">{hero.title}</h1>
        {hero.subtitle !== '' && <p className="max-w-[34rem] text-lg text-soft">{hero.subtitle}</p>}
        <div className="mt-2 flex flex-wrap gap-3">
          <Link data-track="home_top_up" href={topUp.items} className={buttonClass('primary', 'large')}>
            <Icon name="topUp" />
            {hero.cta || t('hero.topUp')}
          </Link>
          {player ? (
            <Suspense fallback={download}>
              <Again>{download}</Again>
            </Suspense>
          ) : (
            download
          )}
        </div>
        <p className="flex items-center gap-2 text-sm text-soft">
          <Icon name="shield" className="size-5 text-mint" />
          {t('hero.promise')}
        </p>
      </div>
    </section>
  )
}
