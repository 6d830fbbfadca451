import type { ArticleItem } from '@hc/contract/calls'
import { Icon } from '@hc/ui/icon'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { closeBulletin } from '../../lib/closed-bulletin.ts'
import { useFormat } from '../../lib/locale.ts'
import { paths } from '../../paths.ts'
import { lastDay } from './last-day.ts'

/**
 * The pinned announcement on top of the home page. A player who closes it does not see it again, but sees the next one.
 */
export function Bulletin({ bulletin }: { bulletin: ArticleItem }) {
  const t = useTranslations('event')
  const format = useFormat()
  const [closed, setClosed] = useState('')
  if (closed === bulletin.id) return null
  const close = () => {
    closeBulletin(bulletin.id)
    setClosed(bulletin.id)
    // The button disappears with its row, so the keyboard focus moves to the page's content.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <section className="bulletin" aria-label={t('type.t1')}>
      <div className="page flex items-center gap-1">
        <Link
          href={paths.article(bulletin.id)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 py-1.5 text-sm hover:underline"
        >
          <Icon name="news" className="size-4 text-gold" />
          <span className="min-w-0 flex-1">
            {bulletin.title}
            {bulletin.end_ts > 0 && (
              <span className="ml-2 text-soft" suppressHydrationWarning>
                {t('phase.until', { date: format.day(lastDay(bulletin.end_ts)) })}
              </span>
            )}
          </span>
          <Icon name="arrow" className="size-4" />
        </Link>
        <button type="button" className="icon-btn" aria-label={t('hide')} onClick={close}>
          <Icon name="close" className="size-5" />
        </button>
      </div>
    </section>
  )
}
