import { beforeAll, describe, expect, it } from 'vitest'
import { withDesk, withPlayer } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'

const at = withDesk({ RETRY_BASE_MS: '60000' })
const demo = withPlayer(at.shop)
const reason = 'ticket 4711'

type Role = Parameters<typeof at.as>[0]
const list = async (q = '', role: Role = 'support') => (await at.as(role).call('refund/list', { q })).result
const orders = async (q: string, role?: Role): Promise<string[]> =>
  (await list(q, role)).rows.map(({ order_no }) => order_no ?? '')
const row = async (order: string, role?: Role) => (await list(order, role)).rows[0]
const back = async (order: string): Promise<unknown> =>
  await until('the money is back', async () => (await demo.record(order)).status === 5)

let ownOrder: string
let approved: string
beforeAll(async () => {
  // The demo's people are not of this desk.
  await at.rows(`update desk.staff set suspended_at = now() where email like '%@demo.example'`)
  ownOrder = await demo.buy('gem_60')
  expect((await at.as('support').call('refund/make', { order_no: ownOrder, reason })).code).toBe(0)
  await back(ownOrder)
  approved = await demo.buy('gem_6480')
  const answer = await at.as('support').call('refund/make', { order_no: approved, reason })
  const approval_no = Number(answer.data?.approval)
  expect((await at.as('finance').call('approval/decide', { approval_no, yes: true })).result.state).toBe('done')
  await back(approved)
})

describe('a row of the refunds', () => {
  it('has the picture and the name of its item, and its player', async () => {
    const [order] = await at.rows('select uid, role_name from orders where order_no = $1', ownOrder)
    expect(await row(ownOrder)).toMatchObject({
      icon: '/art/items/gem_60.svg',
      goods: '60 Star Gems',
      uid: order?.uid,
      role_name: order?.role_name,
    })
  })
  it('names the person who asked, and the one who approved it', async () => {
    expect(await row(ownOrder)).toMatchObject({ requested_as: 'person', requested_by: 'support', approved_by: '' })
    expect(await row(approved)).toMatchObject({
      requested_as: 'person',
      requested_by: 'support',
      approved_by: 'finance',
    })
  })
  it('of a part names its person and the reason', async () => {
    const order = await demo.buy('gem_300')
    const body = { order_no: order, cents: 100, refunded_cents: 0, reason }
    expect((await at.as('finance').call('refund/part', body)).code).toBe(0)
    expect(await row(order)).toMatchObject({ requested_by: 'finance', approved_by: '', because: reason })
  })
  it('of a withdrawal is the player’s, and of a second payment the shop’s', async () => {
    const order = await demo.buy('gem_60')
    await at.rows(`select request_refund($1, 'withdrawal W-1', 'job:withdrawal')`, order)
    expect(await row(order)).toMatchObject({ requested_as: 'player', requested_by: '', approved_by: '' })
    const twice = await demo.buy('gem_60')
    await at.rows(`select apply_capture('sandbox', $1, 'S-' || $1, 99, 'USD', 'poll', null)`, twice)
    expect(await row(twice)).toMatchObject({ requested_as: 'system', requested_by: '', approved_by: '' })
  })
  it('names nobody to a reader without the right for players, and no staff to one without orders', async () => {
    const without = async (right: string): Promise<object | undefined> => {
      await at.rows(`update desk.role set permissions = permissions - $1 where role_key = 'support'`, right)
      const { rows } = await list()
      await at.rows(
        `update desk.role set permissions = permissions || jsonb_build_object($1::text, 'do') where role_key = 'support'`,
        right,
      )
      return rows.find(({ created_at }) => created_at > 0)
    }
    const noPlayers = await without('player.read')
    expect(noPlayers).not.toHaveProperty('uid')
    expect(noPlayers).not.toHaveProperty('role_name')
    const noOrders = await without('order.read')
    expect(noOrders).not.toHaveProperty('requested_by')
    expect(noOrders).not.toHaveProperty('approved_by')
  })
})

describe('a search among refunds', () => {
  it('takes an order, its last signs, a refund’s number, and a player', async () => {
    expect(await orders(ownOrder)).toEqual([ownOrder])
    expect(await orders(ownOrder.slice(-8))).toEqual([ownOrder])
    const [refund] = await at.rows('select refund_txn from gateway_refund where order_no = $1', ownOrder)
    expect(await orders(String(refund?.refund_txn))).toEqual([ownOrder])
    const [order] = await at.rows('select uid from orders where order_no = $1', ownOrder)
    expect(await orders(String(order?.uid))).toEqual(expect.arrayContaining([approved, ownOrder]))
    expect(await orders('nothing like this')).toEqual([])
  })
  it('goes on page by page without leaving one out', async () => {
    const all = await orders('')
    const first = (await at.as('support').call('refund/list', { size: 2 })).result
    const second = (await at.as('support').call('refund/list', { size: 2, after: first.next ?? '' })).result
    expect([...first.rows, ...second.rows].map(({ order_no }) => order_no)).toEqual(all.slice(0, 4))
  })
  it('among deliveries finds one by its order, its number and its player', async () => {
    const find = async (q: string) =>
      (await at.as('support').call('delivery/list', { q })).result.rows.map(({ number }) => number)
    expect(await find(ownOrder)).toEqual([ownOrder])
    expect(await find(`dlv_${ownOrder}`)).toEqual([ownOrder])
    expect(await find(ownOrder.slice(-8))).toEqual([ownOrder])
    expect(await find('demo')).toEqual(expect.arrayContaining([approved, ownOrder]))
    const { rows } = (await at.as('support').call('delivery/list', { q: ownOrder })).result
    expect(rows[0]).toMatchObject({ icon: '/art/items/gem_60.svg', goods: '60 Star Gems' })
  })
  it('among slow deliveries finds those that are undelivered for five minutes', async () => {
    const slow = async () => (await at.as('support').call('delivery/list', { slow: true })).result.rows.length
    at.game.says = { refused: 'bag full' }
    const order = await demo.order('gem_60')
    await at.shop.outcome(order, 'paid')
    await until(
      'it is refused',
      async () =>
        (await at.rows(`select 1 from outbox where outbox_id = $1 and state = 'refused'`, `dlv_${order}`)).length > 0,
    )
    at.game.says = 'yes'
    expect(await slow()).toBe(0)
    await at.rows(
      `update outbox set created_at = created_at - interval '6 minutes' where outbox_id = $1`,
      `dlv_${order}`,
    )
    expect(await slow()).toBe(1)
  })
})

describe('the sum of a list of refunds', () =>
  it('is for those who may see money', async () => {
    const [sum] = await at.rows(
      `select sum((payload->>'amount_cents')::int)::int as minor from outbox
        where kind = 'refund' and state = 'confirmed'`,
    )
    expect((await list('', 'owner')).totals).toEqual([{ currency: 'USD', minor: sum?.minor }])
    expect(await list()).not.toHaveProperty('totals')
  }))
