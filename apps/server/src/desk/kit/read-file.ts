import { AppError } from '@hc/contract/errors'
import { MOST_FILE_BYTES } from '@hc/contract/desk/imports'
import { unguarded } from '@hc/domain/csv-cell'
import { CsvError, parse } from 'csv-parse/sync'

/** Characters that a line of JSONL or a cell may have. */
const MOST_LINE = 64 * 1024
const MOST_ROWS = 100_000

/** Levels of lists within lists that a line of JSONL may have: no import has more than three. */
const MOST_LEVELS = 20

/** A line, or the error of the whole line. */
export type FileRow = { line: number; cells: Record<string, unknown>; wrong: string | null }
export type FileRows = { form: 'csv' | 'jsonl'; columns: readonly string[]; rows: FileRow[] }

const refused = (why: string, more: Record<string, string | number> = {}): AppError =>
  new AppError('FileRefused', { why, ...more })

/** The line of the first byte that is no UTF-8; 0 where all is. */
function brokenAt(bytes: Buffer): number {
  let line = 1
  let start = 0
  for (;;) {
    const end = bytes.indexOf(0x0a, start)
    const part = bytes.subarray(start, end === -1 ? bytes.length : end)
    if (!part.equals(Buffer.from(part.toString('utf8'), 'utf8'))) return line
    if (end === -1) return 0
    line++
    start = end + 1
  }
}

/** The text of a file. @throws AppError FileRefused: too_big, empty, encoding (with its line), binary */
export function textOf(bytes: Buffer): string {
  if (bytes.length > MOST_FILE_BYTES) throw refused('too_big', { most: MOST_FILE_BYTES })
  const begins = bytes.subarray(0, 2).toString('latin1')
  if (begins === '\xFF\xFE' || begins === '\xFE\xFF') throw refused('utf16')
  const line = brokenAt(bytes)
  if (line > 0) throw refused('encoding', { line })
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (text.includes('\0')) throw refused('binary')
  if (text.trim() === '') throw refused('empty')
  return text
}

/** The most brackets that are open at once; brackets within texts count, too, as far as they do not close. */
function levelsOf(json: string): number {
  let [open, most] = [0, 0]
  for (const [part] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (part === '[' || part === '{') most = Math.max(most, ++open)
    else if (part === ']' || part === '}') open--
  }
  return most
}

function jsonlRows(text: string): FileRow[] {
  const rows: FileRow[] = []
  for (const [index, raw] of text.split('\n').entries()) {
    if (raw.trim() === '') continue
    const line = index + 1
    if (raw.length > MOST_LINE) {
      rows.push({ line, cells: {}, wrong: 'line_too_long' })
      continue
    }
    if (levelsOf(raw) > MOST_LEVELS) {
      rows.push({ line, cells: {}, wrong: 'no_json' })
      continue
    }
    try {
      const value: unknown = JSON.parse(raw)
      const plain = typeof value === 'object' && value !== null && !Array.isArray(value)
      rows.push(plain ? { line, cells: { ...value }, wrong: null } : { line, cells: {}, wrong: 'no_object' })
    } catch {
      rows.push({ line, cells: {}, wrong: 'no_json' })
    }
  }
  return rows
}

/** Of `,` and `;` the one that the heading has more of, outside of quotes. */
function separatorOf(text: string): ',' | ';' {
  const heading = (text.split(/\r?\n|\r/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  return heading.split(';').length > heading.split(',').length ? ';' : ','
}

/** @throws AppError FileRefused: csv (with the line that cannot be read), heading */
function csvRows(text: string): Pick<FileRows, 'columns' | 'rows'> {
  let records: { record: string[]; info: { lines: number } }[]
  try {
    records = parse(text, {
      delimiter: separatorOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MOST_LINE,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as typeof records
  } catch (error) {
    if (error instanceof CsvError) throw refused('csv', { line: Number(error.lines ?? 0) })
    throw error
  }
  const heading = (records[0]?.record ?? []).map((name) => name.trim())
  // Spreadsheets leave empty columns at the right, and empty rows at the end.
  const width = records.reduce(
    (most, { record }) => Math.max(most, record.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  )
  const columns = heading.slice(0, width)
  if (columns.length === 0 || columns.includes('') || new Set(columns).size !== columns.length) throw refused('heading')
  let above = records[0]?.info.lines ?? 1
  const rows = records.slice(1).map(({ record, info }): FileRow => {
    // Where a record has line breaks in its cells, its line is the one that it begins with.
    const line = above + 1
    above = info.lines
    const cells = Object.fromEntries(columns.map((name, at) => [name, unguarded(record[at] ?? '')]))
    return { line, cells, wrong: record.length < columns.length || record.length > heading.length ? 'cells' : null }
  })
  const isEmpty = ({ cells }: FileRow): boolean => Object.values(cells).every((cell) => String(cell).trim() === '')
  return { columns, rows: rows.filter((row) => !isEmpty(row)) }
}

/**
 * The rows of a file: JSON lines, or CSV (RFC 4180) with a heading.
 *
 * @throws AppError FileRefused
 */
export function readRows(bytes: Buffer): FileRows {
  const text = textOf(bytes)
  const form = text.trimStart().startsWith('{') ? 'jsonl' : 'csv'
  const read = form === 'csv' ? csvRows(text) : { columns: [] as string[], rows: jsonlRows(text) }
  const columns = form === 'csv' ? read.columns : [...new Set(read.rows.flatMap(({ cells }) => Object.keys(cells)))]
  if (read.rows.length === 0) throw refused('empty')
  if (read.rows.length > MOST_ROWS) throw refused('too_many', { most: MOST_ROWS })
  return { form, columns, rows: read.rows }
}
