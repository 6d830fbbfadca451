import { randomBytes } from 'node:crypto'
import { timeId } from '@hc/domain/order-no'
import { beforeEach, describe, expect, it } from 'vitest'
import { ownDatabase, queryOf } from '@hc/test/own-database'
import type { Log } from '../../platform/log.ts'
import { createWatch } from './watch.ts'

const db = ownDatabase('watch', `insert into account (uid, login, password_hash) values ('u1', 'u1', 'x')`)
const MINUTE_MS = 60_000
const log = { error: () => undefined } as unknown as Log
const BROKEN = ['paid items have one delivery, unpaid ones none', 'paid orders are booked once']

/** Changes rows beside every rule of the database, as a fault of the shop might. */
const byHand = (sql: string): Promise<unknown> =>
  db.query(`set session_replication_role = replica; ${sql}; set session_replication_role = origin`)

/** An order of some minutes ago that says it was paid, and has nothing else. */
async function unbooked(minutes: number): Promise<void> {
  const at = Date.now() - minutes * MINUTE_MS
  await byHand(`insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct,
      channel_code, created_at, expires_at, next_check_at, paid_cents, status)
    select '${timeId(at, randomBytes(10))}', account_id, uid, 'item', 'gem_60', 99, 0,
      'sandbox', to_timestamp(${at / 1000}), now(), now(), 99, 3 from account`)
}

describe('the watch', () => {
  let counts: Map<string, number>
  let round: () => Promise<void>
  beforeEach(async () => {
    await byHand('delete from orders')
    counts = new Map()
    const watch = createWatch(queryOf(db), Date.now, log, (check, n) => counts.set(check, n))
    round = async () => {
      await watch.round()
    }
  })
  const wrong = (): string[] => BROKEN.filter((name) => (counts.get(name) ?? 0) > 0)

  it('finds a broken order of the last minutes in its next round', async () => {
    await round()
    expect(wrong()).toEqual([])
    await unbooked(5)
    await round()
    expect(wrong()).toEqual(BROKEN)
  })
  it('finds a broken order of the last hour within ten rounds, and reports it in each round until it is mended', async () => {
    await round()
    await unbooked(40)
    for (let rounds = 0; rounds < 10; rounds++) await round()
    expect(wrong()).toEqual(BROKEN)
    for (let rounds = 0; rounds < 3; rounds++) {
      await round()
      expect(wrong()).toEqual(BROKEN)
    }
    await byHand('delete from orders')
    await round()
    expect(wrong()).toEqual([])
  })
})
