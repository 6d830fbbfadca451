import { NoAnswer } from '@hc/channels/http'
import type { Ctx } from '../../ctx.ts'
import { paymentOf } from './payments.ts'
import { settleStatus } from './settle-order.ts'

type DueOrder = {
  order_no: string
  channel_code: string
  status: number
  gateway_ref: string | null
  expired: boolean
  checks: number
}

/** When an ended order is asked about again: money may still have been taken, or taken twice. */
const LATE_CHECK_SECONDS = [600, 3_600, 86_400]
/**
 * How often more, at the last of these pauses, where its gateway says that money is still on its way: a bank debit
 * takes up to three weeks.
 */
const PENDING_CHECKS = 30
/**
 * The longest pause in seconds before a gateway that gave no answer is asked again: about an order that somebody may
 * wait for, about one past its time, and about one that has ended. The pause doubles with each question in vain.
 */
const SILENCE_SECONDS = { open: 60, overdue: 300, ended: 3_600 }
/** A promised payment takes days: its news come by webhook. */
const PROMISED_SECONDS = 3_600
const SAID_LENGTH = 300

/**
 * Asks gateways about orders whose outcome is due, and ends those past their time: the gateway is told to cancel
 * first, and if it says "already paid", the order is settled instead. Safe with any number of workers.
 */
export async function repairOrders(ctx: Ctx, limit: number): Promise<number> {
  const dueOrders = await ctx.q<DueOrder>(
    {
      name: 'lease-checks',
      text: 'select order_no, channel_code, status, gateway_ref, expired, checks from lease_checks($1, $2, $3)',
    },
    [limit, ctx.order.leaseSeconds, (ctx.order.lateCheckSeconds ?? LATE_CHECK_SECONDS)[1] ?? 3_600],
  )
  // Side by side: one gateway that does not answer must not make the others wait out its time.
  await Promise.all(
    dueOrders.map(async (order) => {
      try {
        await repairOne(ctx, order)
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        ctx.log.warn({ order: order.order_no, reason: error.message }, 'gateway gave no answer; asked again later')
        await noteSilence(ctx, order, error)
      }
    }),
  )
  return dueOrders.length
}

/**
 * Notes that a gateway gave no answer, and sets the next question: after 1, 2, 4, … leases, or later where the gateway
 * asks for that. A question in vain does not count among those that an ended order has. Decision 786.
 */
async function noteSilence(ctx: Ctx, order: DueOrder, { message, retryAfterMs }: NoAnswer): Promise<void> {
  const isOpen = order.status === 1
  const most = isOpen ? (order.expired ? SILENCE_SECONDS.overdue : SILENCE_SECONDS.open) : SILENCE_SECONDS.ended
  await ctx.q(
    {
      name: 'check-not-before',
      text: `with noted as (insert into gateway_question (order_no, asked_by, said, answered, at)
          values ($1, 'repair', $2, false, app_now())),
        silent as (select count(*) as questions from gateway_question q where q.order_no = $1 and q.asked_by = 'repair'
          and not q.answered and q.at > coalesce((select max(a.at) from gateway_question a
            where a.order_no = $1 and a.asked_by = 'repair' and a.answered), '-infinity'))
        update orders set checks = case when $3 then checks else greatest(checks - 1, 0) end,
            next_check_at = app_now() + make_interval(secs => greatest(
              $6::float8, least($5::float8, $4::float8 * 2 ^ least(silent.questions, 20))))
          from silent
         where order_no = $1 and next_check_at is not null`,
    },
    [order.order_no, message.slice(0, SAID_LENGTH), isOpen, ctx.order.leaseSeconds, most, retryAfterMs / 1000],
  )
}

const hasCapture = async (ctx: Ctx, orderNo: string): Promise<boolean> =>
  (await ctx.q({ name: 'has-capture', text: 'select 1 from capture where order_no = $1 limit 1' }, [orderNo])).length >
  0

/** The count of checks starts anew at this number when an order has ended unpaid. */
const ENDED = 100

async function repairOne(ctx: Ctx, order: DueOrder): Promise<void> {
  const channel = ctx.channels.get(order.channel_code)
  if (!channel) return
  // Decisions 14 and 28.
  const lateChecks = ctx.order.lateCheckSeconds ?? LATE_CHECK_SECONDS
  let word = ''
  const schedule = (seconds: number | null, checks = order.checks): Promise<unknown> =>
    ctx.q(
      {
        name: 'next-check',
        text: `with noted as (insert into gateway_question (order_no, asked_by, said, answered, at)
            select $1, 'repair', $4, true, app_now() where $4 <> '')
          update orders set next_check_at = app_now() + make_interval(secs => $2), checks = $3
          where order_no = $1`,
      },
      [order.order_no, seconds, checks, word],
    )
  const expire = (): Promise<unknown> =>
    ctx.q({ name: 'expire-order', text: 'select expire_order($1)' }, [order.order_no])
  if (channel.kind === 'points') {
    if (order.expired) await expire()
    await schedule(order.expired ? null : ctx.order.expireSeconds)
    return
  }
  const request = await paymentOf(ctx, order.order_no)
  if (!request) return
  const { payment } = request
  if (order.status === 1 && order.expired) {
    // The gateway is asked to cancel even where we hold no reference: its answer to our create may have been lost.
    const last = await channel.cancel(payment)
    word = last.state
    // The money is there, but not yet which: the order waits. Told and not the price, it is held, and ends like any
    // other.
    if (last.state === 'paid' && last.captures.length === 0 && !(await hasCapture(ctx, order.order_no)))
      throw new NoAnswer('paid; the webhook tells what')
    await settleStatus(ctx, order.channel_code, order.order_no, last, 'repair')
    await expire()
    await schedule(lateChecks[0] ?? null, ENDED)
    return
  }
  const status = await channel.fetchStatus(payment)
  word = status.state
  await settleStatus(ctx, order.channel_code, order.order_no, status, 'repair')
  if (order.status === 1) {
    await schedule(
      request.promised
        ? PROMISED_SECONDS
        : Math.min(60, ctx.order.repairAfterSeconds * 1.5 ** Math.min(order.checks, 20)),
    )
    return
  }
  const ended = Math.max(order.checks, ENDED)
  const onItsWay =
    status.state === 'pending' && [3, 6].includes(order.status) && ended - ENDED < lateChecks.length + PENDING_CHECKS
  await schedule(lateChecks[ended - ENDED] ?? (onItsWay ? (lateChecks.at(-1) ?? null) : null), ended)
}
