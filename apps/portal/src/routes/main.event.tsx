import type { ArticleItem } from '@hc/contract/calls'
import { Pager } from '@hc/ui/pager'
import { StatePanel } from '@hc/ui/notice'
import { buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ArticleCard } from '../features/event/article-card.tsx'
import { articleTypeOf, EVENTS_PER_PAGE } from '../features/event/article-type.ts'
import { TypeTabs } from '../features/event/type-tabs.tsx'
import { usePagerTexts } from '../features/use-pager-texts.ts'
import { navigate } from '../lib/nav.ts'
import { paths } from '../paths.ts'
import type { PageProps } from '../router/route.ts'
import { useApp } from '../shell/app-context.ts'

type Data = { type: number; page: number; result: ArticleItem[]; total: number } | null

function Missing() {
  const t = useTranslations('news')
  return (
    <StatePanel art="notfound" heading="h1" title={t('empty')} text={t('emptyText')}>
      <Link href={paths.events()} className={buttonClass()}>
        {t('back')}
      </Link>
    </StatePanel>
  )
}

export default function Events({ data }: PageProps<Data>) {
  const t = useTranslations('news')
  const { init } = useApp()
  const pages = data ? Math.max(1, Math.ceil(data.total / EVENTS_PER_PAGE)) : 1
  const texts = usePagerTexts(data?.page ?? 1, pages)
  if (!data)
    return (
      <div className="page py-10">
        <Missing />
      </div>
    )
  const active = articleTypeOf(data.type)
  return (
    <div className="page py-10">
      <h1 className="heading-2">{t('title')}</h1>
      <p className="section-lead mb-6">{t('text', { game: init.gameInfo.name })}</p>
      <TypeTabs active={active} panelId="event-list" />
      <div id="event-list" role="tabpanel" aria-labelledby={`tab-${active}`} className="mt-7">
        {data.result.length === 0 ? (
          <StatePanel art="empty" title={t('empty')} text={t('emptyText')} />
        ) : (
          <ul className="mb-8 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
            {data.result.map((article, index) => (
              <li key={article.id}>
                <ArticleCard article={article} heading="h2" eager={index < 3} />
              </li>
            ))}
          </ul>
        )}
        <Pager
          page={data.page}
          pages={pages}
          texts={texts}
          onPage={(page) => {
            navigate(paths.events(active, page))
            scrollTo(0, 0)
          }}
        />
      </div>
    </div>
  )
}
