import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Market } from '@hc/contract/calls'
import { createIn, firstRow, from } from '../../../testing/market.ts'
import { type Player, type Row, type Shop, startShop, until } from '../../../testing/shop.ts'

let shop: Shop
let demo: Player

beforeAll(async () => {
  shop = await startShop({ DEMO_MARKETS: '1', ORDERS_LIMITED: '0' })
  await shop.db.query(`update price_book set protected = true where book_id = 'korea'`)
})
afterAll(async () => {
  await shop.stop()
})
/** Two signs say Korea, so its protected prices are given. */
beforeEach(async () => {
  await shop.db.query('delete from account_market; delete from account_signal')
  await shop.db.query(
    `insert into account_signal select account_id, 'game', 'KR', now() from account where login in ('demo', 'rich')`,
  )
  demo = await shop.signIn('demo', 'Demo1234')
  await until('Korea is given', async () => (await market('KR')).local)
})

const sql = async (text: string, ...values: unknown[]): Promise<Row> => await firstRow(shop, text, values)
const market = async (country: string, player = demo): Promise<Market> =>
  (await player.call('market/get', {}, from(country))).result
const set = async (country: string, where: string) => await demo.call('market/set', { country }, from(where))
const standing = async (): Promise<Row> =>
  await sql(`select m.country, m.source, m.strikes, m.appeal from account_market m join account a using (account_id)
    where a.login = 'demo'`)
/** An order at Korea's price, paid from elsewhere: a strike. */
async function struck(payer = 'DE'): Promise<void> {
  const before = (await standing())?.strikes ?? 0
  const { price_id } = await sql(`select price_id::int from price where book_id = 'korea' and cp_goods_id = 'gem_60'`)
  const { result } = await createIn(demo, 'KR', 'gem_60', { price_id })
  const no = result.sdk_order_id
  const { amount } = await sql('select amount_cents::int as amount from orders where order_no = $1', no)
  await sql(`select apply_capture('sandbox', $1, 't' || $1, $2, 'KRW', 'poll', $3)`, no, amount, payer)
  expect((await standing()).strikes).toBe(before + 1)
}
/** Staff grant what the player asked for. */
const granted = async (): Promise<void> => {
  expect(await sql('select answer_appeal(account_id, true) as refusal from account_market')).toEqual({ refusal: null })
}

describe('an appeal after a strike', () => {
  it('is for the country that the player asks for, and a grant gives that one', async () => {
    await struck()
    expect((await market('KR')).local).toBe(false)
    expect((await demo.call('market/appeal', { text: 'A German card' }, from('KR'))).result.appeal).toBe('asked')
    expect(await standing()).toMatchObject({ country: 'KR', strikes: 1, appeal: 'asked' })
    await granted()
    await until('it is granted', async () => (await market('DE')).appeal === 'granted')
    expect(await market('DE')).toMatchObject({ country: 'KR', currency: 'KRW', local: true })
  })
  it('keeps its country when another payment contradicts it before staff have answered', async () => {
    await struck()
    await demo.call('market/appeal', { text: 'A German card' }, from('KR'))
    await sql(`insert into account_signal select account_id, 'payer', 'KR', now() from account_market
      on conflict (account_id, signal) do update set country = 'KR'`)
    await until('Korea is given again', async () => (await market('KR')).local)
    await struck('FR')
    expect(await standing()).toEqual({ country: 'KR', source: 'declared', strikes: 2, appeal: 'asked' })
    await granted()
    expect(await standing()).toEqual({ country: 'KR', source: 'staff', strikes: 0, appeal: 'granted' })
  })
})

describe('another country', () => {
  it('may be declared when the page says so: a strike and a grant do not end the 90 days', async () => {
    const { change_ts } = (await set('KR', 'KR')).result
    await struck()
    await until('the strike is known', async () => !(await market('KR')).local)
    expect((await market('KR')).change_ts).toBe(change_ts)
    expect(await set('JP', 'KR')).toMatchObject({ msg: 'MarketLocked', data: { change_ts } })
    await demo.call('market/appeal', { text: 'I live there' }, from('KR'))
    await granted()
    await until('it is granted', async () => (await market('KR')).appeal === 'granted')
    expect((await market('KR')).change_ts).toBe(change_ts)
    expect(await set('JP', 'KR')).toMatchObject({ msg: 'MarketLocked', data: { change_ts } })
    await sql(`update account_market set change_from = now() - interval '1 second'`)
    demo = await shop.signIn('demo', 'Demo1234')
    await until('it may change', async () => (await market('KR')).change_ts === 0)
    expect((await set('JP', 'JP')).result).toMatchObject({ country: 'JP', confirmed: true, appeal: 'none' })
  })
  it('is declared after a strike also where it is the country of the card', async () => {
    await struck()
    await until('the strike is known', async () => !(await market('KR')).local)
    const declared = await set('DE', 'KR')
    expect(declared.result.signals).toContainEqual({ signal: 'declared', country: 'DE' })
    expect(declared.result.change_ts * 1000).toBeGreaterThan(Date.now() + 89 * 86_400_000)
    expect(await standing()).toMatchObject({ country: 'DE', source: 'declared', strikes: 1 })
  })
  it('that the player declares again leaves what staff granted as it is', async () => {
    await demo.call('market/appeal', { text: 'I live there' }, from('KR'))
    await granted()
    await until('it is granted', async () => (await market('KR')).appeal === 'granted')
    expect((await set('KR', 'KR')).result).toMatchObject({ country: 'KR', appeal: 'granted' })
    expect(await standing()).toMatchObject({ source: 'staff', appeal: 'granted' })
  })
})
