import {
  closeRefund,
  requestRefund,
  retryRefund,
  settleRefundElsewhere,
} from '../../../apps/server/src/shop/payment/refund-order.ts'
import type { Order } from './goods.ts'
import type { Start } from './players.ts'
import { count, type Rng, type Tally } from './rng.ts'
import type { Books } from './shop.ts'
import type { AnswerLog } from './world-checks.ts'
import type { At } from './world-gateways.ts'

type Options = {
  rng: Rng
  books: Books
  told: AnswerLog
  faults: Tally
  start: Start
  free: () => number
  /** A paid order, or else any. */
  pickPaid: () => Order
}

/** The operators' actions on refunds, by the seed. */
export function createOperators({ rng, books, told, faults, start, free, pickPaid }: Options) {
  /** An operator requests a refund, sometimes twice, beside any other events. */
  function giveBack(): void {
    const { no } = pickPaid()
    for (let n = rng.chance(0.3) ? 2 : 1; n > 0 && free() > 0; n--)
      start('refund by an operator', async (ctx) => {
        // The request counts even if its answer is lost.
        told.refunds.add(no ?? '')
        if ('state' in (await requestRefund(ctx.q, no ?? '', 'sim', 'operator'))) count(faults, 'refund by an operator')
      })
  }

  /**
   * A gateway has not answered for days: a process, which others may have overtaken, gives up
   * its refunds.
   */
  function giveUp(): void {
    start('days without an answer', async (ctx) => {
      const late = await ctx.q<{ order_no: string; state: string }>({
        // What the gateway gave back before the request stays before it.
        text: `update outbox b set created_at = greatest(b.created_at - interval '73 hours',
            (select max(g.at) + interval '1 ms' from gateway_refund g where g.channel_code = b.payload->>'channel_code'
              and g.txn = b.payload->>'txn' and g.at < b.created_at)),
          state = case when b.state = 'unknown' then 'parked' else b.state end
          where b.kind = 'refund' and b.state in ('pending', 'unknown') returning b.order_no, b.state`,
      })
      if (late.length > 0) count(faults, 'refund unanswered for days', late.length)
      // An operator sends the money another way after a long wait.
      const parked = late.find(({ state }) => state === 'parked')
      if (!parked || rng.chance(0.1)) return
      const word = { orderNo: parked.order_no, note: 'sim', by: 'operator', how: 'elsewhere' as const, txn: '' }
      const answer = await closeRefund(ctx.q, { ...word, reference: `bank ${rng.int(3)}` })
      if (!('cents' in answer)) return
      count(faults, 'unanswered refund given back elsewhere')
      const still = await ctx.q(
        {
          // Its gateway may report meanwhile that it paid after all: that is a finding, and nobody retries.
          text: `select 1 from outbox where kind = 'refund' and order_no = $1
          and state in ('pending', 'unknown', 'parked') and detail like 'given back elsewhere%'`,
        },
        [parked.order_no],
      )
      if (still.length > 0) throw new Error('what was given back elsewhere is still asked of its gateway')
    })
  }

  /** A full refund by the gateway's staff, which the shop may not know. */
  const atDesk = ({ captures, refunds }: At['payment']): At['payment']['refunds'][number] | undefined =>
    refunds.find(
      ({ state, txn, amountCents }) =>
        state === 'done' && captures.some((capture) => capture.txn === txn && capture.amountCents === amountCents),
    )

  /**
   * An operator works off what failed or was given up: asks again, says that it went through where the desk shows it,
   * or that the player has the money by other means, which the gateway need not know.
   */
  function workOff(): boolean {
    const open = books.gateways
      .payments()
      .filter(
        ({ payment }) => payment.refunds.some(({ state }) => state === 'failed') || told.refunds.has(payment.orderNo),
      )
    if (open.length === 0) return false
    const at = rng.pick(open)
    const { payment } = at
    for (let n = rng.chance(0.3) ? 2 : 1; n > 0 && free() > 0; n--)
      start('failed refund', async (ctx) => {
        const refund = atDesk(payment)
        const how = rng.weigh({ retry: 5, elsewhere: 2, close: 1, ...(refund ? { settled: 4 } : {}) })
        const word = { orderNo: payment.orderNo, note: 'sim', by: 'operator' }
        // The request may be partial, so another sum at the gateway does not stand for it.
        const [filter] =
          how !== 'settled'
            ? []
            : await ctx.q<{ cents: number }>(
                {
                  text: `select (payload->>'amount_cents')::bigint as cents from outbox
                where kind = 'refund' and order_no = $1 and payload->>'txn' = $2`,
                },
                [payment.orderNo, refund?.txn],
              )
        if (how === 'settled' && filter?.cents !== refund?.amountCents) return
        const answer =
          how === 'retry'
            ? await retryRefund(ctx.q, payment.orderNo, 'operator')
            : how === 'close'
              ? await settleRefundElsewhere(ctx.q, payment.orderNo, 'sim', 'operator')
              : how === 'elsewhere'
                ? await closeRefund(ctx.q, {
                    ...word,
                    how,
                    txn: rng.chance(0.5) ? (payment.captures[0]?.txn ?? '') : '',
                    reference: `bank ${rng.int(3)}`,
                  })
                : await closeRefund(ctx.q, {
                    ...word,
                    how: 'gateway',
                    txn: refund?.txn ?? '',
                    reference: refund?.refundTxn ?? '',
                  })
        if ('cents' in answer)
          count(
            faults,
            {
              retry: 'refund asked again',
              settled: 'refund seen at the desk',
              elsewhere: 'refund given back elsewhere',
              close: 'refund settled elsewhere',
            }[how],
          )
        // The gateway's staff does not know, and sometimes refunds the same money again.
        const [first] = payment.captures
        if ('cents' in answer && how === 'elsewhere' && first && rng.chance(0.5))
          if (books.gateways.chargeBack(at, first.txn, 1)) count(faults, 'refund given back twice')
      })
    return true
  }

  return { giveBack, giveUp, workOff }
}
