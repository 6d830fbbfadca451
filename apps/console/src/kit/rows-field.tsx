import { Button } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { iconUp, moved } from './reorder.ts'

type Props<Row> = {
  title: string
  /** Without a card and a heading: the place around it has both. */
  bare?: boolean
  rows: readonly Row[]
  set: (rows: readonly Row[]) => void
  blank: () => Row
  /** The name of a row on its buttons. */
  name: (row: Row) => string
  /** The fields of a row. */
  children: (row: Row, change: (part: Partial<Row>) => void, at: number) => ReactNode
}

/** Rows of fields that a person can add, remove and reorder. */
export function RowsField<Row>({ title, bare = false, rows, set, blank, name, children }: Props<Row>) {
  const t = useTranslations('desk')
  const nameOf = (row: Row, at: number): string => name(row).trim() || `${at + 1}`
  return (
    <section className={bare ? 'rows-bare' : 'card part'}>
      {!bare && <h2>{title}</h2>}
      <ol className="field-rows">
        {rows.map((row, at) => (
          // A row has no key of its own, and its fields keep no state.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <fieldset className="field-row">
              <legend className="hidden-text">{nameOf(row, at)}</legend>
              {children(row, (part) => set(rows.with(at, { ...row, ...part })), at)}
              <span className="actions">
                {([-1, 1] as const).map((by) => (
                  <Button
                    key={by}
                    kind="ghost"
                    size="small"
                    off={at + by < 0 || at + by >= rows.length}
                    aria-label={t(by < 0 ? 'products.up' : 'products.down', { name: nameOf(row, at) })}
                    onClick={() => set(moved(rows, at, at + by))}
                  >
                    <Icon name={by < 0 ? iconUp : 'down'} className="size-4" />
                  </Button>
                ))}
                <Button
                  kind="ghost"
                  size="small"
                  aria-label={t('home.removeName', { name: nameOf(row, at) })}
                  onClick={() => set(rows.toSpliced(at, 1))}
                >
                  {t('home.remove')}
                </Button>
              </span>
            </fieldset>
          </li>
        ))}
      </ol>
      <Button kind="quiet" size="small" onClick={() => set([...rows, blank()])}>
        {t('home.add', { title })}
      </Button>
    </section>
  )
}
