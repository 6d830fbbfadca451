import type { DeskContext } from '../../http/desk/desk-calls.ts'
import { type Doing, isAsked, isDone } from '../kit/actions.ts'
import { forecastOf } from './forecast.ts'

/** What an action on an order weighs: its money, for the limits of the person who acts. */
export const weigh = async ({ order_no }: { order_no: string }, { q }: DeskContext) => {
  const { cents, currency, forecast } = await forecastOf(q, order_no)
  return { amount: cents, currency, kind: 'order' as const, target: order_no, forecast }
}

/** A full refund that was requested before weighs nothing. */
export const weighMake = async (body: { order_no: string }, context: DeskContext) => {
  const isWaiting = await isAsked(context.q, body.order_no)
  const weight = await weigh(body, context)
  return isWaiting ? { ...weight, amount: 0 } : weight
}

/** An action that was done before changes nothing, and does not count against its person's limits. */
export const weighOnce =
  (what: Doing) => async (body: { order_no: string; reference?: string; txn?: string }, context: DeskContext) => {
    const hasRun = await isDone(context.q, what, body)
    const weight = await weigh(body, context)
    return hasRun ? { ...weight, amount: 0 } : weight
  }
