import { describe, expect, it } from 'vitest'
import type { DeskBody } from '@hc/contract/desk/calls'
import { inState } from '@hc/test/desk-shop'
import { until } from '@hc/test/shop'
import { withDesk, withPlayer } from '@hc/test/fixtures'

const at = withDesk({ RETRY_BASE_MS: '500', RETRY_CAP_MS: '1000' })
const demo = withPlayer(at.shop)
type Seat = Parameters<typeof at.as>[0]

const list = async (who: Seat, body: DeskBody<'waiting/list'> = {}) =>
  (await at.as(who).call('waiting/list', { merged: true, ...body })).result
const rowsOf = async (who: Seat, order: string) => (await list(who)).rows.filter(({ order_no }) => order_no === order)

async function refused(goods: string): Promise<string> {
  at.game.says = { refused: 'bag full' }
  const order = await demo.order(goods)
  await at.shop.outcome(order, 'paid')
  await inState(at, `dlv_${order}`, 'refused')
  return order
}
const disputed = async (order: string, id: string, hours: number): Promise<unknown> =>
  await at.rows(
    `insert into dispute (channel_code, dispute_id, txn, order_no, stage, amount_cents, currency, reason, opened_at,
        due_at) select 'sandbox', $2, 'txn_' || $2, order_no, 'opened', paid_cents, currency, 'fraudulent', now(),
        now() + make_interval(hours => $3) from orders where order_no = $1`,
    order,
    id,
    hours,
  )

describe('a row of To do', () => {
  it('is one for one order: the gravest kind that its reader may act on names it, and has item and player', async () => {
    const order = await refused('gem_60')
    await disputed(order, 'dp_one', 40)
    const apart = (await at.owner.call('waiting/list', {})).result.rows
    expect(apart.filter(({ order_no }) => order_no === order)).toHaveLength(2)
    const [row, ...others] = await rowsOf('finance', order)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      kind: 'open_disputes',
      mine: true,
      action: 'respond',
      goods_name: '60 Star Gems',
      player: { uid: expect.any(String), role_name: expect.any(String) },
      also: [{ kind: 'refused_deliveries', subject: order }],
    })
    expect(row?.icon).toMatch(/gem/)
    expect(row?.due).toBeGreaterThan(Date.now() / 1000)
    // Support may not answer a dispute, and may send the item again.
    expect(await rowsOf('support', order)).toMatchObject([
      { kind: 'refused_deliveries', mine: true, action: 'retell', also: [{ kind: 'open_disputes' }] },
    ])
  })
  it('stands by deadline, then money, then age', async () => {
    const [small, large, late] = [await refused('gem_60'), await refused('gem_980'), await refused('gem_60')]
    await disputed(late, 'dp_soon', 3)
    const orders = (await list('owner')).rows.map(({ order_no }) => order_no)
    const places = [late, large, small].map((order) => orders.indexOf(order))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBe(0)
  })
  it('is taken whole: nobody else has to act on any kind of it', async () => {
    const order = await refused('gem_60')
    await disputed(order, 'dp_taken', 30)
    const [row] = await rowsOf('finance', order)
    const { kind = '', subject = '', also = [] } = row ?? {}
    const body = { kind, subject, also: also.map((other) => ({ kind: other.kind, subject: other.subject })) }
    const todo = async (): Promise<number> => (await list('lead')).rows.filter(({ mine }) => mine).length
    const before = await todo()
    await at.as('finance').call('waiting/claim', { ...body, on: true })
    expect(await rowsOf('lead', order)).toMatchObject([{ claimed_by: 'finance', mine: false }])
    expect(await todo()).toBe(before - 1)
    await at.as('finance').call('waiting/claim', { ...body, on: false })
    expect(await rowsOf('lead', order)).toMatchObject([{ claimed_by: '', mine: true }])
  })
  it('that a person ended today is counted once, in the person’s day', async () => {
    const order = await refused('gem_60')
    const from = Math.floor(Date.now() / 1000) - 60
    const doneCount = async (day_from = from) => (await list('support', { day_from })).done
    const before = Number(await doneCount())
    for (const reason of ['the bag is free', 'once more'])
      await at.as('support').call('order/retell', { number: order, reason })
    expect(await doneCount()).toBe(before + 1)
    expect(await doneCount(from + 3_600)).toBe(0)
    expect(await list('support')).not.toHaveProperty('done')
  })
})

describe('an alert whose subject is a row of To do', () => {
  it('names the row to those who see it, who do not count it twice; others have it among their alerts', async () => {
    const { version, price_cents } = (await at.owner.call('product/read', { id: 'gem_60' })).result.product
    const body = { id: 'gem_60', version, price_cents: price_cents + 10, reason: 'a small change' }
    const no = String((await at.as('campaign').call('product/price', body)).data?.approval)
    await at.rows(
      `insert into desk.alert (rule_key, subject, value, opened_at) values ('dispute_due', 'dp_one', 40, now()),
        ('request_old', $1, 5, now()), ('no_order', '', 3, now())
        on conflict do nothing -- the shop's own watch may have seen the dispute meanwhile`,
      no,
    )
    const alertsOf = async (who: Seat) =>
      (await at.as(who).call('alert/list', {})).result.alerts.map(({ rule, todo }) => [rule, todo?.kind]).toSorted()
    const counted = async (who: Seat) => (await at.as(who).call('pulse/read', {})).result.alerts
    const toDispute = ['dispute_due', 'open_disputes']
    expect(await alertsOf('owner')).toEqual([toDispute, ['no_order', undefined], ['request_old', 'approval']])
    expect(await counted('owner')).toBe(1)
    expect(await alertsOf('ops')).toEqual([toDispute, ['no_order', undefined], ['request_old', undefined]])
    expect(await counted('ops')).toBe(2)
  })
})

describe('a request', () => {
  it('has the name and picture of what it is about, in its list, on its page and in To do', async () => {
    const { version, price_cents } = (await at.owner.call('product/read', { id: 'gem_300' })).result.product
    const body = { id: 'gem_300', version, price_cents: price_cents - 50, reason: 'a week of lower prices' }
    const no = Number((await at.as('campaign').call('product/price', body)).data?.approval)
    const named = { goods_name: '300 Star Gems', icon: expect.stringMatching(/gem/) }
    const waits = (await list('owner')).rows.find(({ kind, subject }) => kind === 'approval' && subject === String(no))
    expect(waits).toMatchObject({
      ...named,
      action: 'review',
      title: { call: 'product/price', kind: 'product', target: 'gem_300' },
    })
    const listed = (await at.owner.call('approval/list', { which: 'to_decide' })).result.approvals
    expect(listed.find(({ approval_no }) => approval_no === no)).toMatchObject(named)
    const page = (await at.owner.call('approval/read', { approval_no: no })).result
    expect(page.thing).toMatchObject({ ...named, product: { cp_goods_id: 'gem_300', price_cents } })
    expect(page).not.toHaveProperty('meanwhile')
  })
  it('that is out of date says which facts were changed meanwhile', async () => {
    const { version, price_cents } = (await at.owner.call('product/read', { id: 'gem_980' })).result.product
    const ask = async (cents: number): Promise<number> =>
      Number(
        (
          await at
            .as('campaign')
            .call('product/price', { id: 'gem_980', version, price_cents: cents, reason: 'a sale' })
        ).data?.approval,
      )
    const first = await ask(price_cents - 100)
    await at.rows(`update product set price_cents = price_cents - 20 where cp_goods_id = 'gem_980'`)
    await until('another version', async () => {
      const { result } = await at.owner.call('product/read', { id: 'gem_980' })
      return result.product.version > version
    })
    await at.rows(`update desk.staff_session set fresh_until = now() + interval '1 hour'`)
    expect((await at.owner.call('approval/decide', { approval_no: first, yes: true })).result.state).toBe('stale')
    const page = (await at.owner.call('approval/read', { approval_no: first })).result
    expect(page.meanwhile).toEqual([{ fact: 'price_cents', was: price_cents, now: price_cents - 20 }])
  })
})
