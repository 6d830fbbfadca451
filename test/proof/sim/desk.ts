import type { DeskContext, DeskRegister, Who } from '../../../apps/server/src/http/desk/desk-calls.ts'
import type { Often } from './workload.ts'
import { type Actor, deskTransaction } from '../../../apps/server/src/http/desk/transaction.ts'
import {
  askedOf,
  runOrAsk,
  type WeighedCall,
  type WeighedCalls,
} from '../../../apps/server/src/http/desk/weighed-calls.ts'
import { approvalRoutes } from '../../../apps/server/src/desk/approvals/approval.routes.ts'
import { startRoutes } from '../../../apps/server/src/desk/campaigns/start.routes.ts'
import { applyDueChange } from '../../../apps/server/src/desk/revisions/apply-due-change.ts'
import { productRoutes } from '../../../apps/server/src/desk/products/products.routes.ts'
import { correctionRoutes } from '../../../apps/server/src/desk/ledger/correction.routes.ts'
import { periodRoutes } from '../../../apps/server/src/desk/months/months.routes.ts'
import { pointsRoutes } from '../../../apps/server/src/desk/points/points.routes.ts'
import { refundRoutes } from '../../../apps/server/src/desk/refunds/refunds.routes.ts'
import { deliveryRoutes } from '../../../apps/server/src/desk/deliveries/deliveries.routes.ts'
import { orderDeskRoutes } from '../../../apps/server/src/desk/orders/orders.routes.ts'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import { type DeskCallName, deskCalls } from '../../../packages/contract/src/desk/calls.ts'
import { type Catalog, items, type Order, packs } from './goods.ts'
import { closeMonth } from './months.ts'
import type { Start } from './players.ts'
import { count, type Rng, type Tally } from './rng.ts'
import { PLAYERS } from './sizes.ts'
import type { AnswerLog } from './world-checks.ts'

type Options = {
  rng: Rng
  often?: Often | undefined
  faults: Tally
  start: Start
  free: () => number
  paid: () => Order[]
  told: AnswerLog
  /** The prices that players see; a process reads them now and then. */
  catalog: Catalog
  now: () => number
}
type Handlers = Map<string, (body: never, context: DeskContext) => Promise<unknown>>

/** The people of the simulation's desk: two who ask within limits, two who decide. */
const PEOPLE = { asks: [1, 2], decides: [3, 4] } as const

/** The desk's own calls, as the listener would register them. */
function callsOf(now: () => number): { weighed: WeighedCalls; handlers: Handlers } {
  const weighed: WeighedCalls = new Map()
  const handlers: Handlers = new Map()
  const register: DeskRegister = (name: DeskCallName, handler, weigh) => {
    handlers.set(name, handler as never)
    if (weigh) weighed.set(name, { spec: deskCalls[name], handler, weigh } as unknown as WeighedCall)
  }
  pointsRoutes(register)
  refundRoutes(register, {} as never)
  deliveryRoutes(register, {} as never)
  correctionRoutes(register)
  // Lists are not called here, so their dependencies are left out.
  orderDeskRoutes(register, {} as never)
  periodRoutes(register, {} as never)
  productRoutes(register)
  startRoutes(register, now)
  approvalRoutes(register, weighed)
  return { weighed, handlers }
}

/** A pool of the one connection that the process has. */
const poolOf = (q: Query): Parameters<typeof deskTransaction>[0] =>
  ({
    pool: {
      connect: () =>
        Promise.resolve({
          query: async (text: string, values: unknown[] = []) => ({ rows: await q({ text }, values) }),
          release: () => undefined,
        }),
    },
  }) as never

async function whoIs(q: Query, staffId: number): Promise<Who> {
  const [row] = await q<Who>(
    {
      text: `select p.staff_id, p.email, p.name, p.locale, p.zone, h.roles, h.permissions, h.decides, h.limits
        from desk.staff p, lateral desk.held_by(p.staff_id) h where p.staff_id = $1`,
    },
    [staffId],
  )
  if (!row) throw new Error('nobody is at the desk')
  return row
}

/** The desk's actions with money, above and below limits, by the seed. */
export function createDesk({ rng, often = {}, faults, start, free, paid, told, catalog, now }: Options) {
  const { weighed, handlers } = callsOf(now)
  const parts = { calls: weighed, tellAlone: () => Promise.resolve() }

  /** One desk call; gives the number of its request, if it became one. */
  async function call(q: Query, name: DeskCallName, staffId: number, body: Record<string, unknown>): Promise<number> {
    const who = await whoIs(q, staffId)
    const by: Actor = {
      actor: `staff:${staffId}`,
      action: name,
      reason: typeof body.reason === 'string' ? body.reason : '',
      address: '',
      browser: '',
      requestId: '',
      approval: null,
    }
    const result = await deskTransaction(poolOf(q), by, async (inside) => {
      const context = { q: inside, who: () => who, by, token: '' } as unknown as DeskContext
      const weighs = weighed.get(name)
      return weighs
        ? await runOrAsk(inside, parts, weighs, { name, body, who, reason: by.reason }, context)
        : await handlers.get(name)?.(body as never, context)
    })
    const { state } = result as { state?: string }
    const approval = askedOf(result)
    count(faults, `desk: ${name} ${approval === null ? (state ?? 'done') : 'asked'}`)
    return approval ?? 0
  }
  function act(name: DeskCallName, staffId: number, body: Record<string, unknown>): void {
    start(`desk ${name}`, ({ q }) => call(q, name, staffId, body))
  }

  function refundPart(): void {
    const some = paid()
    if (some.length === 0) return
    const { no, product } = rng.pick(some)
    const most = rng.chance(0.5) ? 60 : product.price_cents - 1
    const body = { order_no: no ?? '', cents: 1 + rng.int(Math.max(1, most)), reason: 'sim part' }
    for (let n = rng.chance(0.4) ? 2 : 1; n > 0 && free() > 0; n--) act('refund/part', rng.pick(PEOPLE.asks), body)
  }
  function adjust(): void {
    const points = (): number => rng.pick([-1, 1]) * rng.int(120)
    const body = { uid: `p${1 + rng.int(PLAYERS)}`, basic: points() || 1, present: points(), reason: 'sim points' }
    for (let n = rng.chance(0.4) ? 2 : 1; n > 0 && free() > 0; n--) act('points/adjust', rng.pick(PEOPLE.asks), body)
  }
  /** One person in three tabs: each adjustment is within the rest of the daily limit, their sum is not. */
  function manyTabs(): void {
    const who = rng.pick(PEOPLE.asks)
    const uid = `p${1 + rng.int(PLAYERS)}`
    for (let n = 3; n > 0 && free() > 0; n--)
      act('points/adjust', who, { uid, basic: 110 + n, present: 0, reason: 'sim points' })
  }
  /** Between accounts that may be corrected, and sometimes one that may not, or with a sum that is not zero. */
  function correct(): void {
    const cents = 1 + rng.int(500)
    const from = rng.pick(['bank', 'gateway', 'differences', 'sales'])
    const entries = [
      { account: from, amount: -cents },
      { account: 'fees', amount: rng.chance(0.9) ? cents : cents + 1 },
    ]
    const channel = from === 'gateway' ? 'stripe' : ''
    const corrects = rng.chance(0.5) ? 1 + rng.int(20) : 0
    const body = { unit: 'USD', entries, channel, corrects, reason: 'sim correction' }
    for (let n = rng.chance(0.4) ? 2 : 1; n > 0 && free() > 0; n--) act('ledger/correct', rng.pick(PEOPLE.asks), body)
  }
  /** A full refund of an order, beside any other events. */
  function refundWhole(): void {
    const some = paid()
    if (some.length === 0) return
    const { no } = rng.pick(some)
    told.refunds.add(no ?? '')
    for (let n = rng.chance(0.3) ? 2 : 1; n > 0 && free() > 0; n--)
      act('refund/make', rng.pick(PEOPLE.asks), { order_no: no, reason: 'sim whole' })
  }
  function retell(): void {
    const some = paid()
    if (some.length === 0) return
    act('order/retell', rng.pick(PEOPLE.asks), { number: rng.pick(some).no, reason: 'sim again' })
  }
  /** A payment of a wrong amount holds its order until it is sent back, or closed as gone back twice. */
  function release(): void {
    start('desk looks at a held order', async ({ q }) => {
      const heldOrders = await q<{ order_no: string }>({
        text: `select order_no from orders where hold_reason is not null order by order_no desc limit 5`,
      })
      if (heldOrders.length === 0) return
      const { order_no } = rng.pick(heldOrders)
      const what = rng.chance(0.8) ? 'hold/release' : 'hold/seen'
      for (let n = rng.chance(0.3) ? 2 : 1; n > 0 && free() > 0; n--)
        act(what, rng.pick(PEOPLE.asks), { order_no, reason: 'sim held' })
    })
  }
  /** The desk retries a refund that its gateway refused or left unanswered. */
  function retryRefund(): void {
    start('desk looks at a refund', async ({ q }) => {
      const stopped = await q<{ order_no: string }>({
        text: `select order_no from outbox where kind = 'refund' and state in ('refused', 'failed')
          order by order_no desc limit 5`,
      })
      if (stopped.length === 0) return
      const { order_no } = rng.pick(stopped)
      for (let n = rng.chance(0.3) ? 2 : 1; n > 0 && free() > 0; n--)
        act('refund/retry', rng.pick(PEOPLE.asks), { order_no, reason: 'sim again' })
    })
  }
  /** A new price, now or soon, for the version that was just read. */
  function reprice(): void {
    const { cp_goods_id: id } = rng.pick([...items, ...packs])
    const cents = 100 + 10 * rng.int(90)
    const ahead = rng.chance(0.6) ? 1000 * (1 + rng.int(200)) : 0
    start('desk reads a product', async ({ q }) => {
      const [row] = await q<{ version: number }>({ text: 'select version from product where cp_goods_id = $1' }, [id])
      const local = new Date(now() + ahead).toISOString().slice(0, 19)
      const when = ahead === 0 ? null : { local, zone: 'UTC', which: '' }
      const body = { id, version: row?.version, price_cents: cents, reason: 'sim price', when }
      for (let n = rng.chance(0.2) ? 2 : 1; n > 0 && free() > 0; n--) act('product/price', rng.pick(PEOPLE.asks), body)
      // Another person requests a price for now: if both are approved, the plan was made for another version.
      if (when && rng.chance(0.5) && free() > 0)
        act('product/price', rng.pick(PEOPLE.asks), { ...body, price_cents: cents + 5, when: null })
    })
  }
  /**
   * A price is planned, and before it is due somebody agrees to another one for now. Most of what a plan meets by
   * chance is agreed on in another order, or not at all.
   */
  function overtake(): void {
    const { cp_goods_id: id } = rng.pick([...items, ...packs])
    const cents = 100 + 10 * rng.int(90)
    const ahead = 1000 * (30 + rng.int(200))
    start('desk plans and overtakes', async ({ q }) => {
      const [row] = await q<{ version: number }>({ text: 'select version from product where cp_goods_id = $1' }, [id])
      const [asks, decides] = [rng.pick(PEOPLE.asks), rng.pick(PEOPLE.decides)]
      const when = { local: new Date(now() + ahead).toISOString().slice(0, 19), zone: 'UTC', which: '' }
      for (const [price_cents, at] of [
        [cents, when],
        [cents + 5, null],
      ] as const) {
        const body = { id, version: row?.version, price_cents, reason: 'sim overtaken', when: at }
        const approval_no = await call(q, 'product/price', asks, body)
        await call(q, 'approval/decide', decides, { approval_no, yes: true, note: 'sim' })
      }
    })
  }
  function stopCampaign(): void {
    const id = rng.pick(['each', 'scarce', 'owned'])
    start('desk reads a campaign', async ({ q }) => {
      const [row] = await q<{ version: number }>(
        { text: 'select version from redeem_campaign where campaign_id = $1' },
        [id],
      )
      if (free() > 0)
        act('campaign/stop', rng.pick(PEOPLE.asks), { kind: 'redeem', id, version: row?.version, reason: 'sim stop' })
    })
  }
  /** Several people close the next month of the books at the same moment, beside the workers. */
  function closeMonths(): void {
    for (let n = rng.chance(0.4) ? 2 : 1; n > 0 && free() > 0; n--) {
      const [asks, decides] = [rng.pick(PEOPLE.asks), rng.pick(PEOPLE.decides)]
      const fork = rng.fork()
      start('desk closes a month', ({ q }) =>
        closeMonth(q, fork, (ask, name, body) => call(ask, name, name === 'period/close' ? asks : decides, body)),
      )
    }
  }
  /** A worker applies due plans. */
  function schedule(): void {
    start('schedule', async (ctx) => {
      if (await applyDueChange(ctx)) count(faults, 'desk: a planned change was due')
    })
  }
  /** A web process reads the products. */
  function readCatalog(): void {
    start('catalog', async ({ q }) => {
      const rows = await q<{ id: string; cents: number }>({
        text: 'select cp_goods_id as id, price_cents as cents from product',
      })
      for (const { id, cents } of rows) catalog.set(id, cents)
    })
  }
  /** Several people, including the requesters, decide the newest requests at the same moment. */
  function decide(): void {
    start('desk looks', async ({ q }) => {
      const open = await q<{ approval_no: number }>({
        text: `select approval_no from desk.approval where state = 'open' order by approval_no desc limit 3`,
      })
      if (open.length === 0) return
      const { approval_no } = rng.pick(open)
      for (let n = 1 + rng.int(3); n > 0 && free() > 0; n--) {
        const who = rng.chance(0.15) ? rng.pick(PEOPLE.asks) : rng.pick(PEOPLE.decides)
        if (rng.chance(0.1)) act('approval/withdraw', rng.pick(PEOPLE.asks), { approval_no })
        else act('approval/decide', who, { approval_no, yes: rng.chance(0.85), note: 'sim' })
      }
    })
  }
  return {
    act(): void {
      const what = rng.weigh({
        refundPart: 5,
        adjust: 3,
        correct: 2,
        decide: 8,
        refundWhole: 1,
        retell: 1,
        release: 4,
        retryRefund: 2,
        reprice: 3,
        schedule: 3,
        readCatalog: 3,
        stopCampaign: 0.8,
        overtake: 0.8,
        closeMonths: 1.5,
        ...often.desk,
      })
      const does = {
        manyTabs,
        refundPart,
        adjust,
        correct,
        decide,
        refundWhole,
        retell,
        release,
        retryRefund,
        reprice,
        schedule,
        readCatalog,
        stopCampaign,
        overtake,
        closeMonths,
      }
      does[what]()
    },
    schedule,
    closeMonths,
  }
}

const goods = [...items, ...packs]
/** Resets the desk, and makes its people. */
export async function resetDesk(q: Query): Promise<void> {
  await q({ text: 'set session_replication_role = replica' })
  await q({
    text: `truncate operator_action, desk.revision, desk.scheduled_change, desk.campaign_forecast, desk.audit, desk.approval, desk.approval_vote, desk.spent, desk.staff_role, desk.staff_session,
      desk.staff restart identity cascade`,
  })
  await q({ text: `delete from desk.role where role_key in ('sim_asks', 'sim_decides')` })
  await q({
    text: `insert into desk.role (role_key, name, permissions, decides, limits) values
      ('sim_asks', 'Asks', '{"refund.make": "within", "points.adjust": "within", "order.retell": "do",
          "product.price": "ask", "campaign.stop": "within", "ledger.correct": "ask", "refund.retry": "do",
          "hold.release": "within", "hold.seen": "ask", "period.close": "ask"}', '{}',
        '{"refund.make": {"each": 300, "day": 500}, "points.adjust": {"each": 150, "day": 250},
          "campaign.stop": {"each": 1000, "day": 1500}, "hold.release": {"each": 900, "day": 2500}}'),
      ('sim_decides', 'Decides', '{}', '{refund.make,points.adjust,product.price,campaign.stop,ledger.correct,
          hold.release,hold.seen,period.close}', '{}')`,
  })
  await q({
    text: `insert into desk.staff (email, name)
      select 's' || n || '@sim.example', 's' || n from generate_series(1, 4) n`,
  })
  await q({
    text: `insert into desk.staff_role (staff_id, role_key)
      select staff_id, case when staff_id <= 2 then 'sim_asks' else 'sim_decides' end from desk.staff`,
  })
  await q({ text: `update redeem_campaign set state = 'ready', version = 1` })
  await q(
    {
      text: `update product p set version = 1, price_cents = g.price
      from unnest($1::text[], $2::int[]) g (id, price) where p.cp_goods_id = g.id`,
    },
    [goods.map(({ cp_goods_id }) => cp_goods_id), goods.map(({ price_cents }) => price_cents)],
  )
  await q({
    text: `insert into desk.revision (kind, target, version, body, author, saved_at, live_at)
      select 'product', cp_goods_id, 1, to_jsonb(p) - '{cp_goods_id,version}'::text[], 'sim',
          timestamptz '-infinity', timestamptz '-infinity'
        from product p
      union all select 'redeem', campaign_id, 1, to_jsonb(r) - '{campaign_id,version,used,exhausted_at}'::text[], 'sim',
        '-infinity', '-infinity' from redeem_campaign r`,
  })
  await q({ text: 'set session_replication_role = origin' })
}
