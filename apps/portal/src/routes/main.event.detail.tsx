import type { Article, ArticleItem } from '@hc/contract/calls'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { StatePanel } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ArticleCard, ArticleMeta } from '../features/event/article-card.tsx'
import { Html } from '../features/html.tsx'
import { paths } from '../paths.ts'
import type { PageProps } from '../router/route.ts'

export default function EventDetail({ data }: PageProps<{ article: Article; related: ArticleItem[] } | null>) {
  const t = useTranslations('news')
  if (!data) {
    return (
      <div className="page py-10">
        <StatePanel art="notfound" heading="h1" title={t('missing')} text={t('missingText')}>
          <Link href={paths.events()} className={buttonClass()}>
            {t('back')}
          </Link>
        </StatePanel>
      </div>
    )
  }
  const { article, related } = data
  return (
    <div className="paper">
      <div className={`page py-8 ${related.length > 0 ? 'with-aside' : ''}`}>
        <article className="reading min-w-0">
          <Link href={paths.events()} className={buttonClass('ghost', 'small', '-ml-3 mb-4')}>
            <Icon name="left" className="size-4" />
            {t('back')}
          </Link>
          <ArticleMeta article={article} />
          <h1 className="heading-2 mt-3">{article.title}</h1>
          <img
            src={article.img}
            alt=""
            width="640"
            height="360"
            className="mt-6 aspect-video w-full rounded-lg tint object-cover"
          />
          <Html html={article.content} className="prose-game mt-6" />
        </article>
        {related.length > 0 && (
          <aside className="related" aria-labelledby="related-title">
            <h2 id="related-title" className="heading-3 mb-5">
              {t('related')}
            </h2>
            <ul className="grid gap-5 md:max-lg:grid-cols-3">
              {related.map((candidate) => (
                <li key={candidate.id}>
                  <ArticleCard article={candidate} />
                </li>
              ))}
            </ul>
          </aside>
        )}
      </div>
    </div>
  )
}
