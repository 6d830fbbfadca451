import type { HomeConf } from '@hc/contract/calls'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useTopUp } from '../../shell/nav-items.ts'
import { HeroArt, HeroFilm } from './hero-art.tsx'
import { KnownPlace } from './known-place.tsx'

/** The picture with the game's words and two doors; for a returning player their own block, and the title alone. */
export function Hero({ hero, known }: { hero: HomeConf['hero']; known: boolean }) {
  const t = useTranslations('home')
  const topUp = useTopUp()
  return (
    <section className="hero" data-known={known || undefined}>
      <HeroArt hero={hero} />
      {!known && <HeroFilm hero={hero} />}
      {known && <KnownPlace />}
      <div className="hero-text page">
        {!known && hero.kicker !== '' && <p className="kicker">{hero.kicker}</p>}
        <h1 className="heading-1 text-fade">{hero.title}</h1>
        {!known && hero.subtitle !== '' && <p className="hero-line">{hero.subtitle}</p>}
        {!known && (
          <div className="hero-doors">
            <Link data-track="home_top_up" href={topUp.items} className={buttonClass('primary', 'large')}>
              <Icon name="topUp" />
              {hero.cta || t('hero.topUp')}
            </Link>
            <a data-track="home_download" href="#download" className={buttonClass('quiet', 'large', 'hero-quiet')}>
              {t('hero.download')}
            </a>
          </div>
        )}
      </div>
    </section>
  )
}
