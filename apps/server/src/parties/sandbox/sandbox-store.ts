import { randomBytes } from 'node:crypto'
import type { Query } from '../../platform/db.ts'

/** The sandbox gateway keeps books of its own, in a schema that no other code reads. */
export const sandboxSchema = `
create schema if not exists sandbox;
create table if not exists sandbox.payment (
  merchant_order text primary key, id text not null, status text not null default 'open', amount_cents bigint not null,
  currency text not null, title text not null, return_url text not null, webhook_url text not null,
  expires_at timestamptz not null, charge_after timestamptz, created_at timestamptz not null default now());
create table if not exists sandbox.capture (
  txn text primary key, merchant_order text not null, amount_cents bigint not null, currency text not null, at
  timestamptz not null default now());
create index if not exists capture_order on sandbox.capture (merchant_order);
create table if not exists sandbox.refund (
  refund_txn text primary key, key text unique, txn text not null, merchant_order text not null, amount_cents bigint
  not null, at timestamptz not null default now());
create index if not exists refund_order on sandbox.refund (merchant_order);
create table if not exists sandbox.webhook (
  id text primary key, url text not null, body text not null, attempts int not null default 0,
  run_at timestamptz not null default now(), done boolean not null default false);
create index if not exists webhook_todo on sandbox.webhook (run_at) where not done;
create index if not exists payment_late on sandbox.payment (charge_after) where charge_after is not null;
alter table sandbox.payment add column if not exists payer_country text;
alter table sandbox.payment add column if not exists method text not null default '';`

export type SandboxPayment = {
  merchant_order: string
  id: string
  /** `promised`: the payer has a voucher, or the bank is on its way. */
  status: 'open' | 'promised' | 'paid' | 'failed' | 'cancelled'
  amount_cents: number
  currency: string
  title: string
  return_url: string
  webhook_url: string
  expires_at: Date
  /** The country of the card that paid or will pay; null if the gateway does not report it. */
  payer_country: string | null
  /** What the merchant restricted the page to: `bank`, `voucher`; all else pays at once. */
  method: string
}

/** A capture as webhooks report it. */
export type Capture = { txn: string; amount_cents: number; currency: string; payer_country?: string }

const columns =
  'merchant_order, id, status, amount_cents, currency, title, return_url, webhook_url, expires_at, payer_country, method'

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const find = async (q: Query, order: string): Promise<SandboxPayment | undefined> =>
  (
    await q<SandboxPayment>(
      {
        name: 'sb-find',
        text: `select ${columns} from sandbox.payment where merchant_order = $1`,
      },
      [order],
    )
  )[0]

type Books = { id: string; status: string; captures: object[]; refunds: object[] }

export async function view(q: Query, order: string, pageBase: string): Promise<object | undefined> {
  const [payment] = await q<Books>(
    {
      name: 'sb-view',
      text: `select p.id, p.status,
             (select coalesce(json_agg(json_strip_nulls(json_build_object('txn', c.txn, 'amount_cents', c.amount_cents,
             'currency', c.currency, 'payer_country', p.payer_country)) order by c.at, c.txn), '[]')
                from sandbox.capture c where c.merchant_order = p.merchant_order) as captures,
             (select coalesce(json_agg(json_build_object('refund_txn', r.refund_txn, 'txn', r.txn, 'amount_cents',
             r.amount_cents) order by r.at, r.refund_txn), '[]')
                from sandbox.refund r where r.merchant_order = p.merchant_order) as refunds
           from sandbox.payment p where p.merchant_order = $1`,
    },
    [order],
  )
  return payment && { ...payment, page_url: `${pageBase}/pay/${order}` }
}

/** Queues a webhook; `copies` of the same event id are sent. */
export async function queueWebhook(
  q: Query,
  payment: SandboxPayment,
  type: string,
  fields: object,
  copies = 1,
): Promise<void> {
  const id = newId('evt')
  const body = JSON.stringify({ id, type, merchant_order: payment.merchant_order, ...fields })
  for (let copy = 0; copy < copies; copy++) {
    await q({ name: 'sb-hook', text: 'insert into sandbox.webhook (id, url, body) values ($1, $2, $3)' }, [
      copy === 0 ? id : `${id}#${copy}`,
      payment.webhook_url,
      body,
    ])
  }
}

export const payerOf = ({ payer_country: country }: SandboxPayment): { payer_country?: string } =>
  country === null ? {} : { payer_country: country }

/** Takes the money: makes a capture with its own number and sets the status to paid. */
export async function charge(q: Query, payment: SandboxPayment, amountCents: number): Promise<Capture> {
  const txn = newId('txn')
  await q(
    {
      name: 'sb-charge',
      text: `with c as (insert into sandbox.capture (txn, merchant_order, amount_cents, currency)
        values ($2, $1, $3, $4))
           update sandbox.payment set status = 'paid', charge_after = null where merchant_order = $1`,
    },
    [payment.merchant_order, txn, amountCents, payment.currency],
  )
  return { txn, amount_cents: amountCents, currency: payment.currency, ...payerOf(payment) }
}

/**
 * All captures and refunds after a position, oldest first. A position is the line's time in microseconds and its
 * number.
 */
export async function books(q: Query, sinceMs: number, after: string, limit: number): Promise<object> {
  const rows = await q<{
    position: string
    kind: string
    id: string
    txn: string
    merchant_order: string
    amount_cents: number
    currency: string
    at: number
  }>(
    {
      name: 'sb-books',
      text: `select * from (
             select lpad((extract(epoch from at) * 1000000)::bigint::text, 20, '0') || '_' || txn as position,
             'capture' as kind, txn as id, txn, merchant_order, amount_cents, currency, (extract(epoch
             from at) * 1000)::bigint as at from sandbox.capture
             union all
             select lpad((extract(epoch from r.at) * 1000000)::bigint::text, 20, '0') || '_' || refund_txn, 'refund',
             refund_txn, r.txn, r.merchant_order, r.amount_cents, p.currency, (extract(epoch from r.at) * 1000)::bigint
               from sandbox.refund r join sandbox.payment p using (merchant_order)) lines
            where at >= $1 and position > $2 order by position limit $3`,
    },
    [sinceMs, after, limit + 1],
  )
  const lines = rows.slice(0, limit)
  return { lines, after: lines.at(-1)?.position ?? after, more: rows.length > limit }
}
