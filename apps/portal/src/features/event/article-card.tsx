import type { ArticleItem } from '@hc/contract/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../../lib/locale.ts'
import { paths } from '../../paths.ts'

const tones = { 1: 'badge-cyan', 2: 'badge-accent', 3: 'badge-mint' } as const

/** Whether the announced event is yet to come, live or over. The server decides: a player's own clock may be wrong. */
function Phase({ article: { phase, days_left, start_ts } }: { article: ArticleItem }) {
  const t = useTranslations('event')
  const format = useFormat()
  if (phase === 'live')
    return (
      <span className="badge badge-gold">
        {days_left > 0 ? t('phase.live', { days: days_left }) : t('phase.liveOpen')}
      </span>
    )
  if (phase === 'soon')
    return (
      <span className="badge badge-violet" suppressHydrationWarning>
        {t('phase.soon', { date: format.day(start_ts) })}
      </span>
    )
  return phase === 'ended' && <span className="badge badge-grey">{t('phase.ended')}</span>
}

export function ArticleMeta({ article }: { article: ArticleItem }) {
  const t = useTranslations('event')
  const format = useFormat()
  const { type, create_ts: createTs } = article
  const knownType = type === 2 || type === 3 ? type : 1
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      <span className={`badge ${tones[knownType]}`}>{t(`type.t${knownType}`)}</span>
      <Phase article={article} />
      {/* Browser and server may have different versions of a language's date format. */}
      <time dateTime={new Date(createTs * 1000).toISOString().slice(0, 10)} suppressHydrationWarning>
        {format.day(createTs)}
      </time>
    </p>
  )
}

/** One announcement in a grid. The whole card is clickable; the title is the link's name. */
export function ArticleCard({
  article,
  heading: Heading = 'h3',
  eager = false,
}: {
  article: ArticleItem
  heading?: 'h2' | 'h3'
  eager?: boolean
}) {
  return (
    <article className="card card-link group relative flex h-full flex-col overflow-hidden">
      <img
        src={article.img}
        alt=""
        width="640"
        height="360"
        loading={eager ? undefined : 'lazy'}
        className="aspect-video w-full tint object-cover"
      />
      <div className="flex flex-1 flex-col gap-2.5 p-5">
        <ArticleMeta article={article} />
        <Heading className="text-lg font-bold">
          <Link href={paths.article(article.id)} className="after:absolute after:inset-0 group-hover:text-violet-soft">
            {article.title}
          </Link>
        </Heading>
        <p className="text-sm text-soft">{article.summary}</p>
      </div>
    </article>
  )
}
