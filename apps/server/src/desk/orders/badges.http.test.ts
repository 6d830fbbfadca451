import type { OrderBadge } from '@hc/contract/desk/orders'
import { describe, expect, it } from 'vitest'
import { inState } from '@hc/test/desk-shop'
import { withDesk, withPlayer } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'

const at = withDesk({ RETRY_BASE_MS: '100', RETRY_CAP_MS: '300' })
const demo = withPlayer(at.shop)

const ended = async (outcome: string, goods = 'gem_60'): Promise<string> => {
  const order = await demo.order(goods)
  await at.shop.outcome(order, outcome)
  return order
}
const delivered = async (goods = 'gem_60'): Promise<string> => {
  at.game.says = 'yes'
  const order = await ended('paid', goods)
  await inState(at, `dlv_${order}`, 'confirmed')
  return order
}
const read = async (order_no: string) => (await at.as('support').call('order/read', { order_no })).result
const readUntil = async (order: string, sentence: string) =>
  await until(`its sentence is ${sentence}`, async () => {
    const page = await read(order)
    return page.sentence === sentence && page
  })
const listed = async (order: string) => {
  const { rows } = (await at.as('support').call('order/list', { size: 1000 })).result
  return rows.find(({ order_no }) => order_no === order)
}
/** List, page, player and search have the same badges. */
async function badgesOf(order: string): Promise<readonly OrderBadge[]> {
  const support = at.as('support')
  const row = await listed(order)
  const { uid, badges } = (await read(order)).order
  const ofPlayer = (await support.call('player/orders', { uid })).result.rows.find(({ order_no }) => order_no === order)
  const [match] = (await support.call('search/find', { text: order })).result
  expect([row?.badges, ofPlayer?.badges, match?.order?.badges]).toEqual([badges, badges, badges])
  return badges ?? []
}
/** Holds the refunds of an order back, in the transaction that asks for one. */
async function withRefund(order: string, ask: string, change: string): Promise<void> {
  const desk = await at.shop.db.connect()
  try {
    await desk.query('begin')
    await desk.query(ask, [order])
    await desk.query(`update outbox set ${change} where order_no = $1 and kind = 'refund'`, [order])
    await desk.query('commit')
  } finally {
    desk.release()
  }
}
const later = `run_at = now() + interval '1 hour'`

describe('an order’s second badge', () => {
  it('is missing as long as nothing else is true of the order', async () => {
    expect(await badgesOf(await delivered())).toEqual([])
    expect(await badgesOf(await demo.order('gem_60'))).toEqual([])
  })
  it('is “disputed” while a dispute is open, and its page has amount and due date', async () => {
    const order = await delivered('gem_300')
    const say = async (stage: string) =>
      await at.rows(
        `select apply_dispute('sandbox', o.order_no, c.txn, c.amount_cents, c.currency, jsonb_build_object('id', 'dp_9',
            'stage', $2::text, 'reason', 'fraudulent', 'dueMs', 1900000000000), 'evt ' || $2)
          from orders o join capture c using (order_no) where o.order_no = $1`,
        order,
        stage,
      )
    await say('opened')
    expect(await badgesOf(order)).toEqual(['disputed'])
    expect(await read(order)).toMatchObject({
      sentence: 'disputed',
      dispute: { amount_cents: 499, currency: 'USD', due_at: 1_900_000_000 },
    })
    await say('won')
    expect(await badgesOf(order)).toEqual([])
    expect(await read(order)).toMatchObject({ sentence: 'delivered', dispute: null })
  })
  it('is “held” for a payment of another amount, whose page names what was received, until the money is back', async () => {
    const order = await ended('paid_wrong_amount')
    const { received } = await readUntil(order, 'wrong_payment')
    expect(received?.currency).toBe('USD')
    expect(received?.amount_minor).not.toBe(99)
    expect(await badgesOf(order)).toEqual(['held'])
    const { timeline } = await read(order)
    expect(timeline.filter(({ kind }) => kind === 'refund').map(({ what }) => what)).toEqual(['held'])
    await at.rows(`update outbox set state = 'confirmed', proof = 'RF-1', ended_at = now() where order_no = $1`, order)
    await at.rows(`update orders set status = 6, cause = 'expired' where order_no = $1`, order)
    expect([(await read(order)).order.status, await badgesOf(order)]).toEqual([6, []])
  })
  it('is “refund_failed” once the gateway has refused a refund', async () => {
    const order = await delivered()
    await withRefund(
      order,
      `select request_refund($1, 'late', 'test')`,
      `state = 'refused', ended_at = now(), detail = 'no'`,
    )
    expect(await badgesOf(order)).toContain('refund_failed')
    expect((await badgesOf(order))[0]).toBe('refund_failed')
  })
  it('is “refund_pending” while a refund is on its way, and then “partly_refunded” for a part', async () => {
    const order = await delivered()
    await withRefund(order, `select request_part_refund($1, 20, 'late', 'test')`, later)
    expect(await badgesOf(order)).toEqual(['refund_pending'])
    expect((await read(order)).money.leaving_cents).toBe(20)
    await at.rows(`update outbox set run_at = now() where order_no = $1 and kind = 'refund'`, order)
    await readUntil(order, 'refunded_part')
    expect(await badgesOf(order)).toEqual(['partly_refunded'])
    expect((await listed(order))?.status).toBe(4)
  })
  it('is “approval_pending” from a request about the order to its decision', async () => {
    const order = await delivered('gem_6480')
    const request = await at.as('support').call('refund/make', { order_no: order, reason: 'the player asks' })
    expect(await badgesOf(order)).toEqual(['approval_pending'])
    expect(await at.agreed(request, false)).toBe('refused')
    expect(await badgesOf(order)).toEqual([])
  })
  it('is “delivery_stuck” once the game has rejected the item', async () => {
    at.game.says = { refused: 'the character is gone' }
    const order = await ended('paid')
    await inState(at, `dlv_${order}`, 'refused')
    expect(await badgesOf(order)).toEqual(['delivery_stuck'])
    at.game.says = 'yes'
  })
})

describe('an order that the player cancelled', () =>
  it('has the cause of its status, so that it is no failed payment', async () => {
    const [cancelled, failed] = [await ended('cancelled'), await ended('failed')]
    await readUntil(cancelled, 'cancelled')
    await readUntil(failed, 'failed')
    expect([(await listed(cancelled))?.cause, (await listed(failed))?.cause]).toEqual(['cancelled', 'failed'])
    expect((await read(cancelled)).order.status).toBe(3)
  }))

describe('an item that was taken back', () =>
  it('is named beside its delivery, in list and page', async () => {
    const order = await delivered()
    expect((await listed(order))?.recall).toBe('')
    await at.rows(`select request_refund($1, 'late', 'test')`, order)
    await inState(at, `rcl_${order}`, 'confirmed')
    expect(await listed(order)).toMatchObject({ status: 5, delivery: 'confirmed', recall: 'confirmed', badges: [] })
    expect((await read(order)).order.recall).toBe('confirmed')
  }))
