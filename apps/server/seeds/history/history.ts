import { randomBytes } from 'node:crypto'
import { timeId, timeIdFloor } from '@hc/domain/order-no'
import type { Ctx } from '../../src/ctx.ts'
import { deskTransaction } from '../../src/http/desk/transaction.ts'
import { type Database, type Query, roleOf } from '../../src/platform/db.ts'
import { type Act, CAMPAIGN, CAMPAIGN_DAYS, CODE_USED, judgeNow, planActs } from './acts.ts'
import { openDesk } from './desk.ts'
import { DAY_MS, DAYS, type Happening, hex, HOUR_MS, type HistoryProduct, planOrders, type Story, TTL } from './plan.ts'
import { type HistoryPlayer, historyPlayers } from './players.ts'
import { type Random, seeded } from './random.ts'
import { planTroubles, type StaffRefund } from './troubles.ts'

const SEED = 20_260_101

type Parts = {
  /** As the owner of the tables. */
  owner: Database
  ctx: Ctx
  signal: AbortSignal
  /** Where the gateway shows its pages. */
  sandboxUrl: string
}
type Roles = { shop: string | undefined; desk: string | undefined }
/** What happened on a day: to players, and at the desk. */
type Day = { orders: Story[]; happenings: Happening[]; acts: Act[]; refunds: StaffRefund[] }
type Mark = { start_ms: number; days: number }

/**
 * Thirty days of a shop that lives, for a demo without an order: made by the shop's own functions at moments of the
 * past, in one transaction a day. A start that was killed goes on with the next day.
 * @returns how many orders there are; 0 where nothing was to do
 */
export async function seedHistory(parts: Parts): Promise<number> {
  const { owner, ctx, signal } = parts
  const [mark] = await owner.query<Mark>({
    text: `with begun as (insert into demo_history (start_at) select date_trunc('second', now())
        where not exists (select from orders) on conflict do nothing returning *)
      select (extract(epoch from start_at) * 1000)::bigint as start_ms, days from begun
      union all select (extract(epoch from start_at) * 1000)::bigint, days from demo_history where done_at is null`,
  })
  if (!mark) return 0
  const random = seeded(SEED)
  const players = await makePlayers(owner.query, historyPlayers(random), mark.start_ms)
  const { days, orders } = await plan(owner.query, mark.start_ms, random, players)
  const roles = { shop: await roleOf(owner.query, 'hc_app'), desk: await roleOf(owner.query, 'hc_desk') }
  for (let day = mark.days; day < days.length && !signal.aborted; day++) {
    const today = days[day]
    if (today) await again(() => deskTransaction(owner, null, (q) => playDay(q, parts, roles, today, day)))
  }
  if (signal.aborted) return 0
  await deskTransaction(owner, null, async (q) => {
    await judgeNow(q, ctx.now(), ctx.log)
    // A chore that counted meanwhile may have read these days before their orders were there.
    for (let ago = 3; ago >= 0; ago--) await countDay(q, midnightOf(ctx.now() - ago * DAY_MS))
    // Daily totals note now what they add up in half a minute.
    await q({ text: 'select desk.add_totals(0)' })
    await q({ text: 'update demo_history set done_at = now()' })
  })
  return orders
}

/** A day whose transaction met another one's lock is played once more. */
async function again(play: () => Promise<void>): Promise<void> {
  await play().catch(play)
}

async function plan(q: Query, startMs: number, random: Random, players: readonly HistoryPlayer[]) {
  const products = await q<HistoryProduct>({
    text: `select cp_goods_id as id, kind, price_cents::int as cents, bonus_pct as bonus,
      (select jsonb_object_agg(l.key, l.value->>'name') from jsonb_each(texts) l) as names
      from product where cp_goods_id <> 'coin_exact' order by cp_goods_id`,
  })
  const stories = planOrders(startMs, random, players, products)
  const troubles = planTroubles(startMs, random, stories)
  const later = [...troubles.later, ...planUses(startMs, random, players)]
  const first = startMs - DAYS * DAY_MS
  const days: Day[] = Array.from({ length: DAYS }, () => ({ orders: [], happenings: [], acts: [], refunds: [] }))
  const dayOf = (at: number): Day => days[Math.min(DAYS - 1, Math.floor((at - first) / DAY_MS))] as Day
  for (const story of stories) dayOf(story.at).orders.push(story)
  for (const row of later) dayOf(row.at).happenings.push(row)
  for (const act of planActs(startMs, troubles)) dayOf(act.at).acts.push(act)
  for (const refund of troubles.refunds) dayOf(refund.at).refunds.push(refund)
  return { days, orders: stories.length }
}

/** The uses of the campaign's code, each by another player. */
function planUses(startMs: number, random: Random, players: readonly HistoryPlayer[]): Happening[] {
  const from = startMs - CAMPAIGN_DAYS * DAY_MS + DAY_MS
  return players.slice(0, CODE_USED).map(({ uid, server, role }) => {
    const at = from + random.int((CAMPAIGN_DAYS - 1) * DAY_MS - HOUR_MS)
    return {
      at,
      do: 'redeem',
      no: `RDM${timeId(at, Buffer.from(hex(random, 10), 'hex'))}`,
      uid,
      goods: CAMPAIGN,
      server,
      role,
    }
  })
}

/**
 * The demo's other players have no password, no mail and no phone: nobody signs in, and no letter is written. A player
 * of the game who has one of their uids stays as he is.
 */
async function makePlayers(q: Query, players: readonly HistoryPlayer[], startMs: number): Promise<HistoryPlayer[]> {
  await q(
    {
      text: `with a as (insert into account (uid, login, password_hash, email_login, created_at)
        select p.uid, p.login, null, false, to_timestamp($2 / 1000.0) from jsonb_to_recordset($1::jsonb) p (uid text,
          login text) on conflict do nothing returning account_id, uid)
      insert into game_role (server_id, role_id, account_id, name, level)
      select p.server, p.role, a.account_id, p.name, p.level from jsonb_to_recordset($1::jsonb) p (uid text, server text,
        role text, name text, level int) join a using (uid) on conflict do nothing`,
    },
    [JSON.stringify(players), startMs - 40 * DAY_MS],
  )
  const accounts = await q<{ uid: string }>({ text: `select uid from account where login = 'demo-' || uid` })
  const uids = new Set(accounts.map(({ uid }) => uid))
  return players.filter(({ uid }) => uids.has(uid))
}

const byTime = (a: Happening, b: Happening): number => a.at - b.at

/** One day. The staff's part is the last, for its lines of the audit have a lock that others wait for. */
async function playDay(q: Query, { owner, ctx, sandboxUrl }: Parts, roles: Roles, day: Day, n: number): Promise<void> {
  const [mark] = await q<{ days: number }>({ text: 'select days from demo_history for update' })
  if (mark?.days !== n) return
  const become = (role: string | undefined): Promise<unknown> =>
    q({ text: role ? `set local role ${role}` : 'reset role' })
  const key = randomBytes(32).toString('hex')
  let turn = 0
  const play = async (rows: readonly Happening[]): Promise<void> => {
    await become(roles.shop)
    await q({ text: 'select demo_play($1::jsonb, $2)' }, [JSON.stringify(rows), `${key}${turn++}`])
    await become(undefined)
  }
  const pages = (rows: readonly Happening[]): Happening[] =>
    rows.map((row) => (row.do === 'order' ? { ...row, page: `${sandboxUrl}/pay/${row.no}` } : row))
  await play(pages([...day.orders.flatMap(({ happenings }) => happenings), ...day.happenings].toSorted(byTime)))
  await noteParties(q, ctx, day)
  await countDays(q, day, n)
  const desk = openDesk(q, owner, ctx)
  for (const { run, outcome = [] } of day.acts.toSorted((a, b) => a.at - b.at)) {
    await become(roles.desk)
    await run(desk, q)
    await q({ text: `select desk.act('', '', '', '', '', '', '')` })
    if (outcome.length > 0) await play(outcome)
    await become(undefined)
  }
  await q({ text: `select set_config('hc.clock_offset_ms', '', true)` })
  await noteRefunds(q, day)
  await countReports(q, day)
  await q({ text: 'update demo_history set days = days + 1' })
}

/** The gateway's and the game's own books of a day's orders. */
async function noteParties(q: Query, { order }: Ctx, { orders }: Day): Promise<void> {
  const rows = orders.map(({ no, at, cents, title, payment, end, txn, came, happenings }) => ({
    no,
    at,
    cents,
    title,
    payment,
    status: end === 'expired' ? 'cancelled' : end,
    txn,
    came,
    paid: happenings.find(({ do: what }) => what === 'paid')?.at ?? null,
  }))
  await q(
    {
      text: `with x as materialized (select * from jsonb_to_recordset($1::jsonb) x (no text, at bigint, cents bigint,
          title text, payment text, status text, txn text, came bigint, paid bigint)),
        p as (insert into sandbox.payment (merchant_order, id, status, amount_cents, currency, title, return_url,
            webhook_url, expires_at, created_at)
          select no, payment, status, cents, 'USD', title, $2 || no, $3, to_timestamp(at / 1000.0 + $4),
            to_timestamp(at / 1000.0) from x),
        c as (insert into sandbox.capture (txn, merchant_order, amount_cents, currency, at)
          select txn, no, came, 'USD', to_timestamp(paid / 1000.0) from x where txn is not null)
        insert into demo_game.granted (delivery_id, grant_id, sdk_order_id, uid, server_id, role_id, items, at)
        select b.outbox_id, b.proof, b.order_no, b.payload->>'uid', b.payload->>'server_id', b.payload->>'role_id',
            b.payload->'items', b.ended_at
          from outbox b where b.kind = 'deliver' and b.state = 'confirmed' and (b.order_no in (select no from x)
            or substr(b.order_no, 4, 26) in (select no from x)) on conflict do nothing`,
    },
    [
      JSON.stringify(rows),
      `${order.publicUrl}/main/recharge/detail/`,
      `${order.webhookBase}/api/pay/sandbox/webhook`,
      TTL,
    ],
  )
}

/** What the gateway gave back on a day, and the items that the game took back. */
async function noteRefunds(q: Query, { refunds, happenings }: Day): Promise<void> {
  const recalls = happenings.filter(({ do: what }) => what === 'taken back').map(({ no }) => no)
  if (refunds.length + recalls.length === 0) return
  const rows = refunds.map(({ story, cents, part, refund }) => ({ ...refund, no: story.no, cents, part }))
  await q(
    {
      text: `with x as materialized (select * from jsonb_to_recordset($1::jsonb) x (refund_txn text, txn text, at bigint,
          no text, cents bigint, part boolean)),
        r as (insert into sandbox.refund (refund_txn, key, txn, merchant_order, amount_cents, at)
          select refund_txn, 'rfd_sandbox_' || txn, txn, no, cents, to_timestamp(at / 1000.0) from x)
        update demo_game.granted g set taken_back = true
         where g.delivery_id in (select 'dlv_' || x.no from x where not x.part union all select 'dlv_' || unnest($2::text[]))`,
    },
    [JSON.stringify(rows), recalls],
  )
}

/** Visits of a day: of a hundred, 62 looked at the shop, 24 at an item, and 13 pressed the button to pay. */
const VISITS_PER_ORDER = 8
const STEPS = { recharge: 0.62, item: 0.24, clicks: 0.14 }

const midnightOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS
/** A day, and the least order numbers of it and of the next. */
const spanOf = (midnight: number): string[] => [
  new Date(midnight).toISOString().slice(0, 10),
  timeIdFloor(midnight),
  timeIdFloor(midnight + DAY_MS),
]

const COUNT_REPORT = 'select desk.count_report($1, $2, $3), desk.count_board($1, $2, $3)'

/** Counts visits and orders of the day, and its hours, as the desk's chores do. */
async function countDays(q: Query, { orders }: Day, n: number): Promise<void> {
  for (const [midnight, list] of Map.groupBy(orders, ({ at }) => midnightOf(at))) {
    const visits = list.length * VISITS_PER_ORDER + ((n * 37) % 29)
    const steps = [STEPS.recharge, STEPS.item, STEPS.clicks].map((share) => Math.round(visits * share))
    await q(
      {
        text: `insert into desk.funnel_day as f (day, visits, recharge, item, clicks, orders, opened, paid, delivered,
            counted_at) values ($1, $2, $3, $4, $5, 0, 0, 0, 0, now()) on conflict (day) do update set
            visits = f.visits + excluded.visits, recharge = f.recharge + excluded.recharge,
            item = f.item + excluded.item, clicks = f.clicks + excluded.clicks`,
      },
      [spanOf(midnight)[0], visits, ...steps],
    )
    await q(
      {
        text: `insert into desk.board_slot as b (part, slot, made)
          select 'visit', date_bin('15 minutes', to_timestamp(a / 1000.0), timestamptz 'epoch'), $2 * count(*)
            from unnest($1::float8[]) a group by 2
          on conflict (part, slot, key, unit) do update set made = b.made + excluded.made`,
      },
      [list.map(({ at }) => at), VISITS_PER_ORDER],
    )
    await countDay(q, midnight, false)
  }
}

async function countDay(q: Query, midnight: number, reports = true): Promise<void> {
  await q({ text: 'select desk.count_funnel($1, $2, $3)' }, spanOf(midnight))
  await q({ text: 'select desk.count_hours(to_timestamp($1), $2)' }, [midnight / 1000, timeIdFloor(midnight)])
  if (reports) await q({ text: COUNT_REPORT }, spanOf(midnight))
}

/** Counts the reports of each day whose orders changed. */
async function countReports(q: Query, { orders, happenings, refunds }: Day): Promise<void> {
  const moments = [
    ...orders.map(({ at }) => at),
    ...refunds.map(({ story }) => story.at),
    ...happenings.map((row) => (typeof row.ordered === 'number' ? row.ordered : row.at)),
  ]
  for (const midnight of new Set(moments.map(midnightOf))) await q({ text: COUNT_REPORT }, spanOf(midnight))
}
