import { useState } from 'react'

/** Rows of one page of a list. */
const PAGE = 50

/**
 * Keeps the rows in place while the list is loaded again: new rows are counted, and shown on request. A
 * row has its newest values; a row that no longer matches disappears.
 */
export function useSteady<Row>(key: string, rows: readonly Row[] | null, id: (row: Row) => string | number) {
  const [steady, setHeld] = useState<{ key: string; rows: readonly Row[] } | null>(null)
  if (rows === null) return { rows: null, newer: 0, show: () => undefined }
  if (steady?.key !== key) {
    setHeld({ key, rows })
    return { rows, newer: 0, show: () => undefined }
  }
  const fresh = new Map(rows.map((row) => [id(row), row]))
  const ids = new Set(steady.rows.map(id))
  const first = rows.findIndex((row) => ids.has(id(row)))
  return {
    // A full page may have pushed a row off its end.
    rows: steady.rows.flatMap((row) => fresh.get(id(row)) ?? (rows.length >= PAGE ? [row] : [])),
    /** Newer rows than the shown ones. */
    newer: first < 0 ? rows.length : first,
    show: () => setHeld({ key, rows }),
  }
}
