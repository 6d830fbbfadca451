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

/** What was stored; nothing where something else wrote there. */
function storedOf(name: string): Arrangement {
  try {
    const stored: unknown = JSON.parse(lasting.read(keyOf(name)) ?? '[]')
    return Array.isArray(stored) ? (stored as Arrangement).filter((entry) => typeof entry?.key === 'string') : []
  } catch {
    return []
  }
}

/**
 * The columns behind the first in this browser's order; a new one stands at the end. The first has the row's link, so
 * it stays where it is.
 */
function arrangementOf<Row>(name: string, columns: readonly Column<Row>[]): Arrangement {
  const usual = columns
    .slice(1)
    .filter(({ fileOnly }) => !fileOnly)
    .map(({ key, extra }) => ({ key, on: !extra }))
  const stored = storedOf(name).filter(({ key }) => usual.some((column) => column.key === key))
  return [...stored, ...usual.filter(({ key }) => !stored.some((column) => column.key === key))]
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
  const others = arrangement.flatMap(({ key, on }) => (on ? columns.filter((column) => column.key === key) : []))
  return { arrangement, visible: [...columns.slice(0, 1), ...others], set }
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
