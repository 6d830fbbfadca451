/** Removes the apostrophe that keeps a spreadsheet from reading a text as a formula. */
export const unguarded = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
/** Adds that apostrophe where a spreadsheet would read a formula. `unguarded` gives the text back to the letter. */
const guarded = (cell: string): string => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

/**
 * A value as a cell of a CSV file. A field with a line break, a quote or a separator stands in quotes (RFC 4180, 2.6);
 * the semicolon and the tabulator are separators of some spreadsheets. A text that looks like a formula gets an
 * apostrophe. null is an empty cell.
 */
export function csvCell(value: string | number | boolean | null): string {
  const text = value === null ? '' : typeof value === 'string' ? guarded(value) : String(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as the text of a CSV file: cells by commas, each row with a line break at its end. */
export const csvRows = (rows: readonly (readonly (string | number | boolean | null)[])[]): string =>
  rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

/** What spreadsheets need at the beginning of a file to read UTF-8 (Unicode, 23.8). */
export const BYTE_ORDER_MARK = '\uFEFF'
