import type { OrderRecord, Product } from '@hc/contract/calls'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { withFixture, withPlayer, withShop } from '@hc/test/fixtures'
import { playerOf, read, type Reply, until } from '@hc/test/shop'

const shop = withShop({ RETRY_BASE_MS: '100', REPAIR_AFTER_SECONDS: '2' })
const second = withFixture({
  what: 'second process',
  start: async () => await shop.beside(),
  stop: (beside) => beside.stop(),
})
const demo = withPlayer(shop)
/** The same player in the second process. */
const demoThere = withFixture({
  what: 'player in the second process',
  start: () =>
    Promise.resolve(
      playerOf(
        {
          ...shop,
          call: async (name, body = {}, headers = {}) =>
            await read(
              await fetch(`${second.url}/api/${name}`, {
                method: 'POST',
                headers: { 'content-type': 'application/json', ...headers },
                body: JSON.stringify(body),
              }),
            ),
        },
        demo.token,
      ),
    ),
})

type Target = { server_id: string; role_id: string }
const astra: Target = { server_id: 's1', role_id: 'r1001' }
const bront: Target = { server_id: 's1', role_id: 'r1002' }
const celes: Target = { server_id: 's2', role_id: 'r2001' }

const create = async (
  goods: string,
  target: Target,
  more: object = {},
  player = demo,
  key = randomUUID(),
): Promise<Reply<{ sdk_order_id: string }>> =>
  (await player.call(
    'order/webCreate',
    { ...target, cp_goods_id: goods, channel_code: 'sandbox', ...more },
    { 'idempotency-key': key },
  )) as Reply<{ sdk_order_id: string }>
const order = async (goods: string, target: Target): Promise<string> =>
  (await create(goods, target)).result.sdk_order_id
const offer = async (goods: string, target: Target, player = demo): Promise<Product | undefined> =>
  (await player.call('order/webProduct', target)).result.find((product) => product.cp_goods_id === goods)
/** The order expires unpaid, here and at the gateway. */
const overdue = async (no: string): Promise<void> => {
  await shop.db.query(
    `update orders set expires_at = now() - interval '1 second', next_check_at = now() where order_no = $1`,
    [no],
  )
  await demo.reach(no, 6)
  await shop.db.query(
    `update sandbox.payment set expires_at = now() - interval '3 seconds' where merchant_order = $1`,
    [no],
  )
}
const pay = async (no: string): Promise<OrderRecord> => {
  await shop.outcome(no, 'paid')
  return await demo.reach(no, 4)
}
const granted = async (no: string, role: string): Promise<number | undefined> =>
  (await shop.inventory(role)).grants.find((grant) => grant.sdk_order_id === no)?.items[0]?.bonus

describe('the first-top-up bonus of two open orders', () => {
  it('is reserved for the first, and the second says before payment that it has none', async () => {
    const first = await order('gem_60', astra)
    expect(await offer('gem_60', astra)).toMatchObject({ bonus: 100, bonus_held_by: first, bonus_used_ts: 0 })
    expect(await offer('gem_60', bront)).toMatchObject({ bonus: 100, bonus_held_by: '' })
    const later = await order('gem_60', astra)
    expect(await demo.record(first)).toMatchObject({ bonus: 100, bonus_held_by: '', bonus_lost: 0 })
    expect(await demo.record(later)).toMatchObject({ bonus: 0, bonus_held_by: first, bonus_lost: 0 })
    // Paid before it: an order that was promised none takes none.
    expect(await pay(later)).toMatchObject({ bonus: 0, bonus_lost: 0, bonus_held_by: '' })
    expect(await pay(first)).toMatchObject({ bonus: 100, bonus_lost: 0 })
    expect(await granted(first, 'r1001')).toBe(100)
    expect(await granted(later, 'r1001')).toBe(0)
    expect(await offer('gem_60', astra)).toMatchObject({ bonus: 0, bonus_held_by: '' })
  })

  it('is promised to one order alone, even if two processes make many at the same moment', async () => {
    const creations = await Promise.all(
      Array.from({ length: 12 }, (_, at) => create('gem_300', astra, {}, at % 2 ? demo : demoThere)),
    )
    expect(creations.map((answer) => answer.code)).toEqual(creations.map(() => 0))
    const records = await Promise.all(creations.map((answer) => demo.record(answer.result.sdk_order_id)))
    const promised = records.filter((record) => record.bonus === 100)
    expect(promised).toHaveLength(1)
    for (const record of records) {
      if (record !== promised[0]) expect(record).toMatchObject({ bonus: 0, bonus_held_by: promised[0]?.sdk_order_id })
    }
    // The promise holds, whichever order is paid first.
    const other = records.find((record) => record.bonus === 0)
    await pay(other?.sdk_order_id ?? '')
    expect((await pay(promised[0]?.sdk_order_id ?? '')).bonus).toBe(100)
  })

  it('is released when its order ends without payment', async () => {
    const failed = await order('gem_980', astra)
    await shop.outcome(failed, 'failed')
    await demo.reach(failed, 3)
    expect(
      (
        await until('free', async () => {
          const product = await offer('gem_980', astra)
          return product?.bonus_held_by === '' && product
        })
      ).bonus,
    ).toBe(100)
    const expired = await order('gem_980', astra)
    expect(await demo.record(expired)).toMatchObject({ bonus: 100 })
    await overdue(expired)
    const third = await order('gem_980', astra)
    expect((await pay(third)).bonus).toBe(100)
  })

  it('is released when its order is held for an operator', async () => {
    const heldOrder = await order('gem_1980', astra)
    await shop.outcome(heldOrder, 'paid_wrong_amount')
    await until('held', async () => (await demo.record(heldOrder)).staff === 'payment')
    const next = await order('gem_1980', astra)
    expect((await pay(next)).bonus).toBe(100)
  })
})

describe('an order that is paid after its time', () => {
  const late = async (target: Target): Promise<string> => {
    const no = await order('gem_3280', target)
    await overdue(no)
    return no
  }

  it('gets its bonus if no other order was promised it', async () => {
    const no = await late(astra)
    await shop.outcome(no, 'paid_late')
    expect(await demo.reach(no, 4)).toMatchObject({ bonus: 100, bonus_lost: 0 })
  })

  it('says that it has lost its bonus if another order got it or was promised it', async () => {
    const no = await late(bront)
    const open = await order('gem_3280', bront)
    await shop.outcome(no, 'paid_late')
    expect(await demo.reach(no, 4)).toMatchObject({ bonus: 0, bonus_lost: 100 })
    expect(await granted(no, 'r1002')).toBe(0)
    expect(await pay(open)).toMatchObject({ bonus: 100, bonus_lost: 0 })
    const again = await late(celes)
    expect((await pay(await order('gem_3280', celes))).bonus).toBe(100)
    await shop.outcome(again, 'paid_late')
    expect(await demo.reach(again, 4)).toMatchObject({ bonus: 0, bonus_lost: 100 })
  })
})

describe('an order with the bonus that its player saw', () => {
  it('is made if the offer is unchanged; otherwise the answer has the new offer and no order', async () => {
    const creation = await create('gem_6480', bront, { bonus: 100 })
    expect(creation.code).toBe(0)
    const refused = await create('gem_6480', bront, { bonus: 100 })
    expect(refused).toMatchObject({
      status: 200,
      code: 30016,
      msg: 'OfferChanged',
      data: { bonus: 0, bonus_held_by: creation.result.sdk_order_id },
    })
    const before = (await demo.call('order/record', { page: 1, size: 1 })).total
    expect((await create('gem_6480', bront, { bonus: 100 }, demoThere)).msg).toBe('OfferChanged')
    expect((await demo.call('order/record', { page: 1, size: 1 })).total).toBe(before)
    expect((await create('gem_6480', bront, { bonus: 0 })).code).toBe(0)
    await pay(creation.result.sdk_order_id)
    expect(await create('gem_6480', bront, { bonus: 100 })).toMatchObject({
      msg: 'OfferChanged',
      data: { bonus: 0, bonus_held_by: '' },
    })
    expect(await create('gem_6480', celes, { bonus: 0 })).toMatchObject({
      msg: 'OfferChanged',
      data: { bonus: 100, bonus_held_by: '' },
    })
    expect(await create('coin_1000', celes, { bonus: 5 })).toMatchObject({ code: 0 })
  })

  it('is the same order for the same key, even if that order holds the bonus, and for simultaneous calls', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => create('gem_6480', celes, { bonus: 100 }, at % 2 ? demo : demoThere, key)),
    )
    expect(answers.map((answer) => answer.code)).toEqual(answers.map(() => 0))
    expect(new Set(answers.map((answer) => answer.result.sdk_order_id)).size).toBe(1)
    expect((await create('gem_6480', celes, { bonus: 100 }, demo, key)).result.sdk_order_id).toBe(
      answers[0]?.result.sdk_order_id,
    )
    expect(await create('gem_6480', celes, { bonus: 'much' })).toMatchObject({ status: 400, msg: 'InvalidParams' })
  })
})

describe('a bonus that is reset for its item', () =>
  it('is reserved and given separately from the earlier one: an order keeps its promised bonus', async () => {
    const before = await order('gem_300', celes)
    await shop.db.query(`insert into bonus_reset values ('gem_300', now())`)
    await until('anew', async () => (await offer('gem_300', celes))?.bonus_held_by === '')
    const after = await order('gem_300', celes)
    expect(await demo.record(after)).toMatchObject({ bonus: 100, bonus_held_by: '' })
    expect((await pay(after)).bonus).toBe(100)
    expect((await pay(before)).bonus).toBe(100)
    expect((await pay(await order('gem_300', celes))).bonus).toBe(0)
  }))

it('a refund does not bring the bonus back', async () => {
  const no = await order('gem_60', celes)
  await pay(no)
  await shop.outcome(no, 'refunded')
  await demo.reach(no, 5)
  expect(await create('gem_60', celes, { bonus: 100 })).toMatchObject({ msg: 'OfferChanged', data: { bonus: 0 } })
})

it('leaves balanced books', async () => {
  expect(await faultsIn(shop)).toEqual([])
})
