import { type Comparison, comparisons, dayAfter, daysBack } from '@hc/contract/desk/figures'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { dayText } from '../../kit/date-time.ts'
import { choice, type Field } from '../../kit/list/field.ts'
import type { DeskTexts } from '../../kit/use-action.ts'

const NONE = 'none'
export type Days = { from: string; to: string }

/** The address's comparison. Without one it is the days before, as on Home; `none`: there is none. */
export const comparisonOf = (value: string): Comparison | null =>
  value === NONE ? null : (comparisons.find((candidate) => candidate === value) ?? 'before')

/** The span that a report is compared with, of equal length. */
export function daysBefore(compare: Comparison | null, { from, to }: Days): Days & { back: number } {
  const back = compare === null ? 0 : daysBack(compare, from, to)
  return { from: dayAfter(from, -back), to: dayAfter(to, -back), back }
}

/** The field to choose the comparison. */
export const compareField = (t: DeskTexts): Field =>
  choice(
    'vs',
    t('reports.figures.compare'),
    [
      [NONE, t('reports.figures.none')],
      ...comparisons.map((option) => [option, t(`reports.figures.vs.${option}`)] as const),
    ],
    { always: true },
  )

type Both = { value: ReactNode; was: string | null }

/** A value, and the value in the compared days; null: there is no comparison. */
export function Compared({ value, was }: Both) {
  const t = useTranslations('desk')
  return (
    <>
      {value}
      {was !== null && <span className="soft fact-was">{t('reports.figures.was', { value: was })}</span>}
    </>
  )
}

/** The same in a table; the brackets are explained once, above it. */
export function ComparedCell({ value, was }: Both) {
  const t = useTranslations('desk')
  if (was === null) return value
  return (
    <span>
      {value}
      <span className="soft fact-was">
        <span className="hidden-text">{t('reports.figures.was', { value: was })}</span>
        <span aria-hidden="true">({was})</span>
      </span>
    </span>
  )
}

/** The explanation of the brackets, with their first and last day. */
export function Brackets({ compare, from, to }: Days & { compare: Comparison | null }) {
  const t = useTranslations('desk')
  if (compare === null) return null
  const before = daysBefore(compare, { from, to })
  return (
    <p className="soft" aria-hidden="true">
      {`(…) ${t(`reports.figures.vs.${compare}`)}: ${dayText(before.from)} – ${dayText(before.to)}`}
    </p>
  )
}
