import type { HomeConf } from '@hc/contract/calls'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { StatePanel } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { useApp } from '../../shell/app-context.ts'
import { ArticleCard } from '../event/article-card.tsx'

const HOT_NEWS = 3

export function HotNews({ news }: { news: HomeConf['hotNews'] }) {
  const t = useTranslations('home')
  const tc = useTranslations('common')
  return (
    <section className="page section" aria-labelledby="news-title">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="news-title" className="heading-2">
          {t('news.title')}
        </h2>
        <Link href={paths.events()} className={buttonClass('ghost', 'small')}>
          {tc('action.more')}
          <Icon name="arrow" className="size-4" />
        </Link>
      </div>
      {news.length === 0 ? (
        <StatePanel art="empty" heading="h2" title={t('news.empty')} />
      ) : (
        <ul className="mt-6 grid gap-5 md:grid-cols-3">
          {news.slice(0, HOT_NEWS).map((article) => (
            <li key={article.id}>
              <ArticleCard article={article} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function GameInfo({ info }: { info: HomeConf['gameInfo'] }) {
  return (
    <section className="page section grid items-start gap-8 md:grid-cols-[1.4fr_1fr]" aria-labelledby="game-title">
      <div>
        <h2 id="game-title" className="heading-2">
          {info.title}
        </h2>
        {info.paragraphs.map((text) => (
          <p key={text} className="mt-4 text-lg leading-relaxed text-soft">
            {text}
          </p>
        ))}
      </div>
      <dl className="facts">
        {info.facts.map((fact) => (
          <div key={fact.label}>
            <dt className="text-sm text-soft">{fact.label}</dt>
            <dd className="mt-1 font-bold">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function Features({ features }: { features: HomeConf['features'] }) {
  const t = useTranslations('home')
  return (
    <section className="page section" aria-labelledby="features-title">
      <h2 id="features-title" className="heading-2">
        {t('features.title')}
      </h2>
      <ul className="mt-6 grid gap-5 md:grid-cols-2 lg:grid-cols-4">
        {features.map((feature) => (
          <li key={feature.id} className="flex flex-col items-start gap-3 max-md:flex-row">
            <img src={feature.icon} alt="" width="96" height="96" loading="lazy" className="size-20 max-md:size-16" />
            <div>
              <h3 className="text-lg font-bold">{feature.title}</h3>
              <p className="mt-1 text-soft">{feature.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ViewMore() {
  const t = useTranslations('home')
  const { init } = useApp()
  return (
    <section className="page section" aria-labelledby="more-title">
      <div className="more-banner">
        <div className="max-w-xl">
          <h2 id="more-title" className="heading-2">
            {t('more.title')}
          </h2>
          <p className="mt-2 text-soft">{t('more.text', { game: init.gameInfo.name })}</p>
        </div>
        <Link href={paths.events()} className={buttonClass('primary', 'large')}>
          {t('more.cta')}
          <Icon name="arrow" />
        </Link>
      </div>
    </section>
  )
}
