import { Icon } from '@hc/ui/icon'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { notice } from '../lib/outcome.ts'

const STAYS_MS = 6_000
const icons = { good: 'check', info: 'info', bad: 'warn' } as const

/**
 * What an action did. It floats, so that nothing of the page moves; a screen reader reads it. It goes after a while,
 * but not under a pointer or with the focus in it, and an error stays until it is closed.
 */
export function Toast() {
  const t = useTranslations('desk')
  const now = notice.use()
  const [pause, setPause] = useState(false)
  useEffect(() => {
    if (!now || pause || now.tone === 'bad') return undefined
    const timer = setTimeout(() => notice.set(null), STAYS_MS)
    return () => clearTimeout(timer)
  }, [now, pause])
  return (
    // An `output` may have no block in it.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="toasts" role="status">
      {now && (
        <div
          className={`toast toast-${now.tone}`}
          onPointerEnter={() => setPause(true)}
          onPointerLeave={() => setPause(false)}
          onFocus={() => setPause(true)}
          onBlur={() => setPause(false)}
        >
          <Icon name={icons[now.tone]} className="size-5" />
          <p>
            {now.text}{' '}
            {now.href && (
              <Link className="link" href={now.href}>
                {now.link}
              </Link>
            )}
          </p>
          <button
            type="button"
            className="icon-btn"
            aria-label={t('close')}
            onClick={() => {
              setPause(false)
              notice.set(null)
            }}
          >
            <Icon name="close" className="size-4" />
          </button>
        </div>
      )}
    </div>
  )
}
