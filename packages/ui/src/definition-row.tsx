import type { ReactNode } from 'react'

/** The layouts of a term and its value in a list of them. */
const looks = {
  summary: {
    row: 'flex justify-between gap-4 py-1.5',
    term: 'text-soft',
    value: 'min-w-0 text-right font-semibold',
  },
  profile: {
    row: 'flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line/70 py-2',
    term: 'text-soft',
    value: 'max-w-full grow text-right font-semibold wrap-anywhere',
  },
  order: { row: 'order-field', term: 'text-sm text-soft', value: 'min-w-0 font-semibold' },
  sum: { row: 'flex items-center justify-between gap-4 py-2', term: '', value: 'tabular-nums' },
  total: {
    row: 'flex items-center justify-between gap-4 py-2 border-t border-line pt-3 text-lg font-bold text-ink',
    term: '',
    value: 'tabular-nums',
  },
} as const

type Props = { look: keyof typeof looks; label: string; children: ReactNode }

/** A term and its value, inside a `dl`. */
export function DefinitionRow({ look, label, children }: Props) {
  const { row, term, value } = looks[look]
  return (
    <div className={row}>
      <dt className={term || undefined}>{label}</dt>
      <dd className={value}>{children}</dd>
    </div>
  )
}
