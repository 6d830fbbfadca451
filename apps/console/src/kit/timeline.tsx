import { Button } from '@hc/ui/button'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Tone } from './badge.tsx'
import { count, When } from './facts.tsx'
import { Moment } from './moment.tsx'

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
  return <Folded className="timeline" items={steps} line={line} most={MOST} first={FIRST} last={LAST} />
}

type FoldedProps<Item> = {
  className: string
  items: readonly Item[]
  line: (item: Item) => ReactNode
  /** Above this many items only the first and the last are shown, until a person asks for all. */
  most: number
  first: number
  last: number
}

function Folded<Item>({ className, items, line, most, first, last }: FoldedProps<Item>) {
  const t = useTranslations('desk')
  const place = useRef<HTMLOListElement>(null)
  const [whole, setWhole] = useState(false)
  const folded = !whole && items.length > most
  return (
    <ol ref={place} className={className} tabIndex={-1}>
      {(folded ? items.slice(0, first) : items).map(line)}
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
              {t('orders.page.between', { n: count(items.length - first - last) })}
            </Button>
          </li>
          {items.slice(-last).map(line)}
        </>
      )}
    </ol>
  )
}

export type Part = {
  key: string
  at: number
  tone: Tone
  title: ReactNode
  /** Further facts of the headline. */
  facts: readonly ReactNode[]
  /** Unfolded from the beginning. */
  open: boolean
  /** None: the headline says it all. */
  steps: readonly Step[]
}

/** Above this many parts the middle folds. */
const MOST_PARTS = 12
const NEWEST = 7
const OLDEST = 4

const Headline = ({ title, facts, at }: Pick<Part, 'title' | 'facts' | 'at'>) => (
  <>
    <b>{title}</b>
    <span className="soft chapter-facts">
      {facts.map((fact, n) => (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={n}>{fact}</span>
      ))}
    </span>
    <Moment at={at} />
  </>
)

/** A timeline told in parts, newest first. Each is one line that unfolds. */
export function Story({ parts }: { parts: readonly Part[] }) {
  const line = ({ key, at, tone, title, facts, open, steps }: Part) => (
    <li key={key} className={`chapter step-${tone}`}>
      {steps.length === 0 ? (
        <div className="chapter-line">
          <Headline title={title} facts={facts} at={at} />
        </div>
      ) : (
        <details open={open}>
          <summary className="chapter-line">
            <Headline title={title} facts={facts} at={at} />
          </summary>
          <ul className="chapter-steps">
            {steps.map((step) => (
              <li key={step.key}>
                <span>
                  {step.title}
                  {step.text && <span className="soft chapter-text">{step.text}</span>}
                </span>
                <span className="soft">
                  <When at={step.at} exact />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
  return <Folded className="story" items={parts} line={line} most={MOST_PARTS} first={NEWEST} last={OLDEST} />
}
