import { expect, it } from 'vitest'
import { steadyOf } from './use-steady-rows.ts'

type Row = { id: number; state: string }
const row = (id: number, state = 'open'): Row => ({ id, state })
const steady = (before: readonly Row[], rows: readonly Row[]) => steadyOf(before, rows, ({ id }) => id)

it('newer rows are counted and wait, and the shown ones have their newest values', () =>
  expect(steady([row(2), row(1)], [row(3), row(2, 'done'), row(1)])).toEqual({
    rows: [row(2, 'done'), row(1)],
    newer: 1,
  }))

it('the older rows of another page stand below the shown ones', () =>
  expect(steady([row(4), row(3)], [row(5), row(4), row(3), row(2), row(1)])).toEqual({
    rows: [row(4), row(3), row(2), row(1)],
    newer: 1,
  }))

it('a row that no longer matches disappears, unless a full page pushed it off the end', () => {
  expect(steady([row(2), row(1)], [row(2)]).rows).toEqual([row(2)])
  const page = Array.from({ length: 50 }, (_, at) => row(51 - at))
  expect(steady([row(2), row(1)], page).rows).toEqual([row(2), row(1)])
})
