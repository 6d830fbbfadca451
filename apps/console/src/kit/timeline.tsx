import { Button } from '@hc/ui/button'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Tone } from './badge.tsx'
import { count, When } from './facts.tsx'

export type Step = {
  key: string
  /** Seconds since 1970. */
  at: number
  title: ReactNode
  tone?: Tone
  /** Details, unfolded on demand. */
  more?: ReactNode
  text?: ReactNode
}

/** Above this many steps the middle folds: how it began and what came last stay on the page. Decision 505. */
const MOST = 30
const FIRST = 8
const LAST = 12

/** A timeline, oldest first. */
export function Timeline({ steps, moreLabel }: { steps: readonly Step[]; moreLabel: string }) {
  const t = useTranslations('desk')
  const place = useRef<HTMLOListElement>(null)
  const [whole, setWhole] = useState(false)
  const folded = !whole && steps.length > MOST
  const line = ({ key, at, title, tone = 'neutral', text, more }: Step) => (
    <li key={key} className={`step step-${tone}`}>
      <p>
        <b>{title}</b>{' '}
        <span className="soft">
          <When at={at} exact />
        </span>
      </p>
      {text && <p className="soft">{text}</p>}
      {more && (
        <details>
          <summary>{moreLabel}</summary>
          {more}
        </details>
      )}
    </li>
  )
  return (
    <ol ref={place} className="timeline" tabIndex={-1}>
      {(folded ? steps.slice(0, FIRST) : steps).map(line)}
      {folded && (
        <>
          <li className="step step-fold">
            <Button
              kind="quiet"
              size="small"
              onClick={() => {
                // The button goes away, and the focus with it.
                place.current?.focus({ preventScroll: true })
                setWhole(true)
              }}
            >
              {t('orders.page.between', { n: count(steps.length - FIRST - LAST) })}
            </Button>
          </li>
          {steps.slice(-LAST).map(line)}
        </>
      )}
    </ol>
  )
}
