import { describe, expect, it } from 'vitest'
import { ownDatabase } from '@hc/test/own-database'

const db = ownDatabase('clear')

const came = async (days: number, state: string): Promise<void> => {
  await db.query(
    `insert into inbox (channel_code, event_id, kind, order_no, raw, state, received_at)
      values ('stripe', $1, 'ignored', 'o1', 'body', $2, now() - make_interval(days => $3))`,
    [`${days} ${state}`, state, days],
  )
}
const clear = async (days: number): Promise<number> =>
  (await db.query(`select clear_bodies(now() - interval '90 days', $1) as n`, [days])).rows[0]?.n
const left = async (): Promise<string[]> =>
  (await db.query(`select event_id from inbox where raw <> '' order by inbox_id`)).rows.map((row) => row.event_id)

describe('the bodies of webhooks', () => {
  it('are deleted after 90 days, a few days at a time, and never earlier', async () => {
    for (const days of [200, 150, 91, 89, 1]) await came(days, 'done')
    expect(await clear(10)).toBe(1)
    expect(await left()).toEqual(['150 done', '91 done', '89 done', '1 done'])
    expect(await clear(200)).toBe(2)
    expect(await clear(200)).toBe(0)
    expect(await left()).toEqual(['89 done', '1 done'])
  })
  it('stay while the webhook is parked, and are deleted once it is processed', async () => {
    await db.query(`update inbox_cleared set until = '-infinity'`)
    await db.query('delete from inbox')
    for (const [days, state] of [
      [120, 'done'],
      [110, 'parked'],
      [100, 'done'],
    ] as const)
      await came(days, state)
    await clear(200)
    expect(await left()).toEqual(['110 parked', '100 done'])
    await db.query(`update inbox set state = 'done'`)
    await clear(200)
    expect(await left()).toEqual([])
  })
})
