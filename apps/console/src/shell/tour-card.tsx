import { buttonClass } from '@hc/ui/button'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { steps, tour, type TourStep } from './tour.ts'

const places: Readonly<Record<TourStep, string>> = {
  needs: '.home-needs',
  search: '.bar-search',
  story: '.home-latest',
  approvals: '.side-item[href="/waiting"]',
  help: '.bar-help',
}

/** A part of the desk and what it is for, beside that part. Escape ends the introduction. */
export default function TourCard({ step }: { step: TourStep }) {
  const t = useTranslations('desk')
  const next = useRef<HTMLButtonElement>(null)
  const at = steps.indexOf(step)
  const following = steps[at + 1] ?? null
  useEffect(() => {
    document.documentElement.dataset.tour = step
    document.querySelector(places[step])?.scrollIntoView({ block: 'nearest' })
    next.current?.focus({ preventScroll: true })
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') tour.set(null)
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
      delete document.documentElement.dataset.tour
    }
  }, [step])
  return (
    <section className="tour" aria-label={t('shell.guide.tour')} aria-live="polite">
      <p>{t(`shell.welcome.steps.${step}`)}</p>
      <div className="tour-foot">
        <span className="soft">{t('shell.welcome.step', { n: String(at + 1), total: String(steps.length) })}</span>
        {following && (
          <button type="button" className={buttonClass('quiet', 'small')} onClick={() => tour.set(null)}>
            {t('close')}
          </button>
        )}
        <button
          ref={next}
          type="button"
          className={buttonClass('primary', 'small')}
          onClick={() => tour.set(following)}
        >
          {t(following ? 'shell.welcome.next' : 'shell.welcome.done')}
        </button>
      </div>
    </section>
  )
}
