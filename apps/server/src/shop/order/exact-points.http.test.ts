import { describe, expect, it } from 'vitest'
import { currencies } from '@hc/domain/money/currencies'
import { exactAmount, exactStep } from '@hc/domain/money/exact-points'
import { faultsIn } from '@hc/test/books'
import { changed, createIn, type Exact, exactIn, firstRow, from, priceFields } from '@hc/test/market'
import { type Row, until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ DEMO_MARKETS: '1', REPAIR_AFTER_SECONDS: '2', ORDERS_LIMITED: '0' })
const demo = withPlayer(shop)

const sql = async (text: string, ...values: unknown[]): Promise<Row> => await firstRow(shop, text, values)
const create = async (item: string, more: object, country: string, headers: Record<string, string> = {}) =>
  await createIn(demo, country, item, more, headers)

const EXACT = 'coin_exact'
const exactly = async (need: number, country: string): Promise<Exact & { name: string }> =>
  await exactIn(demo, country, need)
const buyExactly = async (exact: object, country: string, headers: Record<string, string> = {}) =>
  await create(EXACT, { role_id: '', server_id: '', exact }, country, headers)

describe('points by their number', () => {
  it('are sold in the exact missing number, at the base price or at the rate of the country', async () => {
    expect(await exactly(37, 'BR')).toEqual({ points: 37, currency: 'USD', amount_minor: 37, name: '37 HC Points' })
    expect(await exactly(37, 'JP')).toMatchObject({ points: 37, currency: 'JPY', amount_minor: 60 })
    expect(await exactly(37, 'DE')).toMatchObject({ points: 37, currency: 'EUR', amount_minor: 45 })
    // Card gateways take no last digit of three decimals but 0.
    expect(await exactly(37, 'KW')).toMatchObject({ points: 37, currency: 'KWD', amount_minor: 120 })
  })
  it('are credited exactly, without a bonus, and named by their number wherever the order is shown', async () => {
    for (const [country, amount, currency] of [
      ['BR', 0.37, 'USD'],
      ['JP', 60, 'JPY'],
    ] as const) {
      const before = (await demo.call('epoint/balance', { userId: '100001' })).result
      const creation = await buyExactly(priceFields(await exactly(37, country)), country)
      const no = creation.result.sdk_order_id
      await demo.pay(no)
      await demo.reach(no, 4)
      expect(await demo.record(no)).toMatchObject({ currency, amount, name: '37 HC Points', bonus: 0 })
      const after = (await demo.call('epoint/balance', { userId: '100001' })).result
      expect(after).toMatchObject({ basicNum: before.basicNum + 37, presentNum: before.presentNum })
      expect(await sql('select points, base_cents, title from orders where order_no = $1', no)).toEqual({
        points: '37',
        base_cents: '37',
        title: '37 HC Points',
      })
      const explained = (await demo.call('order/explain', { sdk_order_id: no })).result
      expect(explained.item).toMatchObject({ cp_goods_id: EXACT, name: '37 HC Points' })
    }
    expect(await faultsIn(shop)).toEqual([])
  })
  it('keep the rate of their purchase, with the market and its tax', async () => {
    const { result } = await buyExactly(priceFields(await exactly(37, 'JP')), 'JP')
    expect(await sql('select * from order_terms where order_no = $1', result.sdk_order_id)).toMatchObject({
      market: 'JP',
      price_id: null,
      point_rate: '1600',
      tax_country: 'JP',
      tax_minor: '5',
    })
  })
  it('cost the price at the creation of the order: a player who saw another price is shown the new one', async () => {
    const exact = priceFields(await exactly(37, 'JP'))
    const key = { 'idempotency-key': 'exact-1' }
    const first = await buyExactly(exact, 'JP', key)
    expect(first.code).toBe(0)
    await sql(`update point_rate set minor_per_1000_points = 2000 where book_id = 'japan'`)
    // Whether this process has heard of it or not.
    expect(await buyExactly(exact, 'JP')).toMatchObject(
      changed(expect.objectContaining({ currency: 'JPY', amount_minor: 74 })),
    )
    expect((await buyExactly({ ...exact, amount_minor: 1 }, 'JP')).msg).toBe('PriceChanged')
    expect((await buyExactly(exact, 'BR')).msg).toBe('PriceChanged')
    expect((await buyExactly(exact, 'JP', key)).result).toEqual(first.result)
    expect((await buyExactly({ ...exact, points: 38 }, 'JP', key)).msg).toBe('InvalidParams')
    await sql(`update point_rate set minor_per_1000_points = 1600 where book_id = 'japan'`)
    await until('the rate is back', async () => (await exactly(37, 'JP')).amount_minor === 60)
  })
  it('are not sold if the book has no rate', async () => {
    await sql(`delete from point_rate where book_id = 'kuwait'`)
    await until(
      'it is known',
      async () => (await demo.call('order/webCoinProduct', { need: 37 }, from('KW'))).result.length === 0,
    )
    expect((await buyExactly({ points: 37, currency: 'KWD', amount_minor: 120 }, 'KW')).msg).toBe('PriceChanged')
    await sql(`insert into point_rate values ('kuwait', 3000)`)
  })
  it('are raised to the number that the smallest payment of a gateway buys', async () => {
    await sql(`update payment_channel set min_cents = 50 where channel_code = 'sandbox'`)
    await sql(`insert into channel_rule (channel_code, currency, min_minor) values ('sandbox', 'EUR', 50)`)
    await until('it is known', async () => (await exactly(37, 'BR')).points === 50)
    await until('it is known', async () => (await exactly(37, 'DE')).points === 41)
    expect(await exactly(37, 'BR')).toMatchObject({ points: 50, amount_minor: 50 })
    expect(await exactly(37, 'DE')).toMatchObject({ points: 41, amount_minor: 50 })
    expect(await exactly(60, 'BR')).toMatchObject({ points: 60, amount_minor: 60 })
    expect((await buyExactly({ points: 37, currency: 'USD', amount_minor: 37 }, 'BR')).code).not.toBe(0)
    await sql(`update payment_channel set min_cents = null where channel_code = 'sandbox'`)
    await sql(`delete from channel_rule where currency = 'EUR'`)
    await until('it is known', async () => (await exactly(37, 'BR')).points === 37)
  })
  it.each([0, -1, 1.5, 'many', 10_001, null, {}])('are refused for %j points', async (need) => {
    expect((await demo.call('order/webCoinProduct', { need }, from('JP'))).msg).toBe('InvalidParams')
  })
  it('are refused with a wrong number, beside another item, and without a session', async () => {
    const good = { points: 37, currency: 'USD', amount_minor: 37 }
    for (const wrong of [
      { ...good, points: 0, amount_minor: 0 },
      { ...good, points: -37 },
      { ...good, points: '37 points' },
      { ...good, points: 10_001, amount_minor: 10_001 },
      { ...good, currency: 'dollars' },
      { points: 37 },
      [],
      null,
    ])
      expect([wrong, (await buyExactly(wrong as object, 'BR')).msg]).toEqual([wrong, 'InvalidParams'])
    expect((await create('gem_60', { exact: good }, 'BR')).msg).toBe('InvalidParams')
    expect((await create(EXACT, { exact: good, price_id: 0 }, 'BR')).msg).toBe('InvalidParams')
    expect((await create(EXACT, {}, 'BR')).msg).toBe('ItemNotFound')
    expect((await create(EXACT, { exact: good, channel_code: 'hcpoint' }, 'BR')).msg).toBe('ChannelUnavailable')
    const body = { server_id: '', cp_goods_id: EXACT, channel_code: 'sandbox', exact: good }
    expect((await shop.call('order/webCreate', body)).status).toBe(203)
    expect((await shop.call('order/webCoinProduct', { need: 37 })).status).toBe(203)
    await expect(
      sql(`insert into product select 'coin_exact', kind, price_cents, 0, '', '', 0, true, texts
      from product limit 1`),
    ).rejects.toThrow('product_is_no_exact_pack')
  })
  it('have a step that the database and the pages count alike, in every currency', async () => {
    const rows = (
      await shop.db.query(
        `select c as code, exact_step(c) as step, exact_amount(37, 1531, c)::int as amount from unnest($1::text[]) c`,
        [[...currencies.keys()]],
      )
    ).rows as { code: string; step: number; amount: number }[]
    for (const { code, step, amount } of rows)
      expect([code, step, amount]).toEqual([code, exactStep(code), exactAmount(37, 1531, code)])
  })
})
