import { parseArgs } from 'node:util'
import { centsToUsd } from '@hc/domain/money'
import { requestRefund } from '../apps/server/src/modules/order/refund-order.ts'
import type { Query } from '../apps/server/src/platform/db.ts'
import { command, Refusal } from './command.ts'

/** `npm run refund -- ORDER --reason TEXT [--by NAME]` gives an order's money back; `-- ORDER --status` says how far it is. */
const usage = 'npm run refund -- ORDER --reason TEXT [--by NAME] | ORDER --status'

const refusals = { not_found: 'there is no such order', not_paid: 'the order is not paid', refunded: 'the order was refunded before' } as const

type Row = { status: number; paid_cents: number; refunded_cents: number; hold_reason: string | null; request: string | null; detail: string | null; delivery: string | null; grant: string | null; recall: string | null; answer: string | null; debt: number }

async function status(q: Query, order: string): Promise<string> {
  const [row] = await q<Row>({
    text: `select o.status, o.paid_cents, o.refunded_cents, o.hold_reason, r.state as request, r.detail, d.state as delivery, d.proof as grant, c.state as recall, c.detail as answer,
                  (select coalesce(-sum(l.balance), 0) from ledger_account l where l.account_id = o.account_id and l.kind = 'debt')::bigint as debt
             from orders o left join refund_request r using (order_no) left join outbox d on d.order_no = o.order_no and d.kind = 'deliver'
             left join outbox c on c.outbox_id = 'rcl_' || o.order_no where o.order_no = $1`,
  }, [order])
  if (!row) throw new Refusal(refusals.not_found)
  const usd = (cents: number): string => `$${centsToUsd(cents).toFixed(2)}`
  return [
    `order      ${order}, status ${row.status}, ${usd(row.refunded_cents)} of ${usd(row.paid_cents)} given back${row.hold_reason ? `, held: ${row.hold_reason}` : ''}`,
    `refund     ${row.request ?? 'not asked for'}${row.detail ? ` (${row.detail})` : ''}`,
    `delivery   ${row.delivery ?? 'none'}${row.grant ? `, grant ${row.grant}` : ''}`,
    `taken back ${row.recall === 'confirmed' ? 'yes, says the game' : row.recall ? `${row.recall}${row.answer ? `: ${row.answer}` : ''}` : 'not asked'}`,
    ...(row.debt > 0 ? [`debt       the player owes ${row.debt} points, which the next credits repay`] : []),
  ].join('\n')
}

await command(async ({ db, args }) => {
  const { values, positionals: [order, more] } = parseArgs({ args, allowPositionals: true, options: { reason: { type: 'string' }, by: { type: 'string', default: 'operator' }, status: { type: 'boolean', default: false } } })
  if (!order || more || (!values.status && !values.reason?.trim())) throw new Refusal(usage)
  if (!values.status) {
    const asked = await requestRefund(db.query, order, values.reason?.trim().slice(0, 500) ?? '', values.by.slice(0, 100))
    if ('refusal' in asked) throw new Refusal(refusals[asked.refusal])
  }
  return { ok: true, text: await status(db.query, order) }
})
