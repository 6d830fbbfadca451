import { Icon } from '@hc/ui/icon'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lasting } from '../../lib/storage.ts'
import { Pop } from '../pop.tsx'
import { moved } from '../reorder.ts'
import type { Column } from './column.tsx'

/** What this browser keeps of a table: its columns in their order, each shown or not. */
export type Arrangement = readonly { key: string; on: boolean }[]

const keyOf = (name: string): string => `table ${name}`

/** The columns in this browser's order; a column that it does not know stands where the page has it. */
export function arrangementOf<Row>(name: string, columns: readonly Column<Row>[]): Arrangement {
  const onPage = columns.filter(({ fileOnly }) => !fileOnly)
  const usual = onPage.map(({ key, extra }) => ({ key, on: !extra }))
  const stored = JSON.parse(lasting.read(keyOf(name)) ?? '[]') as Arrangement
  const knownOnes = stored.filter(({ key }) => onPage.some((column) => column.key === key))
  if (knownOnes.length === 0) return usual
  const added = usual.filter(({ key }) => !knownOnes.some((column) => column.key === key))
  return [...knownOnes, ...added]
}

/** The arrangement of a table, kept in this browser. */
export function useArrangement<Row>(name: string, columns: readonly Column<Row>[]) {
  const [, setChanges] = useState(0)
  const arrangement = arrangementOf(name, columns)
  const set = (next: Arrangement | null): void => {
    if (next === null) lasting.remove(keyOf(name))
    else lasting.write(keyOf(name), JSON.stringify(next))
    setChanges((changes) => changes + 1)
  }
  const visible = arrangement.flatMap(({ key, on }) => (on ? columns.filter((column) => column.key === key) : []))
  return { arrangement, visible, set }
}

type Props<Row> = {
  columns: readonly Column<Row>[]
  arrangement: Arrangement
  set: (next: Arrangement | null) => void
}

/** Shows, hides and moves the columns of a table: by dragging, or by Alt and an arrow. The first one stays. */
export function ColumnsMenu<Row>({ columns, arrangement, set }: Props<Row>) {
  const t = useTranslations('desk')
  const [dragged, setDragged] = useState<number | null>(null)
  const label = (key: string): string => columns.find((column) => column.key === key)?.label ?? key
  const move = (event: KeyboardEvent<HTMLElement>, from: number): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined || !event.altKey) return
    event.preventDefault()
    set(moved(arrangement, from, from + by))
  }
  return (
    <Pop label={t('kit.columns')} className="btn btn-ghost btn-small" end>
      {() => (
        <div className="drop-list">
          <p className="soft">{t('list.columnsHint')}</p>
          <ul>
            {arrangement.map(({ key, on }, at) => (
              // Dragging is the pointer's way; the keys of the box inside do the same.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
              <li
                key={key}
                draggable
                className="column-choice"
                onDragStart={() => setDragged(at)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => {
                  if (dragged !== null) set(moved(arrangement, dragged, at))
                  setDragged(null)
                }}
              >
                <label className="choice">
                  <input
                    type="checkbox"
                    checked={on}
                    disabled={on && arrangement.filter((column) => column.on).length === 1}
                    onKeyDown={(event) => move(event, at)}
                    onChange={(event) =>
                      set(
                        arrangement.map((column) => (column.key === key ? { key, on: event.target.checked } : column)),
                      )
                    }
                  />
                  {label(key)}
                </label>
                <Icon name="menu" className="size-4 grip" />
              </li>
            ))}
          </ul>
          <button type="button" className="drop-item" onClick={() => set(null)}>
            {t('list.columnsReset')}
          </button>
        </div>
      )}
    </Pop>
  )
}
