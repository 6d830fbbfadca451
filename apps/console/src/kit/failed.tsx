import { CallError } from '@hc/contract/client'
import { Button } from '@hc/ui/button'
import { createContext, use } from 'react'
import { useTranslations } from 'use-intl'
import { dayText } from './date-time.ts'
import { wordsOf } from './use-action.ts'
import type { Half } from './use-filters.ts'

/** The later half of the days in the page's filters. */
export const HalfOfPage = createContext<Half | null>(null)

/** A loading error with a next step: a span that is too wide can be halved. */
export function Failed({ error, again }: { error: unknown; again: () => Promise<void> }) {
  const t = useTranslations('desk')
  const half = use(HalfOfPage)
  return (
    <div className="state" role="alert">
      <h2>{t('failed.title')}</h2>
      <p>{wordsOf(t, error)}</p>
      {half && error instanceof CallError && error.msg === 'TooWide' && (
        <Button
          onClick={() => {
            // The button disappears with its message, so the focus moves to the heading.
            document.querySelector<HTMLElement>('h1')?.focus()
            half.show()
          }}
        >
          {t('failed.half', { day: dayText(half.from) })}
        </Button>
      )}
      <Button kind="quiet" onClick={() => void again()}>
        {t('again')}
      </Button>
    </div>
  )
}
