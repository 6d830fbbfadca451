import { useState } from 'react'

/** Rows of one page of a list. */
const PAGE = 50

/** The rows to show of `rows`, while those of before keep their places, and how many are newer than those. */
export function steadyOf<Row>(before: readonly Row[], rows: readonly Row[], id: (row: Row) => string | number) {
  const fresh = new Map(rows.map((row) => [id(row), row]))
  const ids = new Set(before.map(id))
  const first = rows.findIndex((row) => ids.has(id(row)))
  const last = rows.findLastIndex((row) => ids.has(id(row)))
  return {
    rows: [
      // A full page may have pushed a row off its end.
      ...before.flatMap((row) => fresh.get(id(row)) ?? (rows.length >= PAGE ? [row] : [])),
      // Older rows were asked for.
      ...(last < 0 ? [] : rows.slice(last + 1)),
    ],
    newer: first < 0 ? rows.length : first,
  }
}

/**
 * Keeps the rows in place while the list is loaded again: new rows are counted, and shown on request; the older ones
 * of another page follow. A row has its newest values; a row that no longer matches disappears.
 */
export function useSteady<Row>(key: string, rows: readonly Row[] | null, id: (row: Row) => string | number) {
  const [steady, setHeld] = useState<{ key: string; rows: readonly Row[] } | null>(null)
  if (rows === null) return { rows: null, newer: 0, show: () => undefined }
  if (steady?.key !== key) {
    setHeld({ key, rows })
    return { rows, newer: 0, show: () => undefined }
  }
  return { ...steadyOf(steady.rows, rows, id), show: () => setHeld({ key, rows }) }
}
