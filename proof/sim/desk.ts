import type { DeskContext, DeskRegister, Who } from '../../apps/server/src/http/desk/desk-calls.ts'
import { type Actor, deskTransaction } from '../../apps/server/src/http/desk/transaction.ts'
import { askedOf, runOrAsk, type WeighedCall, type WeighedCalls } from '../../apps/server/src/http/desk/weighed.ts'
import { approvalRoutes } from '../../apps/server/src/modules/approval/approval.routes.ts'
import { moneyRoutes } from '../../apps/server/src/modules/finance/money.routes.ts'
import type { Query } from '../../apps/server/src/platform/db.ts'
import { type DeskCallName, deskCalls } from '../../packages/contract/src/desk/calls.ts'
import type { Order } from './goods.ts'
import type { Start } from './players.ts'
import { count, type Rng, type Tally } from './rng.ts'
import { PLAYERS } from './sizes.ts'

type Options = { rng: Rng; faults: Tally; start: Start; free: () => number; paid: () => Order[] }
type Handlers = Map<string, (body: never, context: DeskContext) => Promise<unknown>>

/** The people of the simulation's desk: two who ask within limits, two who decide. */
const PEOPLE = { asks: [1, 2], decides: [3, 4] } as const

/** The desk's own calls, as the listener would register them. */
function callsOf(): { weighed: WeighedCalls; handlers: Handlers } {
  const weighed: WeighedCalls = new Map()
  const handlers: Handlers = new Map()
  const register: DeskRegister = (name: DeskCallName, handler, weigh) => {
    handlers.set(name, handler as never)
    if (weigh) weighed.set(name, { spec: deskCalls[name], handler, weigh } as unknown as WeighedCall)
  }
  moneyRoutes(register)
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

/** What people of the desk do with money, above and below their limits, by the seed. */
export function createDesk({ rng, faults, start, free, paid }: Options) {
  const { weighed, handlers } = callsOf()
  const parts = { calls: weighed, tellAlone: () => Promise.resolve() }

  function act(name: DeskCallName, staffId: number, body: Record<string, unknown>): void {
    start(`desk ${name}`, async ({ q }) => {
      const who = await whoIs(q, staffId)
      const by: Actor = {
        actor: `staff:${staffId}`,
        action: name,
        reason: typeof body.reason === 'string' ? body.reason : '',
        address: '',
        browser: '',
        requestId: '',
        approval: '',
      }
      const done = await deskTransaction(poolOf(q), by, async (inside) => {
        const context = { q: inside, who: () => who, by, token: '' } as unknown as DeskContext
        const call = weighed.get(name)
        return call
          ? await runOrAsk(inside, parts, call, { name, body, who, reason: by.reason }, context)
          : await handlers.get(name)?.(body as never, context)
      })
      const { state } = done as { state?: string }
      count(faults, `desk: ${name} ${askedOf(done) === null ? (state ?? 'done') : 'asked'}`)
    })
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
  /** Several people turn to the newest requests at the same moment, and those who asked among them. */
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
      const what = rng.weigh({ refundPart: 5, adjust: 3, decide: 6 })
      if (what === 'refundPart') refundPart()
      else if (what === 'adjust') adjust()
      else decide()
    },
  }
}

/** Forgets what the desk did, and gives it its people. */
export async function resetDesk(q: Query): Promise<void> {
  await q({ text: 'set session_replication_role = replica' })
  await q({
    text: `truncate desk.audit, desk.approval, desk.approval_vote, desk.spent, desk.staff_role, desk.staff_session,
      desk.staff restart identity cascade`,
  })
  await q({ text: `delete from desk.role where role_key in ('sim_asks', 'sim_decides')` })
  await q({
    text: `insert into desk.role (role_key, name, permissions, decides, limits) values
      ('sim_asks', 'Asks', '{"refund.make": "within", "points.adjust": "within"}', '{}',
        '{"refund.make": {"each": 300, "day": 500}, "points.adjust": {"each": 150, "day": 250}}'),
      ('sim_decides', 'Decides', '{}', '{refund.make,points.adjust}', '{}')`,
  })
  await q({
    text: `insert into desk.staff (email, name)
      select 's' || n || '@sim.example', 's' || n from generate_series(1, 4) n`,
  })
  await q({
    text: `insert into desk.staff_role (staff_id, role_key)
      select staff_id, case when staff_id <= 2 then 'sim_asks' else 'sim_decides' end from desk.staff`,
  })
  await q({ text: 'set session_replication_role = origin' })
}
