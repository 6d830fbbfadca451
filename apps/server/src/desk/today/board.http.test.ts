import { randomInt } from 'node:crypto'
import { boardRanges, type BoardRange } from '@hc/contract/desk/board-ranges'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeFigureRows } from '@hc/test/figure-rows'
import { withDesk } from '@hc/test/fixtures'
import { runChore } from '@hc/test/run-chore'

const at = withDesk()
const DAY_S = 86_400
const HOUR_S = 3600
const DAYS = 64
const midnight = Date.parse(new Date().toISOString().slice(0, 10))
const seed = randomInt(2 ** 31)

type Order = {
  order_no: string
  created: number
  account_id: number
  paid: number
  back: number
  channel: string
  currency: string
  type: string
  goods: string
  took: number | null
}
let orders: Order[] = []

beforeAll(async () => {
  await at.rows(`update chore set due_at = now() + interval '1 day' where name = 'count_funnel'`)
  const client = await at.shop.db.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await writeFigureRows(client, { seed, begun: midnight, days: DAYS })
    await client.query(`update orders set currency = 'EUR' where channel_code = 'stripe'`)
    await client.query('commit')
  } finally {
    client.release(true)
  }
  // A round counts sixty days at most.
  for (let round = 0; round < 2; round++) await runChore(at.shop.db, 'count_funnel')
  orders = (await at.rows(`select order_no, extract(epoch from created_at)::float8 as created, account_id::int,
      paid_cents::int as paid, refunded_cents::int as back, channel_code as channel, currency, order_type as type,
      cp_goods_id as goods, case when order_type = 'item' and paid_at is not null
        then extract(epoch from delivered_at - paid_at)::float8 end as took
    from orders order by order_no`)) as unknown as Order[]
})

const read = async (range: BoardRange, zone = 'UTC') =>
  (await at.as('owner').call('today/board', { range, zone })).result
const between = (from: number, to: number): Order[] => orders.filter(({ created }) => created >= from && created < to)
const paidOf = (list: readonly Order[]): Order[] => list.filter(({ paid }) => paid > 0)
const sum = (list: readonly number[]): number => list.reduce((all, n) => all + n, 0)
const money = (list: readonly Order[], of: 'paid' | 'back', currency: string): number =>
  sum(list.filter((order) => order.channel !== 'hcpoint' && order.currency === currency).map((order) => order[of]))
const local = (seconds: number, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(seconds * 1000)
const dayOf = (seconds: number, zone: string): string => local(seconds, zone).slice(0, 10)
const zones = ['UTC', 'Asia/Kolkata', 'America/Los_Angeles', 'Asia/Kathmandu']

describe('Home', () => {
  for (const zone of zones)
    for (const range of boardRanges)
      it(`counts the orders of the range ${range} in ${zone}, and those before it`, async () => {
        const board = await read(range, zone)
        const { from, to, before_from: beforeFrom, before_to: beforeTo } = board
        const [ownOrders, before] = [between(from, to), between(beforeFrom, beforeTo)]
        const paid = paidOf(ownOrders)
        expect(board.orders, `seed ${seed}`).toBe(paid.length)
        expect(board.orders_before).toBe(paidOf(before).length)
        expect(board.funnel).toMatchObject({ made: ownOrders.length, paid: paid.length })
        expect(board.funnel.delivered).toBe(paid.filter(({ took, type }) => took !== null || type === 'coin').length)
        const earlier = new Set<number>()
        const newcomers = paidOf(orders).filter(({ account_id: id }) => !earlier.has(id) && earlier.add(id))
        expect(board.newcomers).toBe(newcomers.filter((order) => ownOrders.includes(order)).length)
        for (const currency of ['USD', 'EUR']) {
          const row = board.sums.find((entry) => entry.currency === currency)
          expect(row?.minor ?? 0).toBe(money(ownOrders, 'paid', currency))
          expect(row?.before_minor ?? 0).toBe(money(before, 'paid', currency))
          const back = board.refunded.find((entry) => entry.currency === currency)
          expect(back?.minor ?? 0).toBe(money(ownOrders, 'back', currency))
        }
        expect(sum(board.series.map((point) => point.orders))).toBe(paid.length)
        expect(sum(board.series.map((point) => point.gross_minor ?? 0))).toBe(money(ownOrders, 'paid', 'USD'))
        board.series.forEach((point, n) => {
          const end = board.series[n + 1]?.at ?? to
          expect(point.orders).toBe(paidOf(between(point.at, Math.min(end, to))).length)
        })
        expect(sum(board.methods.map(({ made }) => made))).toBe(ownOrders.length)
        for (const method of board.methods) {
          const rows = ownOrders.filter(({ channel }) => channel === method.channel)
          expect(method).toMatchObject({ made: rows.length, paid: paidOf(rows).length })
        }
        expect(board.items.map(({ orders: n }) => n)).toEqual(paid.length === 0 ? [] : [paid.length])
        expect(board.latest.map(({ order_no }) => order_no)).toEqual(
          ownOrders
            .slice(-6)
            .toReversed()
            .map(({ order_no }) => order_no),
        )
        const times = ownOrders.flatMap(({ took }) => (took === null ? [] : [took])).toSorted((a, b) => a - b)
        const half = times[Math.ceil(times.length / 2) - 1]
        if (half === undefined) expect(board.delivery.p50).toBeNull()
        else expect(Math.abs((board.delivery.p50 ?? 0) / half - 1)).toBeLessThan(0.05)
      })

  it('has ranges of hours and days of the person’s zone', async () => {
    const now = Date.now() / 1000
    for (const zone of zones) {
      const [day, today, yesterday, week, month] = await Promise.all(boardRanges.map((range) => read(range, zone)))
      expect([day?.step, day?.series.length]).toEqual(['hour', 24])
      expect((day?.to ?? 0) - (day?.from ?? 0)).toBeGreaterThan(23 * HOUR_S - 1)
      expect(local(day?.from ?? 0, zone).slice(14)).toBe('00')
      expect(local(today?.from ?? 0, zone)).toBe(`${dayOf(now, zone)} 00:00`)
      expect(local(yesterday?.from ?? 0, zone)).toMatch(/ 00:00$/)
      expect(yesterday?.to).toBe(today?.from)
      expect([week?.step, week?.series.length, month?.series.length]).toEqual(['day', 7, 30])
      for (const { at: start } of month?.series ?? []) expect(local(start, zone)).toMatch(/ 00:00$/)
      expect(local(today?.before_from ?? 0, zone)).toBe(`${dayOf((today?.from ?? 0) - 7 * DAY_S + HOUR_S, zone)} 00:00`)
      expect(local(week?.before_to ?? 0, zone).slice(11)).toBe(local(week?.to ?? 0, zone).slice(11))
    }
  })

  it('takes a zone by its present name, and none that is no zone', async () => {
    expect((await at.as('owner').call('today/board', { zone: 'Asia/Calcutta' })).code).toBe(0)
    expect((await at.as('owner').call('today/board', { zone: 'Mars/Base' })).code).not.toBe(0)
  })

  it('shows what the shop takes to people who may see its money, and to nobody else', async () => {
    for (const role of ['support', 'lead', 'content', 'ops'] as const) {
      const board = (await at.as(role).call('today/board', { range: 'month' })).result
      expect(board.orders).toBeGreaterThan(0)
      expect([board.sums, board.refunded], role).toEqual([[], []])
      expect(board.items.flatMap(({ sums }) => sums)).toEqual([])
      for (const point of board.series) expect(Object.keys(point).toSorted()).toEqual(['at', 'orders', 'orders_before'])
    }
    for (const role of ['auditor', 'campaign', 'finance'] as const)
      expect((await at.as(role).call('today/board', { range: 'month' })).result.sums.length).toBeGreaterThan(0)
  })

  it('shows the latest orders only to people who may read orders', async () => {
    expect((await at.as('support').call('today/board', { range: 'month' })).result.latest).toHaveLength(6)
    expect((await at.as('content').call('today/board', { range: 'month' })).result.latest).toEqual([])
  })

  it('keeps an answer for half a minute, for each range and zone', async () => {
    const [first, other] = [await read('month', 'Europe/Berlin'), await read('month', 'Asia/Tokyo')]
    await at.shop.db.query('update desk.board_slot set made = made + 1000')
    try {
      expect(await read('month', 'Europe/Berlin')).toEqual(first)
      expect(await read('month', 'Asia/Tokyo')).toEqual(other)
      expect((await read('month', 'Asia/Seoul')).funnel.made).toBeGreaterThan(first.funnel.made)
    } finally {
      await at.shop.db.query('update desk.board_slot set made = made - 1000')
    }
  })

  it('counts a visit once, in the hour it began, and says null where none was counted', async () => {
    expect((await read('day', 'Europe/Paris')).funnel.visits).toBeNull()
    await at.rows(`insert into desk.board_slot (part, slot, made)
      values ('visit', date_bin('15 minutes', now() - interval '2 hours', timestamptz 'epoch'), 7)`)
    expect((await read('day', 'Europe/Madrid')).funnel.visits).toBe(7)
    await at.rows(`delete from desk.board_slot where part = 'visit'`)
  })
})

describe('the count of To do', () => {
  it('is of the rows that a person may act on and nobody else has taken', async () => {
    const [lead, support, owner] = [at.as('lead'), at.as('support'), at.owner]
    await at.rows(`insert into dispute (channel_code, dispute_id, txn, order_no, stage, amount_cents, currency, reason,
        opened_at, due_at) select 'sandbox', 'dp_board', 'txn_board', o.order_no, 'opened', 499, 'USD', 'fraudulent',
        now(), now() + interval '2 days' from orders o where o.paid_cents > 0 order by 1 limit 1`)
    const todo = async (who: typeof owner): Promise<number> => {
      const rows = (await who.call('waiting/list', { kind: '', merged: true })).result.rows
      return rows.filter(({ mine }) => mine).length
    }
    const disputeOf = async (who: typeof owner) =>
      (await who.call('waiting/list', { kind: 'open_disputes' })).result.rows.find((row) => row.subject === 'dp_board')
    const dispute = await disputeOf(owner)
    expect(dispute?.mine).toBe(true)
    expect(dispute?.due).toBeGreaterThan(Date.now() / 1000 + DAY_S)
    expect((await disputeOf(support))?.mine).toBe(false)
    for (const who of [lead, support, owner])
      expect((await who.call('pulse/read', {})).result.todo).toBe(await todo(who))
    await at.as('finance').call('waiting/claim', { kind: 'open_disputes', subject: 'dp_board', on: true })
    expect((await disputeOf(owner))?.mine).toBe(false)
    expect((await disputeOf(at.as('finance')))?.mine).toBe(true)
  })
})
