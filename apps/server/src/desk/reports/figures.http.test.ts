import { randomBytes, randomInt } from 'node:crypto'
import {
  type Counts,
  dayAfter,
  type FigureGroup,
  type FigureKind,
  figureKinds,
  reportRight,
  secondsOf,
  shapeOf,
} from '@hc/contract/desk/figures'
import { timeId, timeIdFloor } from '@hc/domain/order-no'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeFigureRows } from '@hc/test/figure-rows'
import { until } from '@hc/test/shop'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()

const DAY_MS = 86_400_000
const DAYS = 20
const today = new Date().toISOString().slice(0, 10)
const midnight = Date.parse(today)
const seed = randomInt(2 ** 31)

beforeAll(async () => {
  await at.rows(`update chore set due_at = now() + interval '1 day' where name = 'count_funnel'`)
  await seedRows()
})

/** Makes the shop's workers count now, and waits for the result. */
async function count(): Promise<void> {
  const [before] = await at.rows('select at::text from desk.report_mark')
  await at.rows(`update chore set due_at = now() - interval '1 day' where name = 'count_funnel'`)
  await until('the days are counted', async () => {
    const [row] = await at.rows(
      'select at > $1::timestamptz and not exists (select from desk.report_due) as done from desk.report_mark',
      before?.at,
    )
    return row?.done === true
  })
}

const read = async (kind: FigureKind, by: FigureGroup, from = dayAfter(today, -DAYS), to = today) =>
  (await at.as('owner').call('report/counts', { kind, by, from, to })).result

/** Rows of some weeks, in every state that a report distinguishes. No worker has work today. */
async function seedRows(): Promise<void> {
  const client = await at.shop.db.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await writeFigureRows(client, { seed, begun: midnight, days: DAYS })
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

type Fact = { day: string; part: string; reason?: string; measure: string; n?: number; seconds?: number }

const sumOf = (list: readonly number[]): number => list.reduce((sum, n) => sum + n, 0)
const fields = `o.order_no, (o.created_at at time zone 'UTC')::date::text as day`
/** The facts of each report, read plainly from the rows. */
const facts: Record<FigureKind, () => Promise<Fact[]>> = {
  async delivery() {
    const rows = await at.rows(`select ${fields}, o.server_id, o.delivered_at is not null as done, b.state,
        extract(epoch from o.delivered_at - o.paid_at)::float8 as seconds
      from orders o left join outbox b on b.order_no = o.order_no and b.kind = 'deliver'
     where o.order_type = 'item' and o.paid_at is not null`)
    return rows.flatMap(({ day, server_id, done, state, seconds }) => {
      const place = { day: String(day), part: String(server_id) }
      const open = done === true ? [] : state === 'refused' ? ['refused'] : []
      const silent = done !== true && (state === 'unknown' || state === 'parked') ? ['unknown'] : []
      return [
        ...['paid', ...(done === true ? ['delivered'] : []), ...open, ...silent].map((measure) => ({
          ...place,
          measure,
        })),
        ...(done === true ? [{ ...place, measure: '', seconds: Number(seconds) }] : []),
      ]
    })
  },
  async channels() {
    const rows =
      await at.rows(`select ${fields}, o.channel_code, o.opened_at, o.paid_cents::int as paid, o.status, o.cause
      from orders o`)
    return rows.flatMap(({ day, channel_code, opened_at, paid, status, cause }) => {
      const place = { day: String(day), part: String(channel_code) }
      const failed = paid === 0 && (status === 3 || status === 6)
      return [
        { ...place, measure: 'created' },
        ...(opened_at === null ? [] : [{ ...place, measure: 'opened' }]),
        ...(paid === 0 ? [] : [{ ...place, measure: 'paid' }]),
        ...(failed ? [{ ...place, measure: 'failed', reason: String(cause) }] : []),
      ]
    })
  },
  async methods() {
    const rows = await at.rows(`select ${fields}, o.channel_code, o.method, o.opened_at, o.paid_cents::int as paid
      from orders o`)
    return rows.flatMap(({ day, channel_code, method, opened_at, paid }) => {
      const [code = ''] = typeof method === 'string' ? method.split('/') : []
      const place = { day: String(day), part: `${String(channel_code)}:${code}` }
      return [
        { ...place, measure: 'created' },
        ...(opened_at === null ? [] : [{ ...place, measure: 'opened' }]),
        ...(paid === 0 ? [] : [{ ...place, measure: 'paid' }]),
      ]
    })
  },
  async refunds() {
    const orders = await at.rows(`select ${fields}, o.channel_code, o.paid_cents::int as paid,
        o.refunded_cents::int as back from orders o where o.paid_cents > 0`)
    const refunds = await at.rows(`select order_no, payload ->> 'reason' as reason from outbox where kind = 'refund'`)
    const disputes = await at.rows(`select ${fields}, d.channel_code, d.stage, d.reason from dispute d
      join orders o using (order_no)`)
    const why = (no: unknown, channel: unknown): string => {
      if (channel === 'hcpoint') return 'operator'
      if (disputes.some(({ order_no, stage }) => order_no === no && stage === 'lost')) return 'dispute_lost'
      const reason = refunds.find(({ order_no }) => order_no === no)?.reason
      return reason === 'operator' || reason === 'part' ? reason : 'gateway'
    }
    return [
      ...orders.flatMap(({ order_no, day, channel_code, paid, back }) => {
        const place = { day: String(day), part: String(channel_code) }
        const measure = Number(back) < Number(paid) ? 'part' : 'refunded'
        const reasonFacts = back === 0 ? [] : [{ ...place, measure, reason: why(order_no, channel_code) }]
        return [{ ...place, measure: 'paid' }, ...reasonFacts]
      }),
      ...disputes.flatMap(({ day, channel_code, stage, reason }) =>
        ['disputed', ...(stage === 'opened' ? [] : [String(stage)])].map((measure) => ({
          day: String(day),
          part: String(channel_code),
          reason: `dispute:${String(reason)}`,
          measure,
        })),
      ),
    ]
  },
  async campaigns() {
    const codes = await at.rows(`select (created_at at time zone 'UTC')::date::text as day, campaign_id, items,
      (basic_points + present_points)::int as points from redemption`)
    const tiers = await at.rows(`select ${fields}, g.campaign_id, g.present_points::int as points,
        case when g.gift_goods_id is null then 0 else g.gift_quantity end as items, g.gift_goods_id as goods,
        g.taken_back_at
      from rebate_grant g join orders o using (order_no)`)
    const products = await at.rows('select cp_goods_id, price_cents::int as cents from product')
    const price = (goods: unknown): number =>
      Number(products.find(({ cp_goods_id }) => cp_goods_id === goods)?.cents ?? 0)
    return [
      ...codes.flatMap(({ day, campaign_id, items, points }) => {
        const list = items as { cp_goods_id: string; quantity: number; bonus?: number }[]
        const pieces = list.reduce((sum, { quantity }) => sum + quantity, 0)
        const worth = list.map(({ cp_goods_id, quantity, bonus = 0 }) =>
          Math.floor((price(cp_goods_id) * quantity * (100 + bonus)) / 100),
        )
        const all = { grants: 1, points: Number(points), items: pieces, worth: Number(points) + sumOf(worth) }
        return Object.entries(all).map(([measure, n]) => ({
          day: String(day),
          part: `redeem:${String(campaign_id)}`,
          measure,
          n,
        }))
      }),
      ...tiers.flatMap(({ day, campaign_id, points, items, goods, taken_back_at }) =>
        Object.entries({
          grants: 1,
          points: Number(points),
          items: Number(items),
          taken_back: taken_back_at === null ? 0 : 1,
          worth: taken_back_at === null ? Number(points) + price(goods) * Number(items) : 0,
        }).map(([measure, n]) => ({ day: String(day), part: `rebate:${String(campaign_id)}`, measure, n })),
      ),
    ]
  },
  async codes() {
    const rows = await at.rows(`select (r.created_at at time zone 'UTC')::date::text as day, r.campaign_id, k.uses,
        r.account_id::int as account, r.number
      from redemption r join redeem_code k using (code) order by r.number`)
    const accountsSeen = new Set<unknown>()
    return rows.flatMap(({ day, campaign_id, uses, account }) => {
      const first = !accountsSeen.has(account)
      accountsSeen.add(account)
      return ['uses', uses === 1 ? 'single' : 'shared', ...(first ? ['newcomers'] : [])].map((measure) => ({
        day: String(day),
        part: String(campaign_id),
        measure,
      }))
    })
  },
  async support() {
    const lines =
      await at.rows(`select (a.at at time zone 'UTC')::date::text as day, a.action, a.kind, a.target, a.line,
        extract(epoch from a.at)::float8 as at
      from desk.audit a where a.actor like 'staff:%' and a.kind in ('order', 'operator_action', 'player') order by seq`)
    const events = await at.rows(`select order_no, extract(epoch from at)::float8 as at from order_event`)
    const rows = await at.rows(`select order_no, extract(epoch from created_at)::float8 as at from orders`)
    const [calls, orders] = [new Set<string>(), new Set<string>()]
    return lines.flatMap(({ day, action, kind, target, line, at: when }) => {
      const place = { day: String(day), part: String(action) }
      const content = JSON.parse(String(line)) as { request?: string; seq: number; after?: { order?: string } }
      const call = `${place.day} ${place.part} ${content.request ?? content.seq}`
      const no = kind === 'order' ? String(target) : kind === 'operator_action' ? content.after?.order : undefined
      const lineFacts: Fact[] = calls.has(call) ? [] : [{ ...place, measure: 'actions' }]
      calls.add(call)
      const order = rows.find(({ order_no }) => order_no === no)
      if (!no || orders.has(no) || !order) return lineFacts
      orders.add(no)
      const moved = events.filter((event) => event.order_no === no && Number(event.at) < Number(when) - 1)
      const since = Math.max(...[order, ...moved].map((row) => Number(row.at)).slice(moved.length > 0 ? 1 : 0))
      return [...lineFacts, { ...place, measure: 'orders' }, { ...place, measure: '', seconds: Number(when) - since }]
    })
  },
}

/** The sums of facts. Percentiles use the nearest rank, as its step. */
function countsOf(list: readonly Fact[]): Counts {
  const counts: Record<string, number> = {}
  for (const { measure, n = 1 } of list.filter(({ seconds }) => seconds === undefined))
    if (n > 0) counts[measure] = (counts[measure] ?? 0) + n
  const times = list.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds])).toSorted((a, b) => a - b)
  const within = (share: number): number | null => {
    const time = times[Math.ceil(share * times.length) - 1]
    return time === undefined ? null : secondsOf(Math.min(255, Math.round(8 * Math.log2(Math.max(time, 0.1) * 10))))
  }
  return { counts, p50: within(0.5), p95: within(0.95), p99: within(0.99) }
}

async function plain(kind: FigureKind, by: FigureGroup, from: string, to: string) {
  const all = (await facts[kind]()).filter(({ day }) => day >= from && day <= to)
  const key = ({ day, part, reason = '' }: Fact): string => (by === 'day' ? day : by === 'reason' ? reason : part)
  const groups = Object.entries(Object.groupBy(all, key)).filter(([name]) => by !== 'reason' || name !== '')
  const rows = groups
    .map(([name, list = []]) => ({ key: name, ...countsOf(list) }))
    .filter(({ counts, p50 }) => Object.keys(counts).length > 0 || p50 !== null)
  return { rows: rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)), together: countsOf(all) }
}

/** Expects each report to agree with its rows. */
async function compareAll(): Promise<void> {
  for (const kind of figureKinds)
    for (const by of shapeOf(kind).by)
      for (const from of [dayAfter(today, -DAYS), dayAfter(today, -7), today]) {
        const { rows, together } = await read(kind, by, from)
        const expectedReport = { rows: rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)), together }
        expect(expectedReport, `${kind} by ${by} from ${from}, seed ${seed}`).toEqual(
          await plain(kind, by, from, today),
        )
      }
}

describe('a report of counts', () => {
  it('equals a plain count of the rows, for each grouping', async () => {
    await count()
    const { together } = await read('channels', 'day')
    expect(together.counts.created).toBe(400)
    await compareAll()
  })
  it('names the ways to pay whose name is the same in every language, without their countries', async () => {
    const { names } = await read('methods', 'method')
    expect(names).toEqual({ 'stripe:ideal': 'iDEAL' })
  })
  it('does not change when its days are counted again', async () => {
    const all = `select jsonb_agg(to_jsonb(d) order by report, day, part, reason, measure) as n from desk.report_day d`
    const before = await at.rows(all)
    await at.rows('insert into desk.report_due select distinct day from desk.report_day on conflict do nothing')
    await count()
    expect(await at.rows(all)).toEqual(before)
  })
  it('recounts an old day when money of one of its orders moves or a dispute changes', async () => {
    for (const ahead of [0, 100]) {
      const [order] = await at.rows(
        `select order_no from orders where paid_cents > 0 and refunded_cents = 0
        and channel_code = 'stripe' and order_no < $1 limit 1`,
        timeIdFloor(midnight - 6 * DAY_MS),
      )
      await at.rows('update desk.report_mark set journal_id = journal_id + $1', ahead)
      await at.rows(`set session_replication_role = replica; update orders set refunded_cents = 499
        where order_no = '${String(order?.order_no)}'; insert into ledger_journal (reason, source_id, order_no,
        created_at) values ('refund', 'late ${ahead}', '${String(order?.order_no)}', now());
        set session_replication_role = origin`)
      const [other] = await at.rows(`select dispute_id from dispute where stage = 'opened' order by order_no limit 1`)
      await at.rows(`update dispute set stage = 'won', closed_at = now() where dispute_id = $1`, other?.dispute_id)
      await count()
      await compareAll()
    }
  })
  it('values the gifts of campaigns at the prices of the last count', async () => {
    const before = (await read('campaigns', 'campaign')).together.counts
    await at.rows('update product set price_cents = price_cents * 2')
    await at.rows('insert into desk.report_due select distinct day from desk.report_day on conflict do nothing')
    await count()
    await compareAll()
    const after = (await read('campaigns', 'campaign')).together.counts
    expect(after.worth).toBeGreaterThan(before.worth ?? 0)
    expect({ ...after, worth: 0 }).toEqual({ ...before, worth: 0 })
  })
  it('finds a change without a booking when the rotating recount reaches its day', async () => {
    const old = dayAfter(today, -9)
    await at.rows(`set session_replication_role = replica; update orders set delivered_at = paid_at + interval '9 days'
      where delivered_at is null and paid_at is not null and (created_at at time zone 'UTC')::date = '${old}';
      set session_replication_role = origin`)
    await at.rows(`update desk.report_mark set again = $1, at = at - interval '1 hour'`, dayAfter(old, 1))
    await count()
    await compareAll()
  })
  it('recounts today in each round, and the two days before once an hour', async () => {
    const dayRows = async (): Promise<Record<string, unknown>[]> =>
      await at.rows(
        `select day::text, sum(n)::int as n from desk.report_day
          where report = 'channels' and measure = 'created' and day > $1 group by 1 order by 1`,
        dayAfter(today, -3),
      )
    const right = await dayRows()
    const miscount = `update desk.report_day set n = n + 1 where report = 'channels' and measure = 'created' and day > $1`
    const hour = (): string => new Date().toISOString().slice(0, 13)
    // If a new hour begins meanwhile, the two days before are counted, too.
    for (let hourBefore = ''; hourBefore !== hour();) {
      hourBefore = hour()
      await at.rows('update desk.report_mark set at = now()')
      await at.rows(miscount, dayAfter(today, -3))
      const wrong = await dayRows()
      await count()
      if (hourBefore === hour()) expect(await dayRows()).toEqual([...wrong.slice(0, -1), ...right.slice(-1)])
    }
    await at.rows(`update desk.report_mark set at = at - interval '1 hour'`)
    await count()
    expect(await dayRows()).toEqual(right)
  })
  it('catches up on the days of a pause, and on the days that a killed process left', async () => {
    await at.rows('delete from desk.report_day where day >= $1', dayAfter(today, -12))
    await at.rows('update desk.report_mark set upto = $1', dayAfter(today, -8))
    for (let back = 9; back <= 12; back++)
      await at.rows('insert into desk.report_due values ($1) on conflict do nothing', dayAfter(today, -back))
    await count()
    await compareAll()
  })
  it('refuses an unknown grouping, and more than a year', async () => {
    const call = { kind: 'codes', from: today, to: today, by: 'server' } as const
    expect((await at.as('owner').call('report/counts', call)).msg).toBe('InvalidParams')
    const wide = { kind: 'codes', from: '2024-01-01', to: today } as const
    expect((await at.as('owner').call('report/counts', wide)).msg).toBe('TooWide')
    expect((await at.as('support').call('report/counts', { ...call, by: 'day' })).msg).toBe('NotAllowed')
  })
})

describe('reports without money', () => {
  const call = { from: today, to: today, by: 'day' } as const
  it('are open to support, lead and operations, except the reports of campaigns and codes', async () => {
    for (const role of ['support', 'lead', 'ops'] as const)
      for (const kind of figureKinds) {
        const { msg, data } = await at.as(role).call('report/counts', { ...call, kind })
        const open = reportRight(kind) === 'report.service'
        expect([kind, msg, data?.permission]).toEqual(
          open ? [kind, 'success', undefined] : [kind, 'NotAllowed', 'report.money'],
        )
      }
  })
  it('can be saved and mailed with the right to see them; a report of money cannot', async () => {
    const support = at.as('support')
    const saved = { name: 'mine', by: 'day', days: 7, weekly: true } as const
    expect((await support.call('report/save', { ...saved, kind: 'money' })).msg).toBe('NotAllowed')
    const { result } = await support.call('report/save', { ...saved, kind: 'delivery' })
    await at.rows(`update desk.saved_report set next_at = now() + interval '1 day'`)
    const due = async (kind: string) => {
      await at.rows(
        `update desk.saved_report set next_at = now(), kind = $2 where report_id = $1`,
        result.report_id,
        kind,
      )
      return (await at.rows('select email is not null as sent from desk.take_due_report()')).map(({ sent }) => sent)
    }
    expect([await due('delivery'), await due('money'), await due('codes')]).toEqual([[true], [false], [false]])
    expect((await support.call('report/forget', { report_id: result.report_id })).msg).toBe('success')
  })
  it('require the same right in the database as at the desk', async () => {
    for (const kind of ['money', 'funnel', ...figureKinds]) {
      const [row] = await at.rows('select desk.report_right($1) as needs', kind)
      expect([kind, row?.needs]).toEqual([kind, reportRight(kind)])
    }
  })
  it('end after two seconds with the advice to narrow the span', async () => {
    const blocker = await at.shop.db.connect()
    try {
      await blocker.query('begin; lock table desk.report_day in access exclusive mode')
      const answer = await at.as('support').call('report/counts', { ...call, kind: 'delivery' })
      expect([answer.status, answer.msg, answer.data]).toEqual([422, 'TooWide', { narrow: 'from' }])
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })
})

describe('a saved report of counts', () =>
  it('keeps its grouping, and every kind comes by mail', async () => {
    const owner = at.as('owner')
    for (const kind of figureKinds) {
      const by = shapeOf(kind).by[1] ?? 'day'
      expect((await owner.call('report/save', { name: kind, kind, by, days: 7, weekly: true })).msg).toBe('success')
    }
    const { result } = await owner.call('report/saved', {})
    expect(result.map(({ kind }) => kind)).toEqual([...figureKinds].toSorted())
    expect(result.find(({ kind }) => kind === 'delivery')?.by).toBe('server')
    await at.rows(`update desk.saved_report set next_at = now() - interval '1 minute'`)
    await at.rows(`update chore set due_at = now() - interval '1 day' where name = 'weekly_reports'`)
    await until('each letter is sent', async () => {
      const [row] = await at.rows(
        `select count(*)::int as n from message where kind = 'desk_report' and state = 'sent'`,
      )
      return row?.n === figureKinds.length
    })
  }))

describe('today', () =>
  it('says how long deliveries took in the same hour a week ago', async () => {
    const createdAt = Date.now() - 7 * DAY_MS - 60_000
    const no = timeId(createdAt, new Uint8Array(10))
    await at.rows(`set session_replication_role = replica; delete from orders where order_no between
        '${timeIdFloor(createdAt - 3_600_000)}' and '${timeIdFloor(createdAt + 120_000)}';
      insert into orders (order_no, account_id, uid, status, order_type, cp_goods_id, amount_cents, channel_code,
        created_at, expires_at, paid_at, delivered_at, paid_cents)
      select '${no}', account_id, uid, 4, 'item', 'gem_300', 499, 'sandbox', t, t, t, t + interval '30 seconds', 499
        from account, to_timestamp(${createdAt / 1000}) t limit 1;
      set session_replication_role = origin`)
    expect((await at.as('owner').call('today/read', {})).result).toMatchObject({ p50_before: 30, p95_before: 30 })
  }))

describe('hours of channels', () => {
  it('include the orders of the last two hours at once, and older orders once they are counted', async () => {
    const HOUR = 3_600
    const now = Math.floor(Date.now() / 1000 / HOUR) * HOUR
    for (const back of [0, 1, 2])
      await at.rows(`set session_replication_role = replica;
        insert into orders (order_no, account_id, uid, status, cause, order_type, cp_goods_id, amount_cents,
          channel_code, created_at, expires_at)
        select '${timeId((now - back * HOUR) * 1000 + 1, randomBytes(10))}', account_id, uid, 6, 'expired', 'item',
          'gem_60', 99, 'adyen', t, t from account, to_timestamp(${now - back * HOUR} + 0.001) t limit 1;
        set session_replication_role = origin`)
    await count()
    const plain = (from: number, to: number): Promise<unknown[]> =>
      at.rows(
        `select extract(epoch from h)::int as hour, channel_code, count(*)::int as created,
            count(opened_at)::int as opened, count(*) filter (where paid_cents > 0)::int as paid,
            count(*) filter (where status in (3, 6))::int as failed
          from orders, date_trunc('hour', created_at) h where h >= to_timestamp($1) and h < to_timestamp($2)
          group by 1, 2 order by 1, 2`,
        from,
        to,
      )
    // An hour belongs as a whole to the span in which it begins.
    for (const [from, to] of [
      [now - 2 * HOUR, now + HOUR],
      [now - 2 * HOUR, now - HOUR],
      [now - HOUR - 60, now + 60],
    ] as const) {
      const { rows } = (await at.as('owner').call('report/channels', { from, to })).result
      expect(rows).toEqual(await plain(from, to))
      expect(rows.length).toBeGreaterThan(0)
    }
  })
})

it('an alert about the audit or a recovery code stays on, at any hour: nobody at the desk silences what tells about themselves', async () => {
  const { rules } = (await at.as('owner').call('alert/setup', {})).result
  for (const name of ['audit_broken', 'recovery_used']) {
    const ruleRow = rules.find(({ rule }) => rule === name)
    if (!ruleRow) throw new Error(`no rule ${name}`)
    const { unseen: _unseen, ...rule } = ruleRow
    for (const more of [{ enabled: false }, { threshold: 2 }, { quiet_from: 1, quiet_to: 5 }])
      expect((await at.as('owner').call('alert/saveRule', { ...rule, ...more })).data).toMatchObject({
        issues: [{ path: 'enabled' }],
      })
    await expect(
      at.shop.db.query('update desk.alert_rule set enabled = false where rule_key = $1', [name]),
    ).rejects.toThrow('it_stays_on')
  }
})
