import type { sandboxOutcomes } from '@hc/contract/sandbox-outcomes'
import type { Query } from '../../platform/db.ts'
import { charge, newId, payerOf, queueWebhook, type SandboxPayment, type Capture } from './sandbox-store.ts'

export type Outcome = (typeof sandboxOutcomes)[number]

/** The first capture of a payment that was not refunded. */
export async function captured(q: Query, payment: SandboxPayment): Promise<Capture | undefined> {
  const [row] = await q<Capture>(
    {
      name: 'sb-captured',
      text: `select txn, amount_cents, currency from sandbox.capture c where merchant_order = $1
            and not exists (select 1 from sandbox.refund r where r.txn = c.txn) order by at limit 1`,
    },
    [payment.merchant_order],
  )
  return row && { ...row, ...payerOf(payment) }
}

/** Refunds one capture in full, once for each key, and sends the merchant a webhook. */
export async function giveBack(
  q: Query,
  payment: SandboxPayment,
  capture: Capture,
  key: string | null,
): Promise<{ refund_txn: string; txn: string; amount_cents: number }> {
  const [refundRow] = await q<{ refund_txn: string; fresh: boolean }>(
    {
      text: `insert into sandbox.refund (refund_txn, key, txn, merchant_order, amount_cents) values ($1, $2, $3, $4, $5)
           on conflict (key) do update set key = excluded.key returning refund_txn, refund_txn = $1 as fresh`,
    },
    [newId('ref'), key, capture.txn, payment.merchant_order, capture.amount_cents],
  )
  const refund = { refund_txn: refundRow?.refund_txn ?? '', txn: capture.txn, amount_cents: capture.amount_cents }
  if (refundRow?.fresh) await queueWebhook(q, payment, 'payment.refunded', { ...refund, currency: capture.currency })
  return refund
}

const VOUCHER_MS = 3 * 86_400_000
/** How long the test bank takes. */
export const BANK_SECONDS = 20

/** The first press at the test bank and for the test voucher brings no money yet. False: the payment is at once. */
async function promises(q: Query, { merchant_order: order, ...payment }: SandboxPayment): Promise<boolean> {
  const isBank = payment.method === 'bank'
  if (!isBank && payment.method !== 'voucher') return false
  const [row] = await q(
    {
      text: `update sandbox.payment set status = 'promised',
          charge_after = case when $2 then now() + make_interval(secs => $3) end
        where merchant_order = $1 and status = 'open' returning 1`,
    },
    [order, isBank, BANK_SECONDS],
  )
  if (row && !isBank)
    await queueWebhook(q, { merchant_order: order, ...payment }, 'payment.promised', {
      until_ms: Date.now() + VOUCHER_MS,
    })
  return true
}

/**
 * Applies an outcome that the payment page's buttons or the outcome address choose. `country`: the card's country; ''
 * leaves it as it is.
 */
export async function applyOutcome(q: Query, match: SandboxPayment, outcome: Outcome, country = ''): Promise<void> {
  const payment = country === '' ? match : { ...match, payer_country: country }
  if (country !== '')
    await q({ text: 'update sandbox.payment set payer_country = $2 where merchant_order = $1' }, [
      payment.merchant_order,
      country,
    ])
  const pay = async (amount: number): Promise<Capture> => await charge(q, payment, amount)
  if (outcome === 'paid' && payment.status === 'open' && (await promises(q, payment))) return
  switch (outcome) {
    case 'paid':
    case 'paid_twice': {
      // A payment is taken once: another press of the button sends the same webhook again, and takes no money.
      const capture = (await captured(q, payment)) ?? (await pay(payment.amount_cents))
      await queueWebhook(q, payment, 'payment.paid', capture, outcome === 'paid_twice' ? 2 : 1)
      return
    }
    case 'paid_no_webhook':
      if (!(await captured(q, payment))) await pay(payment.amount_cents)
      return
    case 'paid_wrong_amount':
      await queueWebhook(q, payment, 'payment.paid', await pay(Math.max(1, payment.amount_cents - 1)))
      return
    case 'paid_late':
      // The bank charges after the order's end, even if the payment was cancelled before.
      await q(
        {
          text: `update sandbox.payment set charge_after = greatest(now(), expires_at + interval '2 seconds')
            where merchant_order = $1`,
        },
        [payment.merchant_order],
      )
      return
    case 'failed':
    case 'cancelled':
      if (payment.status === 'paid') return
      await q({ text: `update sandbox.payment set status = $2 where merchant_order = $1 and status <> 'paid'` }, [
        payment.merchant_order,
        outcome,
      ])
      await queueWebhook(q, payment, `payment.${outcome}`, {})
      return
    case 'refunded': {
      const capture = await captured(q, payment)
      if (capture) await giveBack(q, payment, capture, null)
    }
  }
}
