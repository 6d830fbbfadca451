import type { Query } from '../../apps/server/src/platform/db.ts'
import type { Players } from './players.ts'
import type { World } from './world.ts'

type Order = { order_no: string; status: number; order_type: string; channel_code: string; amount_cents: number; hold_reason: string | null; delivery: string | null; proof: string | null }

/** Holds the shop's books against those of the gateway, the game and the players: none of them may know of something else. */
export async function booksAgree(q: Query, world: World, players: Players): Promise<{ checks: number; failed: string[] }> {
  const orders = await q<Order>({
    text: `select o.order_no, o.status, o.order_type, o.channel_code, o.amount_cents, o.hold_reason, b.state as delivery, b.proof
             from orders o left join outbox b on b.order_no = o.order_no and b.kind = 'deliver'`,
  })
  const captures = await q<{ txn: string; order_no: string; amount_cents: number }>({ text: `select txn, order_no, amount_cents from capture where channel_code = 'sandbox'` })
  const byNo = new Map(orders.map((order) => [order.order_no, order]))
  const known = new Set(captures.map((one) => one.txn))
  const rules: [string, string[]][] = []

  rules.push(['every answered create is an order, one for its key', [...players.made].filter(([, no]) => !byNo.has(no)).map(([key]) => key)])
  rules.push(['every capture of the gateway is in our books', [...world.payments.values()].flatMap((payment) => payment.captures.filter((one) => !known.has(one.txn)).map((one) => `${payment.order} ${one.txn}`))])
  const taken = new Set([...world.payments.values()].flatMap((payment) => payment.captures.map((one) => one.txn)))
  rules.push(['every capture in our books is one of the gateway: nothing forged was believed', captures.filter((one) => !taken.has(one.txn)).map((one) => one.txn)])
  rules.push(['money of the right amount ends in an item, in points, or with an operator', [...world.payments.values()].filter((payment) => {
    const order = byNo.get(payment.order)
    const right = payment.captures.some((one) => one.amount_cents === order?.amount_cents)
    return right && !(order?.status === 4 || (order?.status === 2 && order.delivery === 'refused'))
  }).map((payment) => payment.order)])
  rules.push(['of money taken twice exactly one capture stays', [...world.payments.values()].filter((payment) => {
    const order = byNo.get(payment.order)
    const right = payment.captures.filter((one) => one.amount_cents === order?.amount_cents)
    const back = new Set(payment.refunds.map((one) => one.txn))
    return right.length > 0 && right.filter((one) => !back.has(one.txn)).length !== 1
  }).map((payment) => payment.order)])
  rules.push(['a wrong amount is held for an operator', [...world.payments.values()].filter((payment) => {
    const order = byNo.get(payment.order)
    return payment.captures.some((one) => one.amount_cents !== order?.amount_cents) && order?.hold_reason !== 'amount_mismatch'
  }).map((payment) => payment.order)])
  // A rebate's gift is no order; the outbox alone knows it.
  const gifts = new Map((await q<{ order_no: string; proof: string | null }>({ text: `select order_no, proof from outbox where kind = 'deliver' and order_no ~ '^(RBT|RDM)' and state = 'confirmed'` })).map((row) => [row.order_no, row.proof]))
  rules.push(['what the game granted is a delivered order with that proof', [...world.grants.entries()].filter(([, grant]) => {
    if (gifts.has(grant.order)) return gifts.get(grant.order) !== grant.grantId
    const order = byNo.get(grant.order)
    return order?.status !== 4 || order.proof !== grant.grantId
  }).map(([delivery]) => delivery)])
  rules.push(['a delivered item was granted by the game, and an unpaid one never', orders.filter((order) => order.order_type === 'item'
    && (order.status === 4) !== world.grants.has(`dlv_${order.order_no}`)).map((order) => order.order_no)])
  const failed = rules.filter(([, broken]) => broken.length > 0).map(([name, broken]) => `${name}: ${broken.length} broken, ${broken.slice(0, 5).join(', ')}`)
  return { checks: rules.length, failed }
}
