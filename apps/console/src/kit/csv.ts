import { BYTE_ORDER_MARK, csvRows } from '@hc/domain/csv-cell'
import { toMajor } from '@hc/domain/money/currency-digits'

type FileColumn<Row> = { key: string; label: string; text?: (row: Row) => string | number | null }

/** Rows as CSV (RFC 4180), with the columns' names first. */
export function csvOf<Row>(columns: readonly Omit<FileColumn<Row>, 'key'>[], rows: readonly Row[]): string {
  const columnsWithText = columns.filter(({ text }) => text)
  return (
    BYTE_ORDER_MARK +
    csvRows([
      columnsWithText.map(({ label }) => label),
      ...rows.map((row) => columnsWithText.map(({ text }) => text?.(row) ?? null)),
    ])
  )
}

/** Some browsers read a file's address after the click, so it stays for a minute. */
const ADDRESS_STAYS_MS = 60_000

/** Saves a file in the browser. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_STAYS_MS)
}

/** Rows as one line of JSON each, with the columns' keys, which are the same in every language. */
export function jsonlOf<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  const fileColumns = columns.filter(({ text }) => text)
  const line = (row: Row): string =>
    JSON.stringify(Object.fromEntries(fileColumns.map(({ key, text }) => [key, text?.(row) ?? null])))
  return rows.map((row) => `${line(row)}\n`).join('')
}

/** The formats of a list's file. */
export const forms = ['csv', 'jsonl'] as const
type Form = (typeof forms)[number]

export function saveRows<Row>(
  name: string,
  form: Form,
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
  raw?: (row: Row) => object,
): void {
  if (form === 'csv') saveFile(`${name}.csv`, 'text/csv;charset=utf-8', csvOf(columns, rows))
  else {
    const lines = raw ? rows.map((row) => `${JSON.stringify(raw(row))}\n`).join('') : jsonlOf(columns, rows)
    saveFile(`${name}.jsonl`, 'application/jsonl;charset=utf-8', lines)
  }
}

/** An amount in a file, in whole units of its currency, which has its own column. */
export const major = (minor: number | null, currency: string): number | null =>
  minor === null ? null : toMajor(minor, currency || 'USD')

/** A moment in a file: UTC, from whole seconds; empty for one that has not come. */
export const utc = (seconds: number | null): string => (seconds === null ? '' : new Date(seconds * 1000).toISOString())
