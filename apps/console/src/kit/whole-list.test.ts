import { EXPORT_ROWS } from '@hc/contract/desk/paging'
import { describe, expect, it } from 'vitest'
import { csvCell } from '@hc/domain/csv-cell'
import { csvOf, jsonlOf, major } from './csv.ts'
import { wholeList } from './whole-list.ts'

/** A list of `rows` rows, read by cursor. */
const listOf = (rows: number) => {
  const cursors: string[] = []
  const pages = async (after: string, size: number) => {
    cursors.push(after)
    const from = Number(after || '0')
    const page = Array.from({ length: Math.min(size, rows - from) }, (_row, at) => from + at)
    return await Promise.resolve({ rows: page, next: from + size < rows ? String(from + size) : null })
  }
  return { asked: cursors, pages }
}

describe('an export of a list', () => {
  it('has every row of every page exactly once', async () => {
    const { asked, pages } = listOf(2_500)
    const counts: number[] = []
    const all = await wholeList(pages, (n) => counts.push(n))
    expect(all).toEqual(Array.from({ length: 2_500 }, (_row, at) => at))
    expect([asked, counts]).toEqual([
      ['', '1000', '2000'],
      [1000, 2000, 2500],
    ])
  })
  it('stops at the maximum number of rows of a file and says that there are more', async () => {
    expect(await wholeList(listOf(EXPORT_ROWS).pages, () => undefined)).toHaveLength(EXPORT_ROWS)
    expect(await wholeList(listOf(EXPORT_ROWS + 1).pages, () => undefined)).toBeNull()
  })
  it('has no cell that a spreadsheet runs as a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '=cmd|"/c calc"!A1'])
      expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
    expect([csvCell(-1), csvCell('a"b'), csvCell(null)]).toEqual(['-1', '"a""b"', ''])
    const file = csvOf([{ label: '=no', text: (row: string) => row }], ['=x', 'y'])
    expect(file).toBe("\uFEFF'=no\r\n'=x\r\ny\r\n")
  })
  it('has the same rows as JSON lines, with unescaped texts and the same field names in every language', () => {
    const columns = [
      { key: 'id', label: 'Nummer', text: (row: string) => row },
      { key: 'length', label: 'Länge', text: (row: string) => row.length },
      { key: 'shown', label: 'Nur auf der Seite' },
      { key: 'none', label: 'Nichts', text: () => null },
    ]
    expect(jsonlOf(columns, ['=x', 'a"b\n'])).toBe(
      '{"id":"=x","length":2,"none":null}\n{"id":"a\\"b\\n","length":4,"none":null}\n',
    )
  })
  it('has amounts in whole units of their currency: yen have no cents, dinars have three decimals', () =>
    expect([major(499, 'USD'), major(1_500, 'JPY'), major(1_500, 'KWD'), major(null, '')]).toEqual([
      4.99,
      1_500,
      1.5,
      null,
    ]))
})
