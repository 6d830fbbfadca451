import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { secondsOf } from '@hc/contract/desk/figures'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import type { Query } from '../../platform/db.ts'
import { orderColumns, type OrderRow } from '../orders/orders.ts'
import { firstOrderNo, HOUR_S } from '../reports/day-sums.ts'
import { spansOf, type Steps } from './spans.ts'

export type Board = DeskResult<'today/board'>
type Sums = { made: number; paid: number; delivered: number; newcomers: number; gross: number; refunded: number }
type Row = Sums & { part: 'all' | 'item' | 'channel' | 'speed'; step: number; key: string; unit: string }

const LATEST = 6
const MOST_ITEMS = 5
const MOST_METHODS = 6

/**
 * Sums of a span. Whole hours before the present and the last one come from the counts, the rest from the orders: at
 * most two hours of them. `step` is the place of a row in the starts, from 1.
 */
const SUMS = `
  select r.part, case when r.part in ('all', 'speed')
      then greatest(1, width_bucket(extract(epoch from r.slot)::float8, $1::float8[])) else 0 end as step,
      r.key, r.unit,
      sum(r.made)::float8 as made, sum(r.paid)::float8 as paid, sum(r.delivered)::float8 as delivered,
      sum(r.newcomers)::float8 as newcomers, sum(r.gross_minor)::float8 as gross,
      sum(r.refunded_minor)::float8 as refunded
    from (select b.part, b.slot, b.key, b.unit, b.made, b.paid, b.delivered, b.newcomers, b.gross_minor,
          b.refunded_minor from desk.board_slot b
         where b.part = any($2) and b.slot >= to_timestamp($4) and b.slot < to_timestamp($5)
      union all select x.* from desk.board_rows(to_timestamp($3), to_timestamp($4), $7, $8) x
       where $3::float8 < $4::float8 and x.part = any($2)
      union all select x.* from desk.board_rows(to_timestamp($5), to_timestamp($6), $9, $10) x
       where $5::float8 < $6::float8 and x.part = any($2)) r
   group by 1, 2, 3, 4`

async function sumsOf(q: Query, parts: readonly Row['part'][], steps: Steps, now: number): Promise<Row[]> {
  const counted = Math.floor(now / HOUR_S - 1) * HOUR_S
  const { from, to, starts } = steps
  const first = Math.min(Math.ceil(from / HOUR_S) * HOUR_S, to)
  const last = Math.max(first, Math.min(Math.floor(to / HOUR_S) * HOUR_S, counted))
  return await q<Row>({ text: SUMS }, [
    starts,
    parts,
    from,
    first,
    last,
    to,
    ...[from, first, last, to].map(firstOrderNo),
  ])
}

const nothing: Sums = { made: 0, paid: 0, delivered: 0, newcomers: 0, gross: 0, refunded: 0 }
const added = (rows: readonly Sums[]): Sums =>
  rows.reduce(
    (sum, row) => ({
      made: sum.made + row.made,
      paid: sum.paid + row.paid,
      delivered: sum.delivered + row.delivered,
      newcomers: sum.newcomers + row.newcomers,
      gross: sum.gross + row.gross,
      refunded: sum.refunded + row.refunded,
    }),
    nothing,
  )
const partOf = (rows: readonly Row[], part: Row['part']): Row[] => rows.filter((row) => row.part === part)

/** Money of each currency by itself, the base currency first. */
function moneyOf(rows: readonly Row[], before: readonly Row[], of: 'gross' | 'refunded'): Board['sums'] {
  const sum = (list: readonly Row[], unit: string): number => added(list.filter((row) => row.unit === unit))[of]
  return [...new Set([...rows, ...before].map(({ unit }) => unit))]
    .map((currency) => ({ currency, minor: sum(rows, currency), before_minor: sum(before, currency) }))
    .filter(({ minor, before_minor }) => minor > 0 || before_minor > 0)
    .toSorted((a, b) => Number(b.currency === BASE_CURRENCY) - Number(a.currency === BASE_CURRENCY))
}

/** The seconds within which a share of the deliveries was made; null without any. */
function within(rows: readonly Row[], share: number): number | null {
  const steps = rows.toSorted((a, b) => a.key.localeCompare(b.key))
  const of = added(steps).made
  let upto = 0
  const row = steps.find(({ made }) => (upto += made) >= share * of)
  return row ? secondsOf(Number(row.key.slice(2))) : null
}
const HALF = 0.5
const MOST = 0.95

function seriesOf(rows: readonly Row[], earlier: readonly Row[], { now, before }: { now: Steps; before: Steps }) {
  const at = (list: readonly Row[], step: number): Row[] => list.filter((row) => row.step === step)
  const base = (list: readonly Row[]): number => added(list.filter(({ unit }) => unit === BASE_CURRENCY)).gross
  return now.starts.map((start, n) => {
    const [ownRows, old] = [at(rows, n + 1), before.starts[n] === undefined ? [] : at(earlier, n + 1)]
    return {
      at: start,
      orders: added(ownRows).paid,
      orders_before: added(old).paid,
      gross_minor: base(ownRows),
      before_minor: base(old),
    }
  })
}

async function itemsOf(q: Query, rows: readonly Row[]): Promise<Board['items']> {
  const groups = [...Map.groupBy(rows, ({ key }) => key)]
    .map(([goods, ownRows]) => ({ goods, ownRows, orders: added(ownRows).paid }))
    .filter(({ orders }) => orders > 0)
    .toSorted((a, b) => b.orders - a.orders || a.goods.localeCompare(b.goods))
    .slice(0, MOST_ITEMS)
  const names = await q<{ id: string; name: string; icon: string }>(
    {
      text: `select cp_goods_id as id, coalesce(texts->'en-US'->>'name', cp_goods_id) as name, coalesce(icon, '') as icon
        from product where cp_goods_id = any($1)`,
    },
    [groups.map(({ goods }) => goods)],
  )
  return groups.map(({ goods, ownRows, orders }) => {
    const product = names.find(({ id }) => id === goods)
    return {
      goods,
      goods_name: product?.name ?? goods,
      icon: product?.icon ?? '',
      orders,
      sums: moneyOf(ownRows, [], 'gross').map(({ currency, minor }) => ({ currency, minor })),
    }
  })
}

async function methodsOf(q: Query, rows: readonly Row[], earlier: readonly Row[]): Promise<Board['methods']> {
  const states = await q<{ channel: string; state: Board['methods'][number]['state'] }>({
    text: `select c.channel_code as channel, case when not c.enabled then 'off' when h.open_until > app_now() then 'paused'
          when exists (select 1 from desk.alert a where a.rule_key = 'channel_low' and a.subject = c.channel_code
            and a.closed_at is null) then 'attention' else 'ok' end as state
      from payment_channel c left join channel_health h using (channel_code) order by c.sort, c.channel_code`,
  })
  const of = (list: readonly Row[], channel: string): Sums => added(list.filter(({ key }) => key === channel))
  return states
    .map(({ channel, state }) => {
      const [now, before] = [of(rows, channel), of(earlier, channel)]
      return { channel, state, made: now.made, paid: now.paid, made_before: before.made, paid_before: before.paid }
    })
    .filter(({ made, made_before }) => made > 0 || made_before > 0)
    .toSorted((a, b) => b.made - a.made)
    .slice(0, MOST_METHODS)
}

/** What came of the orders of a range, and of those before. Every figure counts an order at the moment it was made. */
export async function boardOf(q: Query, { range, zone }: DeskParsed<'today/board'>, nowMs: number): Promise<Board> {
  const at = Math.floor(nowMs / 1000)
  const spans = await spansOf(q, range, zone, at)
  const { now, before } = spans
  const rows = await sumsOf(q, ['all', 'item', 'channel', 'speed'], now, at)
  const earlier = await sumsOf(q, ['all', 'channel'], before, at)
  // The line of the time before goes on where the range has not come yet.
  const whole = before.end > before.to ? await sumsOf(q, ['all'], { ...before, to: before.end }, at) : earlier
  const [visits] = await q<{ n: number | null }>(
    {
      text: `select sum(b.made)::float8 as n from desk.board_slot b
        where b.part = 'visit' and b.slot >= to_timestamp($1) and b.slot < to_timestamp($2)`,
    },
    [now.from, now.to],
  )
  const latest = await q<OrderRow>(
    {
      text: `select ${orderColumns} from (select * from orders o where o.order_no >= $1 and o.order_no < $2
          order by o.order_no desc limit ${LATEST}) o left join product p using (cp_goods_id)
          left join outbox b on b.outbox_id = 'dlv_' || o.order_no order by o.order_no desc`,
    },
    [firstOrderNo(now.from), firstOrderNo(now.to + 1)],
  )
  const [all, allBefore, speed] = [partOf(rows, 'all'), partOf(earlier, 'all'), partOf(rows, 'speed')]
  const [total, totalBefore] = [added(all), added(allBefore)]
  return {
    at,
    from: now.from,
    to: now.to,
    before_from: before.from,
    before_to: before.to,
    step: spans.step,
    series: seriesOf(all, partOf(whole, 'all'), spans),
    orders: total.paid,
    orders_before: totalBefore.paid,
    newcomers: total.newcomers,
    sums: moneyOf(all, allBefore, 'gross'),
    refunded: moneyOf(all, allBefore, 'refunded').filter(({ minor }) => minor > 0),
    funnel: { visits: visits?.n ?? null, made: total.made, paid: total.paid, delivered: total.delivered },
    items: await itemsOf(q, partOf(rows, 'item')),
    delivery: {
      p50: within(speed, HALF),
      p95: within(speed, MOST),
      steps: now.starts.map((start, n) => {
        const ownRows = speed.filter(({ step }) => step === n + 1)
        return { at: start, orders: added(ownRows).made, p50: within(ownRows, HALF), p95: within(ownRows, MOST) }
      }),
    },
    methods: await methodsOf(q, partOf(rows, 'channel'), partOf(earlier, 'channel')),
    latest: latest.map(
      ({ order_no, created_at, status, role_name, goods, type, amount_cents, currency, channel, ...rest }) => ({
        order_no,
        created_at,
        status,
        role_name,
        goods,
        type,
        amount_cents,
        currency,
        channel,
        icon: rest.icon,
        badges: rest.badges,
        cause: rest.cause,
      }),
    ),
  }
}

const KEEPS_MS = 30_000
const MOST_KEPT = 200

/** Boards of the last half minute, by range and zone: every person of the desk looks at the same few. */
export function boards(nowMs: () => number): (q: Query, body: DeskParsed<'today/board'>) => Promise<Board> {
  const answers = new Map<string, { untilMs: number; board: Promise<Board> }>()
  return async (q, body) => {
    const key = `${body.range} ${body.zone}`
    const now = nowMs()
    const recent = answers.get(key)
    if (recent && now < recent.untilMs && recent.untilMs <= now + KEEPS_MS) return await recent.board
    const board = boardOf(q, body, now)
    answers.delete(key)
    answers.set(key, { untilMs: now + KEEPS_MS, board })
    for (const oldest of answers.keys()) {
      if (answers.size <= MOST_KEPT) break
      answers.delete(oldest)
    }
    board.catch(() => answers.delete(key))
    return await board
  }
}
