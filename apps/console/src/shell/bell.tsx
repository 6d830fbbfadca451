import type { DeskResult } from '@hc/contract/desk/calls'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Pop } from '../kit/pop.tsx'
import { useCall } from '../kit/use-call.ts'
import { lazyPart } from '../lib/lazy-part.ts'

export type News = NonNullable<DeskResult<'pulse/read'>['news']>

const NewsList = lazyPart(() => import('./news-list.tsx'), 'operations')
const iconBell = 'M6.2 16.5V11a5.8 5.8 0 0 1 11.6 0v5.5l1.7 1.8h-15l1.7-1.8ZM10 20.5a2.2 2.2 0 0 0 4 0' as const

/** What happened of late and concerns the person; a dot says that some of it is unread. */
export function Bell() {
  const t = useTranslations('desk')
  // The frame reads the pulse; this is the same answer.
  const pulse = useCall('pulse/read', { form: null })
  const news = pulse.result?.news ?? []
  const unread = news.filter((row) => row.unread).length
  return (
    <span className="bell">
      <Pop
        label={unread > 0 && <span className="bell-dot" />}
        about={unread > 0 ? t('shell.news.unread', { n: String(unread) }) : t('shell.news.title')}
        className="icon-btn"
        icon={iconBell}
        end
      >
        {(close) => (
          <Suspense fallback={<output className="hidden-text">{t('loading')}</output>}>
            <NewsList news={news} reload={pulse.reload} close={close} />
          </Suspense>
        )}
      </Pop>
    </span>
  )
}
