import { describe, expect, it } from 'vitest'
import { ownDatabase } from '@hc/test/own-database'

const db = ownDatabase('journals', 'alter table ledger_journal disable trigger user')

const since = async (at: string): Promise<number | null> =>
  (await db.query(`select desk.journal_since($1) as id`, [at])).rows[0].id

describe('the first journal at or after a moment', () => {
  it('is none where there is no journal', async () => {
    expect(await since('2026-01-01Z')).toBeNull()
  })

  it('is found for each moment of books with gaps in numbers and in time, several at one moment among them', async () => {
    await db.query(`insert into ledger_journal (journal_id, reason, source_id, created_at) overriding system value
      select sum(1 + i % 7 * (i % 5)) over (order by i), 'sale', i::text,
          '2026-01-01Z'::timestamptz + make_interval(mins => (i / 3))
        from generate_series(1, 400) i`)
    const { rows } = await db.query(`select t::text as at, (select min(j.journal_id) from ledger_journal j
        where j.created_at >= t) as expected, desk.journal_since(t) as found
      from generate_series('2025-12-31 23:50Z'::timestamptz, '2026-01-01 02:30Z', interval '30 seconds') t`)
    expect(rows.length).toBeGreaterThan(300)
    expect(rows.filter(({ expected, found }) => expected !== found)).toEqual([])
  })
})
