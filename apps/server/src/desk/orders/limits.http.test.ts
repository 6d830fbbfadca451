import { beforeAll, expect, it } from 'vitest'
import type { DeskClient } from '@hc/test/desk'
import { inState } from '@hc/test/desk-shop'
import { withDesk, withPlayer } from '@hc/test/fixtures'

const at = withDesk({ RETRY_BASE_MS: '500', RETRY_CAP_MS: '1000' })
const demo = withPlayer(at.shop)

const reason = 'ticket 31, two tabs'
const WITHIN = [
  'refund.retry',
  'refund.settle_gateway',
  'refund.settle_elsewhere',
  'refund.close',
  'hold.release',
  'hold.seen',
  'recall.close',
]

beforeAll(async () => {
  const limits = Object.fromEntries(WITHIN.map((name) => [name, { each: 100_000, day: 100_000 }]))
  const marks = Object.fromEntries(WITHIN.map((name) => [name, 'within']))
  await at.rows(
    `update desk.role set permissions = permissions || $1::jsonb, limits = limits || $2::jsonb where role_key = 'finance'`,
    JSON.stringify(marks),
    JSON.stringify(limits),
  )
})

const delivered = async (goods = 'gem_60'): Promise<string> => {
  at.game.says = 'yes'
  const order = await demo.buy(goods)
  return order
}
/** An order whose full refund the gateway refused. */
const refused = async (): Promise<string> => {
  const order = await delivered()
  await at.shop.db.query(`begin;
    insert into refund_request (order_no, amount_cents, reason, asked_by, state, created_at)
      values ('${order}', 99, 'sorry', 'ann', 'refused', now());
    insert into outbox (outbox_id, kind, order_no, payload, state, detail, attempts, run_at, created_at, ended_at)
      select 'rfd_' || channel_code || '_' || txn, 'refund', order_no, jsonb_build_object('channel_code', channel_code,
        'txn', txn, 'amount_cents', 99, 'currency', 'USD', 'reason', 'operator'), 'refused', 'no money', 1, now(),
        now(), now() from capture where order_no = '${order}';
    commit`)
  return order
}
/** An order that was paid twice, whose second payment the gateway refused to give back. */
const surplus = async (): Promise<string> => {
  const order = await delivered()
  await at.shop.db.query(`begin;
    select apply_capture('sandbox', '${order}', 'S-${order}', 99, 'USD', 'poll', null);
    update outbox set state = 'refused', detail = 'no money', attempts = 1, ended_at = now()
      where outbox_id = 'rfd_sandbox_S-${order}';
    commit`)
  return order
}
/** A delivered order that was paid a second time by a wrong amount. */
const heldOrder = async (): Promise<string> => {
  const order = await delivered()
  await at.rows(
    `insert into outbox (outbox_id, kind, order_no, payload, state, run_at, created_at)
      select 'rfd_sandbox_W-' || order_no, 'refund', order_no, jsonb_build_object('channel_code', 'sandbox', 'txn',
        'W-' || order_no, 'amount_cents', 1, 'currency', 'USD', 'reason', 'mismatch'), 'held', now(), now()
      from orders where order_no = $1`,
    order,
  )
  return order
}
const noted = async (): Promise<string> => {
  const order = await delivered()
  await at.rows(`update orders set hold_reason = 'dispute_won_after_loss' where order_no = $1`, order)
  return order
}
const keptPoints = async (): Promise<string> => {
  const order = await delivered('coin_500')
  await at.rows('update orders set refunded_cents = 100 where order_no = $1', order)
  await at.rows('insert into pack_part_kept (order_no) values ($1)', order)
  return order
}
const recalled = async (): Promise<string> => {
  const order = await delivered()
  at.game.says = { refused: 'the item was used' }
  await at.as('support').call('refund/make', { order_no: order, reason })
  await inState(at, `rcl_${order}`, 'refused')
  return order
}

type Act = (client: DeskClient, order: string) => Promise<{ msg: string }>
type Try = readonly [call: string, order: () => Promise<string>, act: Act]
const tries: readonly Try[] = [
  ['refund/retry', refused, (client, order_no) => client.call('refund/retry', { order_no, reason })],
  ['refund/close', refused, (client, order_no) => client.call('refund/close', { order_no, reason })],
  [
    'refund/settleGateway',
    surplus,
    (client, order_no) =>
      client.call('refund/settleGateway', { order_no, reference: `G-${order_no}`, txn: '', reason }),
  ],
  [
    'refund/settleElsewhere',
    surplus,
    (client, order_no) =>
      client.call('refund/settleElsewhere', { order_no, reference: `E-${order_no}`, txn: '', reason }),
  ],
  ['hold/release', heldOrder, (client, order_no) => client.call('hold/release', { order_no, reason })],
  ['hold/seen', noted, (client, order_no) => client.call('hold/seen', { order_no, reason })],
  ['hold/points', keptPoints, (client, order_no) => client.call('hold/points', { order_no, take: false, reason })],
  ['hold/points', keptPoints, (client, order_no) => client.call('hold/points', { order_no, take: true, reason })],
  ['recall/close', recalled, (client, number) => client.call('recall/close', { number, reason })],
]

it.each(tries)(
  'one action by %s, sent from two tabs and repeated, counts once against its person’s daily limit',
  async (...limit) => {
    const [call, begin, act] = limit
    const order = await begin()
    const spent = async (): Promise<number> =>
      (await at.rows('select 1 from desk.spent where call = $1 and amount > 0', call)).length
    const before = await spent()
    const client = at.as('finance')
    const both = await Promise.all([act(client, order), act(client, order)])
    const last = await act(client, order)
    // The second call answers that it is done, or that there is nothing to do.
    expect(both.map(({ msg }) => msg)).toContain('success')
    for (const { msg } of [...both, last]) expect(['success', 'NotPossible']).toContain(msg)
    expect((await spent()) - before).toBe(1)
  },
)

it('an order’s page says what its person may do alone, as the gate decides it', async () => {
  const limitsOf = async (role: 'support' | 'finance', order_no: string) =>
    (await at.as(role).call('order/read', { order_no })).result.limits?.find(({ action }) => action === 'refund')
  const cheap = await delivered()
  const before = await limitsOf('support', cheap)
  expect(before).toMatchObject({ asks: false, each_minor: 2000 })
  const left = before?.left_minor ?? 0
  expect(before?.most_minor).toBe(Math.min(2000, left))
  const answer = await at.as('support').call('refund/make', { order_no: cheap, reason })
  expect(answer.msg).toBe('success')
  expect((await limitsOf('support', await delivered()))?.left_minor).toBe(left - 99)
  const dear = await delivered('gem_6480')
  const above = await limitsOf('support', dear)
  expect(above?.asks).toBe(true)
  expect(above?.roles).toContain('finance')
  const request = await at.as('support').call('refund/make', { order_no: dear, reason })
  expect(request.msg).toBe('NeedsApproval')
  const { requests } = (await at.as('support').call('order/read', { order_no: dear })).result
  expect(requests).toMatchObject([{ call: 'refund/make', amount: 9999 }])
})
