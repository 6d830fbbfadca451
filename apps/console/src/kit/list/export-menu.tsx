import { EXPORT_ROWS } from '@hc/contract/desk/paging'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { notice } from '../../lib/outcome.ts'
import { forms, saveRows } from '../csv.ts'
import { count } from '../facts.tsx'
import { FormError } from '../form-error.tsx'
import { Pop } from '../pop.tsx'
import { useAction } from '../use-action.ts'
import { type Pages, wholeList } from '../whole-list.ts'
import type { Column } from './column.tsx'

type Props<Row> = {
  /** The file's name without its ending. */
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  pages?: Pages<Row> | undefined
  raw: ((row: Row) => object) | undefined
}

/** Saves the list as CSV or as JSON Lines: all rows that match the filters, not only those of the page. */
export function ExportMenu<Row>({ name, columns, rows, pages, raw }: Props<Row>) {
  const t = useTranslations('desk')
  const { busy, errors, tell, run } = useAction()
  const [rowsRead, setRowsRead] = useState(0)
  const save = async (form: (typeof forms)[number]): Promise<void> => {
    setRowsRead(0)
    const all = pages ? await wholeList(pages, setRowsRead) : rows
    if (all === null) {
      tell({ form: t('imports.whole.bound', { n: count(EXPORT_ROWS) }) })
      return
    }
    saveRows(name, form, columns, all, raw)
    notice.set({ text: t('imports.whole.done', { n: all.length, name: `${name}.${form}` }), tone: 'good' })
  }
  return (
    <span className="action">
      <Pop label={t('list.export')} icon="down" className="btn btn-ghost btn-small" end>
        {(close) => (
          <div className="drop-list">
            {forms.map((form) => (
              <button
                key={form}
                type="button"
                className="drop-item"
                onClick={() => {
                  close()
                  if (!busy) void run(() => save(form))
                }}
              >
                {t(`kit.${form}`)}
              </button>
            ))}
          </div>
        )}
      </Pop>
      {busy && rowsRead > 0 && <output className="soft">{t('imports.whole.busy', { n: count(rowsRead) })}</output>}
      <FormError text={errors.form} />
    </span>
  )
}
