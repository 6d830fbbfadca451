import { describe, expect, it } from 'vitest'
import { inState } from '@hc/test/desk-shop'
import { withDesk, withPlayer } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'

const at = withDesk({ RETRY_BASE_MS: '60000' })
const demo = withPlayer(at.shop)

type Role = Parameters<typeof at.as>[0]
const list = async (q: string, role: Role = 'support') => (await at.as(role).call('order/list', { q })).result
const numbers = async (q: string, role?: Role): Promise<string[]> =>
  (await list(q, role)).rows.map(({ order_no }) => order_no)

describe('a search among orders', () => {
  it('takes a number, its last signs, a payment, a delivery, an item, and a player by number, login or character', async () => {
    const gem = await demo.buy('gem_60')
    const coin = await demo.order('coin_500')
    expect(await numbers(gem)).toEqual([gem])
    expect(await numbers(gem.toLowerCase())).toEqual([gem])
    expect(await numbers(gem.slice(-8))).toEqual([gem])
    expect(await numbers(`…${gem.slice(-6)}`)).toEqual([gem])
    const [capture] = await at.rows('select txn from capture where order_no = $1', gem)
    expect(await numbers(String(capture?.txn))).toEqual([gem])
    expect(await numbers(`dlv_${gem}`)).toEqual([gem])
    expect(await numbers('gem_60')).toEqual([gem])
    expect(await numbers('coin_500')).toEqual([coin])
    const [order] = await at.rows('select uid, role_name from orders where order_no = $1', gem)
    expect(await numbers(String(order?.uid))).toEqual([coin, gem])
    expect(await numbers('demo')).toEqual([coin, gem])
    expect(await numbers(String(order?.role_name).toUpperCase())).toEqual([coin, gem])
    expect(await numbers('nothing like this')).toEqual([])
    expect(await numbers('ZZZZZZ')).toEqual([])
  })
  it('looks up no player for a person who may not read players', async () => {
    expect((await list('demo')).rows).not.toEqual([])
    await at.rows(`update desk.role set permissions = permissions - 'player.read' where role_key = 'support'`)
    expect((await list('demo')).rows).toEqual([])
    await at.rows(`update desk.role set permissions = permissions || '{"player.read":"do"}' where role_key = 'support'`)
  })
  it('shows the picture of an item', async () => {
    const order = await demo.order('gem_60')
    expect((await list(order)).rows.map(({ icon }) => icon)).toEqual(['/art/items/gem_60.svg'])
  })
  it('for what needs action has the orders of To do, until their money is back', async () => {
    at.game.says = { refused: 'bag full' }
    const refusedOrder = await demo.order('gem_60')
    await at.shop.outcome(refusedOrder, 'paid')
    await inState(at, `dlv_${refusedOrder}`, 'refused')
    const heldOrder = await demo.order('gem_300')
    await at.shop.outcome(heldOrder, 'paid_wrong_amount')
    await until('the hold', async () => (await at.rows('select 1 from orders where hold_reason is not null'))[0])
    const needing = async (): Promise<string[]> =>
      (await at.as('owner').call('order/list', { needs_action: true })).result.rows.map(({ order_no }) => order_no)
    const inToDo = async (): Promise<string[]> => [
      ...new Set((await at.as('owner').call('waiting/list', {})).result.rows.map(({ order_no }) => order_no)),
    ]
    expect((await needing()).toSorted()).toEqual([refusedOrder, heldOrder].toSorted())
    expect((await inToDo()).toSorted()).toEqual([refusedOrder, heldOrder].toSorted())
    await at.as('finance').call('hold/release', { order_no: heldOrder, reason: 'another amount' })
    await until(
      'the money is back',
      async () =>
        (
          await at.rows(
            `select 1 from outbox where order_no = $1 and kind = 'refund' and state = 'confirmed'`,
            heldOrder,
          )
        )[0],
    )
    expect([await needing(), await inToDo()]).toEqual([[refusedOrder], [refusedOrder]])
  })
  it('says what the orders brought to those who may see money, and to nobody else', async () => {
    const all = (await at.as('owner').call('order/list', {})).result
    const [sum] = await at.rows(`select sum(paid_cents)::int as minor from orders where currency = 'USD'`)
    expect(all.totals).toEqual([{ currency: 'USD', minor: sum?.minor }])
    expect((await at.as('support').call('order/list', {})).result).not.toHaveProperty('totals')
  })
})
