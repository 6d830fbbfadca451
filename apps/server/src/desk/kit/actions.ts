import { AppError } from '@hc/contract/errors'
import type { DeskContext } from '../../http/desk/desk-calls.ts'
import type { Query, Row } from '../../platform/db.ts'
import type { Action } from '../../care/operator/actions.ts'

/** The error for an action that is not possible now; `why` is the function's refusal. */
export function refused(why: string | null, kind: string): void {
  if (why === null) return
  if (why === 'not_found') throw new AppError('RowNotFound', { kind })
  throw new AppError('NotPossible', { why })
}

type ActionInput = { subject: string; by: string; reason: string }

/** The row, the reason and the person of an action. */
export const actionInput = (subject: string, reason: string, { by }: DeskContext): ActionInput => ({
  subject,
  reason,
  by: by.actor,
})

async function oneRow<R extends Row>(q: Query, text: string, values: readonly unknown[]): Promise<R> {
  const [row] = await q<R>({ text }, values)
  if (!row) throw new Error(`no row: ${text}`)
  return row
}

/** Acts on a waiting row as the operator's command does. @throws AppError RowNotFound, NotPossible */
export async function operate(
  q: Query,
  action: Action,
  { subject, by, reason }: ActionInput,
): Promise<{ did: boolean }> {
  const { refusal, did } = await oneRow<{ refusal: string | null; did: boolean }>(
    q,
    'select refusal, did from desk.operate($1, $2, $3, $4)',
    [action, subject, by, reason],
  )
  refused(refusal, action)
  return { did }
}

type Refund = ActionInput & {
  how: 'make' | 'retry' | 'gateway' | 'elsewhere' | 'close'
  reference?: string
  txn?: string
}

/** Requests a refund, or ends one. @throws AppError RowNotFound, NotPossible */
export async function refund(
  q: Query,
  { how, subject, by, reason, reference = '', txn = '' }: Refund,
): Promise<{ cents: number }> {
  const { refusal, cents } = await oneRow<{ refusal: string | null; cents: number | null }>(
    q,
    'select refusal, cents from desk.refund($1, $2, $3, $4, $5, $6)',
    [how, subject, reference, txn, reason, by],
  )
  refused(refusal, 'order')
  return { cents: cents ?? 0 }
}

/** Whether a full refund is requested already: it is paid once, and counts once against its person's limits. */
export const isAsked = async (q: Query, orderNo: string): Promise<boolean> =>
  (await oneRow<{ asked: boolean }>(q, 'select desk.refund_is_asked($1) as asked', [orderNo])).asked

export type Doing = Action | 'gateway' | 'elsewhere'

/** Whether this was done to the order before. The order stays locked until the call ends. */
export async function isDone(
  q: Query,
  what: Doing,
  { order_no, reference = '', txn = '' }: { order_no: string; reference?: string; txn?: string },
): Promise<boolean> {
  const values = [what, order_no, reference, txn]
  return (await oneRow<{ done: boolean }>(q, 'select desk.is_done($1, $2, $3, $4) as done', values)).done
}
