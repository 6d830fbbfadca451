import type { sandboxOutcomes } from '@hc/contract/openapi'
import type { Query } from '../../platform/db.ts'
import { charge, newId, queueWebhook, type SandboxPayment } from './sandbox-store.ts'

export type Outcome = (typeof sandboxOutcomes)[number]

type Captured = { txn: string; amount_cents: number; currency: string }

async function captured(q: Query, order: string): Promise<Captured | undefined> {
  const [row] = await q<Captured>(
    {
      name: 'sb-captured',
      text: `select txn, amount_cents, currency from sandbox.capture c where merchant_order = $1
            and not exists (select 1 from sandbox.refund r where r.txn = c.txn) order by at limit 1`,
    },
    [order],
  )
  return row
}

/** Gives one capture back in full, once for a key, and tells the merchant. */
export async function giveBack(
  q: Query,
  payment: SandboxPayment,
  capture: Captured,
  key: string | null,
): Promise<{ refund_txn: string; txn: string; amount_cents: number }> {
  const [made] = await q<{ refund_txn: string; fresh: boolean }>(
    {
      text: `insert into sandbox.refund (refund_txn, key, txn, merchant_order, amount_cents) values ($1, $2, $3, $4, $5)
           on conflict (key) do update set key = excluded.key returning refund_txn, refund_txn = $1 as fresh`,
    },
    [newId('ref'), key, capture.txn, payment.merchant_order, capture.amount_cents],
  )
  const refund = { refund_txn: made?.refund_txn ?? '', txn: capture.txn, amount_cents: capture.amount_cents }
  if (made?.fresh) await queueWebhook(q, payment, 'payment.refunded', { ...refund, currency: capture.currency })
  return refund
}

/** What the payment page's buttons and the outcome address do; both are the same. */
export async function applyOutcome(q: Query, payment: SandboxPayment, outcome: Outcome): Promise<void> {
  const pay = async (amount: number): Promise<Captured> => await charge(q, payment, amount)
  switch (outcome) {
    case 'paid':
    case 'paid_twice': {
      // A paid payment is paid: pressing again sends the same news again, and takes no money.
      const capture = (await captured(q, payment.merchant_order)) ?? (await pay(payment.amount_cents))
      await queueWebhook(q, payment, 'payment.paid', capture, outcome === 'paid_twice' ? 2 : 1)
      return
    }
    case 'paid_no_webhook':
      if (!(await captured(q, payment.merchant_order))) await pay(payment.amount_cents)
      return
    case 'paid_wrong_amount':
      await queueWebhook(q, payment, 'payment.paid', await pay(Math.max(1, payment.amount_cents - 1)))
      return
    case 'paid_late':
      // The bank moves after the order's end, whatever was cancelled before.
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
      const capture = await captured(q, payment.merchant_order)
      if (capture) await giveBack(q, payment, capture, null)
    }
  }
}
