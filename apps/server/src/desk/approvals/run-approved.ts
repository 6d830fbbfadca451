import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@hc/contract/errors'
import type { DeskContext, Who } from '../../http/desk/desk-calls.ts'
import { type Actor, actAs } from '../../http/desk/transaction.ts'
import type { WeighedCalls } from '../../http/desk/weighed-calls.ts'
import type { Query } from '../../platform/db.ts'

export type Request = {
  approval_no: number
  asked_by: number
  call: string
  permission: string
  command: string
  command_hash: Buffer
  amount: number
  kind: string
  target: string
  versions: Record<string, number>
  reason: string
}
export type Outcome = { state: 'done' | 'stale'; why: string }

/** The address of the decision; undefined: it ran by itself. */
export type Http = Pick<DeskContext, 'request' | 'reply'> | undefined

/** The requester, with their rights of now. Undefined: suspended. */
async function requesterOf(q: Query, staffId: number): Promise<Who | undefined> {
  const [row] = await q<Omit<Who, 'session_id' | 'csrf' | 'fresh' | 'recovery' | 'ends_at'>>(
    {
      text: `select p.staff_id, p.email, p.name, p.locale, p.zone, h.roles, h.permissions, h.decides, h.limits
        from desk.staff p, lateral desk.held_by(p.staff_id) h where p.staff_id = $1 and p.suspended_at is null`,
    },
    [staffId],
  )
  return row && { ...row, session_id: '', csrf: '', fresh: true, recovery: false, ends_at: new Date(0) }
}

const contextOf = (q: Query, who: Who, by: Actor, http: Http): DeskContext => ({
  q,
  who: () => who,
  token: '',
  by,
  after: () => {
    throw new Error('what is decided by two asks nobody outside')
  },
  get request(): DeskContext['request'] {
    if (!http) throw new Error('nobody decided: there is no request')
    return http.request
  },
  get reply(): DeskContext['reply'] {
    if (!http) throw new Error('nobody decided: there is no reply')
    return http.reply
  },
})

/** What changed since the request; '' if nothing did. */
async function changedSince(
  q: Query,
  calls: WeighedCalls,
  request: Request,
  context: (who: Who) => DeskContext,
): Promise<{ why: string; run?: () => Promise<unknown> }> {
  const call = calls.get(request.call)
  if (!call) return { why: 'call' }
  if (!createHash('sha256').update(request.command).digest().equals(request.command_hash)) return { why: 'command' }
  const who = await requesterOf(q, request.asked_by)
  if (!who || (!who.permissions[request.permission] && !who.decides.includes(request.permission)))
    return { why: 'right' }
  const parsed = call.spec.body.safeParse(JSON.parse(request.command))
  if (!parsed.success) return { why: 'call' }
  const {
    amount,
    moves = false,
    kind,
    target,
    versions = {},
    under,
    note,
  } = await call.weigh(parsed.data, context(who))
  if (under && !under.includes(request.permission)) return { why: 'right' }
  if ((!moves && amount !== request.amount) || kind !== request.kind || target !== request.target)
    return { why: 'amount' }
  if (!isDeepStrictEqual(versions, request.versions)) return { why: 'version' }
  return {
    why: '',
    run: async () => {
      await note?.()
      return await call.handler(parsed.data, context(who))
    },
  }
}

/**
 * Runs an approved call as its requester, in the transaction that holds the request's row. It is checked again, and
 * does nothing if its data changed meanwhile. Afterwards `by` acts again.
 */
export async function runApproved(
  q: Query,
  calls: WeighedCalls,
  request: Request,
  by: Actor,
  http: Http,
): Promise<Outcome> {
  const acting: Actor = {
    ...by,
    actor: `staff:${request.asked_by}`,
    action: request.call,
    reason: request.reason,
    approval: { number: request.approval_no, by: by.actor },
  }
  await q({ text: 'savepoint approved' })
  try {
    await actAs(q, acting)
    const { why, run } = await changedSince(q, calls, request, (who) => contextOf(q, who, acting, http))
    if (!run) throw new Stale(why)
    await run()
    // The audit lines must name the requester, so they are written here, not at the end.
    await q({ text: 'set constraints all immediate' })
    await q({ text: 'set constraints all deferred' })
    await actAs(q, by)
    return { state: 'done', why: '' }
  } catch (error) {
    const why = error instanceof Stale ? error.message : error instanceof AppError ? error.key : null
    if (why === null) throw error
    await q({ text: 'rollback to savepoint approved' })
    return { state: 'stale', why }
  }
}

/** Something changed since the request was made. */
class Stale extends Error {}
