import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvCell, csvRows, unguarded } from '@hc/domain/csv-cell'

const signs = fc.constantFrom(
  'a',
  '=',
  "'",
  '"',
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '+',
  '-',
  '@',
  '\u00a0',
  '値',
  '‘',
)
const cell = fc.array(signs, { maxLength: 8 }).map((parts) => parts.join(''))

it('a CSV file is read back letter by letter, line breaks, separators and quotes included', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
      const read = parse(csvRows(rows), { record_delimiter: '\r\n' }) as string[][]
      expect(read.map((cells) => cells.map(unguarded))).toEqual(rows)
    }),
    { numRuns: 500 },
  ))

it('no cell of a text begins a formula, whichever separator a spreadsheet takes', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const inFile = csvCell(text)
      expect(inFile.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/)
      if (!inFile.startsWith('"')) expect(inFile).not.toMatch(/[;\t,\r\n]/)
    }),
  )
  expect([csvCell(-1), csvCell(true), csvCell(null), csvCell('a"b')]).toEqual(['-1', 'true', '', '"a""b"'])
})
