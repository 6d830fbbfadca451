import { Button } from '@hc/ui/button'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from '../failed.tsx'
import { count } from '../facts.tsx'
import type { Pages } from '../whole-list.ts'
import type { Column } from './column.tsx'
import { ColumnsMenu, useArrangement } from './columns-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import { type Choice, Table } from './table.tsx'

export type { Column } from './column.tsx'
export type { Choice } from './table.tsx'

export type Empty = { title: string; text?: string; action?: ReactNode }
export type ListProps<Row, Id extends string | number> = {
  /** The key under which this browser keeps the table's columns, and the name of its file. */
  name: string
  caption: string
  rows: readonly Row[] | null
  error: unknown
  reload: () => Promise<void>
  columns: readonly Column<Row>[]
  id: (row: Row) => Id
  /** The page of a row. The whole row leads there. */
  href?: (row: Row) => string
  empty: Empty
  total?: { n: number; exact: boolean } | undefined
  /** The heading's line in place of the count. */
  summary?: ReactNode
  /** Loads the next rows below the shown ones; null: there are no more. */
  more?: { load: () => void; busy: boolean } | null
  choice?: Choice<Id>
  /** The actions on the chosen rows. */
  bulk?: ReactNode
  /** Reads all rows of the filters for a file; without it the file has the shown rows. null: no file. */
  pages?: Pages<Row> | null
  /** A row in the file of JSON Lines, if it differs from the columns. */
  raw?: (row: Row) => object
  /** What stands above the table, around the tools of the list: its columns and its file. */
  head?: (tools: ReactNode) => ReactNode
  /** Shows a row as a card, in place of the table. */
  card?: ((row: Row) => ReactNode) | undefined
}

/** A list of rows: a table on wide screens, rows of two lines or cards on a phone. `j`, `k` and Enter move in it. */
export function List<Row, Id extends string | number>(props: ListProps<Row, Id>) {
  const { name, caption, rows, error, reload, columns, id, href, empty, total, choice, more = null } = props
  const t = useTranslations('desk')
  const { arrangement, visible, set } = useArrangement(name, columns)
  const inFile = columns.filter(
    ({ key, fileOnly, inFile: always }) => fileOnly || always || visible.some((column) => column.key === key),
  )
  const tools = rows !== null && rows.length > 0 && (
    <span className="list-tools">
      {columns.length > 1 && !props.card && <ColumnsMenu columns={columns} arrangement={arrangement} set={set} />}
      {props.pages !== null && (
        <ExportMenu name={name} columns={inFile} rows={rows} pages={props.pages} raw={props.raw} />
      )}
    </span>
  )
  const summary = props.summary ?? (total && t(total.exact ? 'kit.total' : 'kit.about', { n: count(total.n) }))
  // Its line keeps its place until the first rows say what stands there.
  const hasSummary = 'total' in props || 'summary' in props
  return (
    <>
      {props.head ? (
        <>
          {hasSummary && (
            <p className="list-summary" aria-live="polite">
              {summary}
            </p>
          )}
          {props.head(tools)}
        </>
      ) : (
        <div className="list-head">
          <p className="soft" aria-live="polite">
            {summary}
          </p>
          {tools}
        </div>
      )}
      {error !== null && <Failed error={error} again={reload} />}
      {rows === null && error === null && <Waiting />}
      {rows?.length === 0 && (
        <div className="state">
          <h2>{empty.title}</h2>
          {empty.text && <p>{empty.text}</p>}
          {empty.action}
        </div>
      )}
      {rows && rows.length > 0 && props.card && (
        <ul className="cards" aria-label={caption}>
          {rows.map((row) => (
            <li key={id(row)}>{props.card?.(row)}</li>
          ))}
        </ul>
      )}
      {rows && rows.length > 0 && !props.card && (
        <Table caption={caption} rows={rows} columns={visible} id={id} href={href} choice={choice} />
      )}
      {rows && rows.length > 0 && (more || (total && total.n > rows.length)) && (
        <div className="list-foot">
          {total && (
            <p className="soft">
              {t(total.exact ? 'list.showing' : 'list.showingAbout', { n: rows.length, total: count(total.n) })}
            </p>
          )}
          {more && (
            <Button kind="quiet" busy={more.busy} onClick={more.load}>
              {t('list.more')}
            </Button>
          )}
        </div>
      )}
      {choice && choice.ids.length > 0 && (
        <div className="bulk-bar">
          <span>{t('kit.chosen', { n: String(choice.ids.length) })}</span>
          {props.bulk}
          <Button kind="ghost" size="small" onClick={() => choice.set([])}>
            {t('list.unchoose')}
          </Button>
        </div>
      )}
    </>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

/** Rows of the usual height, until the first ones come. */
function Waiting() {
  const t = useTranslations('desk')
  return (
    <div className="list-waiting">
      <output className="hidden-text">{t('loading')}</output>
      {PLACES.map((place) => (
        <span key={place} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  )
}
