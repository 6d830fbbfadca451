import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Failed } from '../../kit/failed.tsx'
import { percent } from '../../kit/facts.tsx'

type Props = {
  title: string
  /** The list behind the card. */
  href?: string | undefined
  /** Beside the title. */
  figure?: ReactNode
  /** The place in the grid, which also says how high the card is while it loads. */
  place: 'wide' | 'main' | 'side' | 'third' | 'needs' | 'setup'
  error?: unknown
  again?: () => Promise<void>
  /** Null: it is not there yet. */
  children: ReactNode
}

/** A card of Home. It keeps its height until its content comes. */
export function Card({ title, href, figure, place, error = null, again, children }: Props) {
  const t = useTranslations('desk')
  return (
    <section className={`card home-card home-${place}`}>
      <div className="home-head">
        <h2>{href === undefined ? title : <Link href={href}>{title}</Link>}</h2>
        {figure}
      </div>
      {error !== null && again ? (
        <Failed error={error} again={again} />
      ) : (
        (children ?? (
          <>
            <output className="hidden-text">{t('loading')}</output>
            <span className="skeleton home-skeleton" aria-hidden="true" />
          </>
        ))
      )}
    </section>
  )
}

/** By how much a number grew, in whole percent; nothing without a number before. */
export function Change({ now, before }: { now: number; before: number }) {
  const t = useTranslations('desk')
  if (before === 0) return null
  const by = Math.round((100 * (now - before)) / before)
  if (by === 0) return null
  const share = percent(Math.abs(by))
  return (
    <span className={by > 0 ? 'change change-up' : 'change change-down'}>
      <span aria-hidden="true">
        {by > 0 ? '▲' : '▼'} {share}
      </span>
      <span className="hidden-text">{t(by > 0 ? 'today.up' : 'today.lower', { share })}</span>
    </span>
  )
}
