import { type DeskCallName, deskCalls, type DeskResult } from '@hc/contract/desk/calls'
import type { DeskCall } from '@hc/contract/desk/call'
import type { RoleKey } from '@hc/contract/desk/permissions'
import { AppError } from '@hc/contract/errors'
import { approvalRoutes } from '../../src/desk/approvals/approval.routes.ts'
import { articleRoutes } from '../../src/desk/articles/articles.routes.ts'
import { campaignRoutes } from '../../src/desk/campaigns/campaign.routes.ts'
import { startRoutes } from '../../src/desk/campaigns/start.routes.ts'
import { priceRoutes } from '../../src/desk/prices/prices.routes.ts'
import { productRoutes } from '../../src/desk/products/products.routes.ts'
import { refundRoutes } from '../../src/desk/refunds/refunds.routes.ts'
import { remarkRoutes } from '../../src/desk/remarks/remarks.routes.ts'
import type { DeskContext, DeskRegister, Who } from '../../src/http/desk/desk-calls.ts'
import { type Actor, actAs } from '../../src/http/desk/transaction.ts'
import { askedOf, runOrAsk, type WeighedCall } from '../../src/http/desk/weighed-calls.ts'
import { DEMO_STAFF_DOMAIN } from '../../src/parties/demo-authenticator.ts'
import type { Ctx } from '../../src/ctx.ts'
import type { Database, Query } from '../../src/platform/db.ts'

/** Makes a call of the desk as the demo's person of a role, at a moment. It gives what the desk answers. */
export type DeskAt = <N extends DeskCallName>(
  role: RoleKey,
  at: number,
  name: N,
  body: Record<string, unknown>,
) => Promise<DeskResult<N> | { approval: number }>

type Handler = (body: unknown, context: DeskContext) => Promise<unknown>

/**
 * The desk's own calls, without HTTP: limits, rules and requests for approval are the desk's. Each runs in the
 * transaction of `q`, and writes the audit's line of its person.
 */
export function openDesk(q: Query, db: Database, ctx: Ctx): DeskAt {
  const handlers = new Map<string, { handler: Handler; weighed: WeighedCall | null }>()
  const calls = new Map<string, WeighedCall>()
  let now = ctx.now()
  const register: DeskRegister = (name, handler, weigh) => {
    const weighed = weigh ? ({ spec: deskCalls[name], handler, weigh } as unknown as WeighedCall) : null
    handlers.set(name, { handler: handler as unknown as Handler, weighed })
    if (weighed) calls.set(name, weighed)
  }
  refundRoutes(register, { db, ctx })
  productRoutes(register)
  priceRoutes(register)
  articleRoutes(register, db)
  campaignRoutes(register, { db, now: () => now })
  startRoutes(register, () => now)
  remarkRoutes(register)
  approvalRoutes(register, calls)
  return async (role, at, name, input) => {
    now = at
    const call = handlers.get(name)
    const spec: DeskCall = deskCalls[name]
    if (!call) throw new Error(`the demo's desk has no ${name}`)
    await q({ text: 'select demo_clock($1)' }, [at])
    const body = spec.body.parse(input)
    const [person] = await q<Omit<Who, 'session_id' | 'csrf' | 'fresh' | 'recovery' | 'ends_at'>>(
      {
        text: `select p.staff_id, p.email, p.name, p.locale, p.zone, h.roles, h.permissions, h.decides, h.limits
          from desk.staff p, lateral desk.held_by(p.staff_id) h where p.email = $1 and p.suspended_at is null`,
      },
      [`${role}@${DEMO_STAFF_DOMAIN}`],
    )
    if (!person) throw new Error(`the demo's desk has no ${role}`)
    const who: Who = { ...person, session_id: '', csrf: '', fresh: true, recovery: false, ends_at: new Date(0) }
    const reason = typeof input.reason === 'string' ? input.reason : ''
    const by: Actor = {
      actor: `staff:${who.staff_id}`,
      action: name,
      reason,
      address: '',
      browser: '',
      requestId: '',
      approval: null,
    }
    await actAs(q, by)
    const context = { q, who: () => who, token: '', by, after: () => undefined } as unknown as DeskContext
    const deps = { calls, tellAlone: () => Promise.resolve() }
    const answer = call.weighed
      ? await runOrAsk(q, deps, call.weighed, { name, body, who, reason }, context)
      : await call.handler(body, context)
    // Deferred lines of the audit would name whoever acts last.
    await q({ text: 'set constraints all immediate' })
    await q({ text: 'set constraints all deferred' })
    const approval = askedOf(answer)
    return approval === null ? (answer as DeskResult<typeof name>) : { approval }
  }
}

/** The number of a request. @throws where the call ran at once */
export function requestOf(answer: object): number {
  if ('approval' in answer && typeof answer.approval === 'number') return answer.approval
  throw new AppError('NotPossible', { why: 'it ran at once' })
}
