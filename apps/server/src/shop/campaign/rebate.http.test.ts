import type { Product, Rebate } from '@hc/contract/calls'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ RETRY_BASE_MS: '100' })
const demo = withPlayer(shop)

const target = { server_id: 's1', role_id: 'r1001' }
const info = async (role = target): Promise<Rebate> => (await demo.call('e-recharge/rebate/info', role)).result

async function buy(goods: string, role = 'r1001', server = 's1', outcome = 'paid'): Promise<string> {
  const order = await demo.order(goods, 'sandbox', { role_id: role, server_id: server })
  await shop.outcome(order, outcome)
  await demo.reach(order, 4)
  return order
}
async function refund(order: string): Promise<void> {
  await shop.outcome(order, 'refunded')
  await demo.reach(order, 5)
}
const delivered = (number: string): Promise<unknown> =>
  until(
    `${number} delivered`,
    async () =>
      (await shop.db.query(`select 1 from outbox where order_no = $1 and state = 'confirmed'`, [number])).rowCount ===
      1,
  )

describe('a rebate', () => {
  it('of the demo starts far above a first purchase, and shows the progress of a character', async () => {
    const { campaign, tiers, amount, next_tier } = await info()
    expect(campaign).toMatchObject({ name: 'Starfall Rebate', counts: ['item'] })
    expect(tiers.map((tier) => tier.threshold)).toEqual([500, 1000, 2000, 5000])
    expect(tiers[1]).toMatchObject({
      rate: 4,
      points: 4000,
      gift: '980 Star Gems',
      why: 'not_reached',
      missing: 1000,
      gift_state: 'none',
    })
    expect([amount, next_tier?.threshold]).toEqual([0, 500])
    expect((await demo.call('e-recharge/rebate/info', { server_id: 's1', role_id: 'r1003' })).msg).toBe('RoleNotFound')
    expect((await demo.call('e-recharge/rebate/info', {})).result.amount).toBe(0)
    expect((await shop.call('e-recharge/rebate/info', target)).status).toBe(203)
  })

  describe('with tiers at 10, 25 and 60 dollars', () => {
    let first: string
    beforeAll(async () => {
      await shop.db.query('delete from rebate_tier')
      await shop.db.query('delete from rebate_campaign')
      await shop.db.query(
        `insert into rebate_campaign (campaign_id, texts, starts_at, ends_at, counts)
          values ('test', '{"en-US": {"name": "Test", "desc": ""}}', '2020-01-01', '2100-01-01', '{item}')`,
      )
      await shop.db.query(
        `insert into rebate_tier (campaign_id, threshold_cents, rate_pct, gift_goods_id, gift_quantity)
          values ('test', 1000, 10, null, 1), ('test', 2500, 4, 'gem_60', 2), ('test', 6000, 0, 'gem_300', 1)`,
      )
    })

    it('is granted once when the paid sum reaches a tier, as present points of their own, though the webhook comes twice', async () => {
      first = await buy('gem_980', 'r1001', 's1', 'paid_twice')
      expect(await demo.balance()).toEqual({ basicNum: 0, presentNum: 100, debtNum: 0 })
      expect((await demo.call('epoint/record')).result[0]).toMatchObject({
        type: 'income',
        reason: 'rebate',
        basicNum: 0,
        presentNum: 100,
        paymentId: first,
      })
      expect(await demo.record(first)).toMatchObject({ rebate: '+100 HC Points', gift: '' })
      const { tiers, amount, next_tier } = await info()
      expect(tiers[0]).toMatchObject({ why: 'granted', sdk_order_id: first, missing: 0 })
      expect([amount, next_tier?.threshold, next_tier?.missing]).toEqual([14.99, 25, 10.01])
    })

    it('says what one order of the player added to the sum, and nothing of an order of somebody else', async () => {
      const about = async (order: string, role = target) =>
        (await demo.call('e-recharge/rebate/info', { ...role, sdk_order_id: order })).result.added
      expect(await about(first)).toBe(14.99)
      expect(await about(first, { server_id: 's1', role_id: 'r1002' })).toBe(undefined)
      const stranger = await shop.signIn('rich', 'Rich1234')
      const other = await stranger.order('gem_60', 'sandbox', { role_id: 'r1003' })
      await shop.outcome(other, 'paid')
      await stranger.reach(other, 4)
      expect(await about(other)).toBe(undefined)
      expect(Object.keys(await info())).not.toContain('added')
    })

    it('does not count packs, points, or another character', async () => {
      await shop.db.query(`select grant_points('100001', 5000, 0, 'test')`)
      const byPoints = await demo.order('gem_1980', 'hcpoint')
      expect((await demo.call('payment/order/epoint/pay', { paymentId: byPoints })).code).toBe(0)
      await demo.buy('coin_5000', target)
      await buy('gem_300', 'r1002')
      expect((await info()).amount).toBe(14.99)
      expect((await info({ server_id: 's1', role_id: 'r1002' })).amount).toBe(4.99)
    })

    it("sends its gift like a purchase, and the order says so in the player's language", async () => {
      const before = (await demo.balance()).presentNum
      const order = await buy('gem_980')
      expect((await demo.balance()).presentNum - before).toBe(100)
      const number = `RBT${order}02`
      await delivered(number)
      const { grants } = await shop.inventory('r1001')
      expect(grants.find((grant) => grant.sdk_order_id === number)).toMatchObject({
        delivery_id: `dlv_${number}`,
        items: [{ cp_goods_id: 'gem_60', quantity: 2, bonus: 0 }],
      })
      expect(await demo.record(order)).toMatchObject({ rebate: '+100 HC Points', gift: '2 × 60 Star Gems' })
      const japanese = (await demo.call('order/record', { sdk_order_id: order }, { 'accept-language': 'ja-JP' }))
        .result[0]
      expect(japanese).toMatchObject({ rebate: '+100 HCポイント', gift: '2 × スタージェム 60個' })
      expect((await info()).tiers[1]).toMatchObject({ why: 'granted', gift_state: 'delivered' })
      await refund(order)
    })

    it('is taken back when a refund brings the sum below the tier, with its gift; reached again, points and gift come again', async () => {
      expect((await info()).tiers.map((tier) => tier.why)).toEqual(['granted', 'taken_back', 'not_reached'])
      const recall = async (): Promise<unknown> =>
        (await shop.db.query(`select state, proof from outbox where kind = 'recall' and order_no like 'RBT%'`)).rows
      await until('the game took the gift back', async () => JSON.stringify(await recall()).includes('taken_back'))
      expect(await recall()).toEqual([{ state: 'confirmed', proof: 'taken_back' }])
      expect((await info()).tiers[1]).toMatchObject({ gift_state: 'none' })
      const before = await demo.balance()
      expect((await demo.call('epoint/record')).result[0]).toMatchObject({
        type: 'expense',
        reason: 'rebate_back',
        presentNum: -100,
      })
      const again = await buy('gem_980')
      expect((await demo.balance()).presentNum - before.presentNum).toBe(100)
      expect(await demo.record(again)).toMatchObject({ rebate: '+100 HC Points', gift: '2 × 60 Star Gems' })
      await delivered(`RBT${again}02`)
    })

    it('comes without its gift while the game still has the last one, and with it once the game took that back', async () => {
      const tier = async (): Promise<unknown> =>
        (
          await shop.db.query(
            `select g.gift_goods_id as gift, b.state from rebate_grant g
              left join outbox b on b.outbox_id = 'dlv_' || g.number
              where g.role_id = 'r1001' and g.threshold_cents = 2500 order by g.created_at desc limit 1`,
          )
        ).rows[0]
      expect(await tier()).toEqual({ gift: 'gem_60', state: 'confirmed' })
      await shop.db.query(`create function no_recalls() returns trigger language plpgsql as
        $$ begin if new.kind = 'recall' then new.run_at := now() + interval '1 day'; end if; return new; end $$`)
      await shop.db.query(
        `create trigger no_recalls before insert on outbox for each row execute function no_recalls()`,
      )
      const last = (
        await shop.db.query(`select order_no from rebate_grant where threshold_cents = 2500 and taken_back_at is null`)
      ).rows[0].order_no
      await refund(last)
      await shop.db.query('drop trigger no_recalls on outbox')
      await buy('gem_980')
      expect(await tier()).toEqual({ gift: null, state: null })
      await shop.db.query(`update outbox set run_at = now() where kind = 'recall' and state = 'pending'`)
      await until('the gift', async () => JSON.stringify(await tier()) === '{"gift":"gem_60","state":"confirmed"}')
    })

    it('that was spent already becomes a debt when it is taken back', async () => {
      const { basicNum, presentNum } = await demo.balance()
      await shop.db.query(`update product set price_cents = $1 where cp_goods_id = 'pass_month'`, [
        basicNum + presentNum,
      ])
      await shop.db.query(`select pg_notify('hc_bus', 'catalog')`)
      await until('the new price', async () =>
        (await demo.call('order/webProduct', target)).result.some(
          (product) => product.price === (basicNum + presentNum) / 100,
        ),
      )
      const all = await demo.order('pass_month', 'hcpoint')
      expect((await demo.call('payment/order/epoint/pay', { paymentId: all })).code).toBe(0)
      await refund(first)
      expect(await demo.balance()).toEqual({ basicNum: 0, presentNum: 0, debtNum: 100 })
      expect((await info()).amount).toBe(14.99)
    })

    it('of ten orders paid at once for one character grants each tier once', async () => {
      const orders = await Promise.all(
        Array.from({ length: 10 }, () => demo.order('gem_980', 'sandbox', { server_id: 's2', role_id: 'r2001' })),
      )
      await Promise.all(orders.map((order) => shop.outcome(order, 'paid_twice')))
      await Promise.all(orders.map((order) => demo.reach(order, 4)))
      const { rows } = await shop.db.query(
        `select threshold_cents::int, count(*)::int as n from rebate_grant where role_id = 'r2001' group by 1
          order by 1`,
      )
      expect(rows).toEqual([
        { threshold_cents: 1000, n: 1 },
        { threshold_cents: 2500, n: 1 },
        { threshold_cents: 6000, n: 1 },
      ])
      await Promise.all(orders.map((order) => refund(order)))
      expect(await info({ server_id: 's2', role_id: 'r2001' })).toMatchObject({
        amount: 0,
        tiers: [{ why: 'taken_back' }, { why: 'taken_back' }, { why: 'taken_back' }],
      })
    })

    it('keeps its tiers once a purchase counted towards them', async () => {
      await expect(shop.db.query(`update rebate_tier set rate_pct = 1`)).rejects.toThrow(/stay as they are/)
      await expect(
        shop.db.query(
          `insert into rebate_campaign select 'two', texts, starts_at, ends_at, counts from rebate_campaign`,
        ),
      ).rejects.toThrow(/one_campaign_at_a_time/)
    })

    it('that has ended ignores new orders, and a late refund still takes back what earlier orders brought', async () => {
      const last = await buy('gem_980', 'r1002')
      expect((await demo.record(last)).rebate).toBe('+100 HC Points')
      await shop.db.query(`update rebate_campaign set ends_at = now()`)
      expect(await info()).toEqual({ campaign: null, tiers: [], amount: 0, next_tier: null })
      expect((await demo.record(await buy('gem_980', 'r1002'))).rebate).toBe('')
      await refund(last)
      expect((await demo.record(last)).rebate).toBe('')
    })
  })
})

describe('the first-top-up bonus', () => {
  const gem = async (): Promise<Product | undefined> =>
    (await demo.call('order/webProduct', { server_id: 's2', role_id: 'r2001' })).result.find(
      (product) => product.cp_goods_id === 'gem_60',
    )
  const order = (): Promise<string> => buy('gem_60', 'r2001', 's2')
  const reset = (at: string): Promise<unknown> => shop.db.query(`insert into bonus_reset values ('gem_60', ${at})`)
  beforeEach(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 900)
    })
  })

  it('that was used says when, and when it is available again', async () => {
    expect(await gem()).toMatchObject({ bonus: 100, bonus_used_ts: 0, bonus_again_ts: 0 })
    expect((await demo.record(await order())).bonus).toBe(100)
    await reset(`'2099-01-01T00:00:00Z'`)
    const used = await until('used', async () => {
      const item = await gem()
      return item?.bonus === 0 && item.bonus_again_ts > 0 && item
    })
    expect(used.bonus_again_ts).toBe(Date.UTC(2099, 0, 1) / 1000)
    expect(Math.abs(used.bonus_used_ts - Date.now() / 1000)).toBeLessThan(60)
    expect((await demo.record(await order())).bonus).toBe(0)
  })

  it('is available once more after its reset date', async () => {
    await reset('now()')
    await until('anew', async () => {
      const item = await gem()
      return item?.bonus === 100 && item.bonus_used_ts === 0
    })
    const orders = await Promise.all([
      demo.order('gem_60', 'sandbox', { server_id: 's2', role_id: 'r2001' }),
      demo.order('gem_60', 'sandbox', { server_id: 's2', role_id: 'r2001' }),
    ])
    for (const orderNo of orders) {
      await shop.outcome(orderNo, 'paid')
      await demo.reach(orderNo, 4)
    }
    expect(
      (await Promise.all(orders.map((orderNo) => demo.record(orderNo)))).map((record) => record.bonus).sort(),
    ).toEqual([0, 100])
    expect((await demo.record(await order())).bonus).toBe(0)
  })
})

it('leaves balanced books', async () => {
  await until(
    'all delivered',
    async () =>
      (await shop.db.query(`select 1 from outbox where kind = 'deliver' and state in ('pending', 'unknown')`))
        .rowCount === 0,
  )
  expect(await faultsIn(shop)).toEqual([])
  expect((await demo.call('e-recharge/rebate/info', target)).code).toBe(0)
})
