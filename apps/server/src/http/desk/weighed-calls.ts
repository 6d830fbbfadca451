import type { DeskCall } from '@hc/contract/desk/call'
import type { DeskCallName, DeskParsed } from '@hc/contract/desk/calls'
import type { Facts, TargetKind } from '@hc/contract/desk-codes'
import { right, roleKeys } from '@hc/contract/desk/permissions'
import { AppError } from '@hc/contract/errors'
import { digitsOf } from '@hc/domain/money/currency-digits'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import type { Query } from '../../platform/db.ts'
import type { DeskContext, Who } from './desk-calls.ts'
import { namedCall } from '../../platform/named-call.ts'

/** Facts before and after the call; the desk has a text for each name (decision 350). `first`: the number of a row. */
export type Forecast = {
  readonly before?: Facts | null
  readonly after: Facts
  readonly first?: unknown
}

/** The weight of a call: what rules and limits compare, and what the deciding person sees of its effect. */
export type Weight = {
  /** Minor units, points or rows of this call; 0 where its permission has no limit. */
  amount: number
  /**
   * The amount is a forecast, which moves while others buy. A request keeps the one that was seen, and is stale by its
   * versions alone.
   */
  moves?: boolean
  /** Another request for the target is one more of its kind; otherwise it would take the first one's place. */
  adds?: boolean
  /** The currency of an amount in minor units. Left out: the base currency, or the amount is not money. */
  currency?: string
  kind: TargetKind
  target: string
  /** Versions of the rows that the call saw. If one differs at the decision, the request is stale. */
  versions?: Record<string, number>
  /**
   * The permissions of the facts that the call would change, in place of its own: making a product sets a price. A rule
   * that asks for a second person holds whatever call leads to the fact (decision 562).
   */
  under?: readonly string[]
  /** The permission whose holders decide if nobody else has the rule's permission (decision 419). */
  otherwise?: 'refund.settle_elsewhere'
  /** The facts before and after, as shown to the deciding person. */
  forecast: Forecast
  /** Notes that are written when the call runs, not when it is requested: a request may be refused (decision 351). */
  note?: () => Promise<unknown>
}
export type Weigh<N extends DeskCallName> = (body: DeskParsed<N>, context: DeskContext) => Promise<Weight>

/** A call that may become a request. Its handler is SQL alone: it runs again in the transaction that decides. */
export type WeighedCall = {
  spec: DeskCall
  handler: (body: unknown, context: DeskContext) => Promise<unknown>
  weigh: (body: unknown, context: DeskContext) => Promise<Weight>
}
export type WeighedCalls = Map<string, WeighedCall>

/** A request that nobody but its own person could decide. */
export type Alone = { approval: number; call: string; reason: string; who: Who; runsAt: Date }
export type ApprovalDeps = {
  calls: WeighedCalls
  /** Tells every owner. */
  tellAlone: (q: Query, alone: Alone) => Promise<void>
}

/** Minutes before a request runs by itself in a shop with one person. */
const ALONE_MINUTES = 10

/** Marks the answer to a call that became a request. It is kept under its idempotency key like any other answer. */
const APPROVAL_FIELD = '$approval'
export const asAsked = (approval: number): Record<string, number> => ({ [APPROVAL_FIELD]: approval })
export const askedOf = (answer: unknown): number | null =>
  typeof answer === 'object' && answer !== null && APPROVAL_FIELD in answer ? Number(answer[APPROVAL_FIELD]) : null

/** Whether a role of the shop may do this only within limits or after a decision, so that the call needs a weight. */
export const needsWeight = ({ changes, permission }: DeskCall): boolean =>
  changes &&
  roleKeys.some((role) => {
    const { mark, decides } = right(role, permission)
    return mark === null ? decides : mark !== 'do'
  })

type Judged = {
  verdict: 'run' | 'ask' | null
  rule_key: string
  decided_by: string
  people: number
  alone: boolean
  counted: Record<string, unknown> | null
}
export type Asking = { name: string; body: unknown; who: Who; reason: string }

/**
 * Runs a weighed call if its person may do it at once; otherwise freezes it as a request.
 *
 * @throws AppError NotAllowed, NeedsApproval with `again` (the number of the open request for the same thing), and what
 * the call throws
 */
export async function runOrAsk(
  q: Query,
  { tellAlone }: ApprovalDeps,
  { spec, handler, weigh }: WeighedCall,
  { name, body, who, reason }: Asking,
  context: DeskContext,
): Promise<unknown> {
  const { staff_id } = who
  await q({ text: 'select desk.lock_limits($1, $2)' }, [staff_id, spec.permission])
  const {
    amount,
    currency = BASE_CURRENCY,
    otherwise = '',
    kind,
    target,
    adds = target === '',
    versions = {},
    under,
    forecast,
    note,
  } = await weigh(body, context)
  if (under && who.permissions[spec.permission] !== 'do')
    throw new AppError('NotAllowed', { permission: spec.permission })
  let judged: (Judged & { permission: string }) | undefined
  for (const permission of under ?? [spec.permission]) {
    const [verdict] = await q<Judged>(
      {
        text: `select verdict, rule_key, decided_by, people, alone, counted
        from desk.judge_in($1, $2, $3, $4, $5, $6, $7, $8)`,
      },
      [staff_id, name, permission, amount, currency, digitsOf(currency), kind, otherwise],
    )
    if (!verdict?.verdict) throw new AppError('NotAllowed', { permission })
    if (!judged || (verdict.verdict === 'ask' && (judged.verdict === 'run' || verdict.people > judged.people)))
      judged = { ...verdict, permission }
  }
  if (!judged || judged.verdict === 'run') {
    if (judged?.alone) await q({ text: `select desk.note($1, $2, '{"alone": true}')` }, [kind, target])
    await note?.()
    return await handler(body, context)
  }
  const command = JSON.stringify(body)
  const [first] = await q<{ approval: number | null }>(
    { text: 'select desk.same_request($1, $2, $3, $4, $5)::int as approval' },
    [name, kind, target, command, adds],
  )
  if (first?.approval != null) throw new AppError('NeedsApproval', { approval: first.approval, again: true })
  const request = namedCall('desk.freeze_request', {
    staff: staff_id,
    call: name,
    permission: judged.permission,
    rule: judged.rule_key,
    decided_by: judged.decided_by,
    people: judged.people,
    command,
    amount,
    kind,
    target,
    versions: JSON.stringify(versions),
    forecast: JSON.stringify(forecast),
    reason,
    wait: judged.alone ? `${ALONE_MINUTES} minutes` : null,
    counted: judged.counted && JSON.stringify(judged.counted),
  })
  const [answer] = await q<{ approval: number }>({ text: `select ${request.call} as approval` }, request.values)
  if (!answer) throw new Error('desk.freeze_request wrote no request')
  if (judged.alone) {
    const [row] = await q<{ runs_at: Date }>({ text: 'select runs_at from desk.approval where approval_no = $1' }, [
      answer.approval,
    ])
    if (row) await tellAlone(q, { approval: answer.approval, call: name, reason, who, runsAt: row.runs_at })
  }
  return asAsked(answer.approval)
}
