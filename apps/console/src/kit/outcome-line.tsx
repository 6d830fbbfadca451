import { Notice } from '@hc/ui/notice'
import { Icon } from '@hc/ui/icon'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { notice } from '../lib/outcome.ts'

const STAYS_MS = 12_000

/** The confirmation of an action. Screen readers announce it; it stays a while, and can be closed. */
export function SaidLine() {
  const t = useTranslations('desk')
  const now = notice.use()
  useEffect(() => {
    if (!now) return undefined
    const timer = setTimeout(() => notice.set(null), STAYS_MS)
    return () => clearTimeout(timer)
  }, [now])
  return (
    <div className="said" aria-live="polite">
      {now && (
        <Notice tone={now.tone}>
          <span className="said-text">
            <span>
              {now.text}{' '}
              {now.href && (
                <Link className="link" href={now.href}>
                  {now.link}
                </Link>
              )}
            </span>
            <button type="button" className="icon-btn" aria-label={t('close')} onClick={() => notice.set(null)}>
              <Icon name="close" className="size-4" />
            </button>
          </span>
        </Notice>
      )}
    </div>
  )
}
