import type { HomeConf } from '@hc/contract/calls'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { HeroArt } from './hero-art.tsx'

export function Hero({ hero }: { hero: HomeConf['hero'] }) {
  const t = useTranslations('home')
  return (
    <section className="hero">
      <HeroArt hero={hero} />
      <div className="hero-text page">
        {hero.kicker !== '' && <p className="kicker">{hero.kicker}</p>}
        <h1 className="heading-1 text-fade">{hero.title}</h1>
        {hero.subtitle !== '' && <p className="max-w-[34rem] text-lg text-soft">{hero.subtitle}</p>}
        <div className="mt-2 flex flex-wrap gap-3">
          <Link data-track="home_top_up" href={paths.recharge} className={buttonClass('gold', 'large')}><Icon name="gem" />{hero.cta || t('hero.topUp')}</Link>
          <a data-track="home_download" href="#download" className={buttonClass('quiet', 'large', 'hero-quiet')}>{t('hero.download')}</a>
        </div>
        <p className="flex items-center gap-2 text-sm text-soft"><Icon name="shield" className="size-5 text-mint" />{t('hero.promise')}</p>
      </div>
    </section>
  )
}
