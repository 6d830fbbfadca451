import { EXPORT_ROWS } from '@hc/contract/desk/paging'
import { Button } from '@hc/ui/button'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { lasting } from '../lib/storage.ts'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { forms, saveRows } from './csv.ts'
import { count } from './facts.tsx'
import { notice } from '../lib/outcome.ts'
import { FormError } from './form-error.tsx'
import { Failed } from './failed.tsx'
import { useAction } from './use-action.ts'
import { type Pages, wholeList } from './whole-list.ts'

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** A small line below the first column, outside its link. */
  under?: (row: Row) => ReactNode
  /** The cell in a file; without it the column is not in the file. */
  text?: (row: Row) => string | number | null
  numeric?: boolean
  /** Hidden by default. */
  extra?: boolean
  /** Only in the exported file; on the page another column shows it. */
  fileOnly?: boolean
}
export type Choice<Id> = { ids: readonly Id[]; set: (ids: readonly Id[]) => void; most: number }

type Props<Row, Id extends string | number> = {
  /** The key under which this browser keeps the choice of columns. */
  name: string
  caption: string
  rows: readonly Row[] | null
  error: unknown
  reload: () => Promise<void>
  columns: readonly Column<Row>[]
  id: (row: Row) => Id
  /** The link of a row, on its first column. */
  href?: (row: Row) => string
  empty: { title: string; text: string }
  total?: { n: number; exact: boolean } | undefined
  next?: string | null
  after?: string
  turn?: (after: string) => void
  choice?: Choice<Id>
  /** The actions on the chosen rows. */
  bulk?: ReactNode
  /** Reads all rows of the filters for a file; without it the file has the shown rows. null: no file. */
  pages?: Pages<Row> | null
  /** A row in the file of JSON lines, if it differs from the columns. */
  raw?: (row: Row) => object
}

const storedColumns = (name: string): readonly string[] =>
  JSON.parse(lasting.read(`columns ${name}`) ?? '[]') as string[]

/** A list of rows: a table on wide screens, cards on a phone. `j`, `k` and Enter move through it. */
export function List<Row, Id extends string | number>(props: Props<Row, Id>) {
  const { name, caption, rows, error, reload, columns, id, href, empty, total, choice } = props
  const t = useTranslations('desk')
  const [extras, setChosen] = useState(() => storedColumns(name))
  const chosenOnes = columns.filter(({ key, extra }) => !extra || extras.includes(key))
  const visible = chosenOnes.filter(({ fileOnly }) => !fileOnly)
  const choose = (key: string, on: boolean): void => {
    const now = on ? [...extras, key] : extras.filter((extra) => extra !== key)
    lasting.write(`columns ${name}`, JSON.stringify(now))
    setChosen(now)
  }
  return (
    <>
      <div className="list-head">
        <p className="soft" aria-live="polite">
          {total && t(total.exact ? 'kit.total' : 'kit.about', { n: count(total.n) })}
        </p>
        <div className="actions">
          {choice && choice.ids.length > 0 && (
            <>
              <span>{t('kit.chosen', { n: String(choice.ids.length) })}</span>
              {props.bulk}
            </>
          )}
          <Columns columns={columns} chosen={extras} choose={choose} />
          {rows && rows.length > 0 && props.pages !== null && (
            <SaveRows name={name} columns={chosenOnes} rows={rows} pages={props.pages} raw={props.raw} />
          )}
        </div>
      </div>
      {error !== null && <Failed error={error} again={reload} />}
      {rows === null && error === null && <output className="state">{t('loading')}</output>}
      {rows?.length === 0 && (
        <div className="state">
          <h2>{empty.title}</h2>
          <p>{empty.text}</p>
        </div>
      )}
      {rows && rows.length > 0 && (
        <Rows caption={caption} rows={rows} columns={visible} id={id} href={href} choice={choice} />
      )}
      <Turn next={props.next ?? null} after={props.after ?? ''} turn={props.turn} />
    </>
  )
}

type SaveProps<Row> = {
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  pages: Pages<Row> | undefined
  raw: ((row: Row) => object) | undefined
}

/** Saves the list as CSV or as JSON lines: all rows that match the filters, not only those of the page. */
function SaveRows<Row>({ name, columns, rows, pages, raw }: SaveProps<Row>) {
  const t = useTranslations('desk')
  const { busy, errors, tell, run } = useAction()
  const [read, setRead] = useState(0)
  const [fileForm, setMade] = useState<(typeof forms)[number] | null>(null)
  const save = async (form: (typeof forms)[number]): Promise<void> => {
    setMade(form)
    setRead(0)
    const all = pages ? await wholeList(pages, setRead) : rows
    if (all === null) {
      tell({ form: t('imports.whole.bound', { n: count(EXPORT_ROWS) }) })
      return
    }
    saveRows(name, form, columns, all, raw)
    notice.set({ text: t('imports.whole.done', { n: all.length, name: `${name}.${form}` }), tone: 'good' })
  }
  return (
    <span className="action">
      <span className="actions">
        {forms.map((form) => (
          <Button
            key={form}
            kind="ghost"
            size="small"
            busy={busy && fileForm === form}
            off={busy}
            onClick={() => void run(() => save(form))}
          >
            {t(`kit.${form}`)}
          </Button>
        ))}
      </span>
      {busy && read > 0 && <output className="soft">{t('imports.whole.busy', { n: count(read) })}</output>}
      <FormError text={errors.form} />
    </span>
  )
}

type RowsProps<Row, Id> = {
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  id: (row: Row) => Id
  href: ((row: Row) => string) | undefined
  choice: Choice<Id> | undefined
}

function Rows<Row, Id extends string | number>({ caption, rows, columns, id, href, choice }: RowsProps<Row, Id>) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const table = useRef<HTMLTableElement>(null)
  const walk = (event: KeyboardEvent): void => {
    const by = { j: 1, k: -1 }[event.key]
    const at = event.target instanceof HTMLElement ? event.target.closest('tr') : null
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || !at) return
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return
    const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody [data-row]') ?? [])]
    const now = links.findIndex((link) => at.contains(link))
    event.preventDefault()
    links[Math.min(links.length - 1, Math.max(0, now + by))]?.focus()
  }
  const toggle = (rowId: Id, on: boolean): void => {
    if (!choice) return
    choice.set(on ? [...choice.ids, rowId].slice(0, choice.most) : choice.ids.filter((other) => other !== rowId))
  }
  return (
    <div className="list-scroll">
      {/* The keys are only an alternative: each row's link can be focused and pressed without them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table ref={table} className="list" onKeyDown={walk}>
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {choice && (
              <th scope="col" className="choose">
                <ChooseAll rows={rows.map(id)} choice={choice} />
              </th>
            )}
            {columns.map(({ key, label, numeric }) => (
              <th key={key} scope="col" className={numeric ? 'num' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const rowId = id(row)
            return (
              <tr
                key={rowId}
                onDoubleClick={() => {
                  if (href) go(href(row))
                }}
              >
                {choice && (
                  <td className="choose" data-label={t('kit.choose')}>
                    <input
                      type="checkbox"
                      aria-label={t('kit.chooseRow', { row: String(rowId) })}
                      checked={choice.ids.includes(rowId)}
                      onChange={(event) => toggle(rowId, event.target.checked)}
                    />
                  </td>
                )}
                {columns.map(({ key, label, cell, under, numeric }, at) =>
                  at === 0 ? (
                    <th key={key} scope="row" data-label={label}>
                      {href ? (
                        <Link className="link" href={href(row)} data-row="">
                          {cell(row)}
                        </Link>
                      ) : (
                        cell(row)
                      )}
                      {under && <span className="soft">{under(row)}</span>}
                    </th>
                  ) : (
                    <td key={key} data-label={label} className={numeric ? 'num' : undefined}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Chooses all rows of the page, up to the maximum, or none. */
function ChooseAll<Id>({ rows, choice: { ids, set, most } }: { rows: readonly Id[]; choice: Choice<Id> }) {
  const t = useTranslations('desk')
  const here = rows.filter((rowId) => ids.includes(rowId))
  const all = here.length > 0 && (here.length === rows.length || ids.length >= most)
  return (
    <input
      type="checkbox"
      aria-label={t('kit.chooseAll')}
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = here.length > 0 && !all
      }}
      onChange={() => {
        const others = ids.filter((rowId) => !rows.includes(rowId))
        set(all ? others : [...new Set([...ids, ...rows])].slice(0, most))
      }}
    />
  )
}

type ColumnsProps<Row> = {
  columns: readonly Column<Row>[]
  chosen: readonly string[]
  choose: (key: string, on: boolean) => void
}

function Columns<Row>({ columns, chosen, choose }: ColumnsProps<Row>) {
  const t = useTranslations('desk')
  const extra = columns.filter((column) => column.extra)
  if (extra.length === 0) return null
  return (
    <details className="columns">
      <summary className="btn btn-ghost btn-small">{t('kit.columns')}</summary>
      <div className="card columns-menu">
        {extra.map(({ key, label }) => (
          <label key={key} className="choice">
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={(event) => choose(key, event.target.checked)}
            />
            {label}
          </label>
        ))}
      </div>
    </details>
  )
}

function Turn({
  next,
  after,
  turn,
}: {
  next: string | null
  after: string
  turn: ((after: string) => void) | undefined
}) {
  const t = useTranslations('desk')
  if (!turn || (next === null && after === '')) return null
  return (
    <div className="actions">
      {after !== '' && (
        <Button kind="quiet" onClick={() => turn('')}>
          {t('kit.newest')}
        </Button>
      )}
      {next !== null && (
        <Button kind="quiet" onClick={() => turn(next)}>
          {t('kit.older')}
        </Button>
      )}
    </div>
  )
}
