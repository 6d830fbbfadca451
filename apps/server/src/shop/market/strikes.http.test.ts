import { readFile } from 'node:fs/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Market } from '@hc/contract/calls'
import { changed, createIn, firstRow, from } from '@hc/test/market'
import { type Player, type Row, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({ DEMO_MARKETS: '1', ORDERS_LIMITED: '0' })

let demo: Player

beforeAll(async () => {
  await shop.db.query(`update price_book set protected = true where book_id = 'korea'`)
})
/** Two signs name Korea, so the player gets its protected prices. */
beforeEach(async () => {
  await shop.db.query('delete from account_market; delete from account_signal')
  await shop.db.query(
    `insert into account_signal select account_id, 'game', 'KR', now() from account where login in ('demo', 'rich')`,
  )
  await shop.db.query(`select pg_notify('hc_bus', 'account-market:' || account_id) from account`)
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
/** Causes a strike: an order at the protected price of Korea, or of another country, that is paid from elsewhere. */
async function struck(payer = 'DE', country = 'KR', book = 'korea'): Promise<void> {
  const before = (await standing())?.strikes ?? 0
  const { price_id } = await sql(`select price_id::int from price where book_id = $1 and cp_goods_id = 'gem_60'`, book)
  const { result } = await createIn(demo, country, 'gem_60', { price_id })
  const no = result.sdk_order_id
  expect((await shop.outcome(no, 'paid', payer)).code).toBe(0)
  await demo.reach(no, 4)
  await until('the payer is known', async () => ((await standing())?.strikes ?? 0) > before)
  expect((await standing()).strikes).toBe(before + 1)
}
/** Staff grant the player's appeal. */
const granted = async (): Promise<void> => {
  expect(await sql('select answer_appeal(account_id, true) as refusal from account_market')).toEqual({ refusal: null })
}

describe('an appeal after a strike', () => {
  it('is for the country that the player asks for, and a grant gives that country', async () => {
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
  it('ends when another country is declared, so that no player is granted a country without asking', async () => {
    await demo.call('market/appeal', { text: 'I live in Korea' }, from('KR'))
    expect((await set('JP', 'JP')).result.appeal).toBe('none')
    expect(await sql('select answer_appeal(account_id, true) as refusal from account_market')).toEqual({
      refusal: 'not_asked',
    })
    expect(await standing()).toMatchObject({ country: 'JP', source: 'declared', appeal: 'none' })
  })
})

describe('an open appeal that the previous version wrote', () => {
  /** Appeals after a strike as the previous version did: the row keeps the card's country. */
  const appealedBefore = async (): Promise<Row> =>
    await sql(
      `update account_market set appeal = 'asked', note = 'A German card', appealed_at = now() returning source`,
    )
  const migrated = async (): Promise<void> => {
    const file = new URL('../../../sql/migrations/0063_appeals_own_country.sql', import.meta.url)
    await shop.db.query(await readFile(file, 'utf8'))
  }
  const appealed = { source: 'declared', strikes: 1, appeal: 'asked' }

  it('is for the country whose prices the order of the strike has, and a grant gives that country', async () => {
    await struck()
    expect(await appealedBefore()).toEqual({ source: 'payer' })
    await migrated()
    expect(await standing()).toEqual({ country: 'KR', ...appealed })
    await granted()
    await until('it is granted', async () => (await market('DE')).appeal === 'granted')
    expect(await market('DE')).toMatchObject({ country: 'KR', local: true })
  })
  it('is for the country that the player had declared, if there is one', async () => {
    await set('JP', 'KR')
    await struck()
    await appealedBefore()
    await migrated()
    expect(await standing()).toEqual({ country: 'JP', ...appealed })
  })
  it('is for the country of the first strike, if a later strike came from the prices of that card', async () => {
    await sql(`update price_book set protected = true where book_id = 'japan'`)
    await struck('JP')
    await until('Japan is given', async () => (await market('JP')).local)
    await struck('FR', 'JP', 'japan')
    await sql(`update price_book set protected = false where book_id = 'japan'`)
    expect(await standing()).toMatchObject({ country: 'FR', source: 'payer', strikes: 2 })
    await appealedBefore()
    await migrated()
    expect(await standing()).toEqual({ country: 'KR', ...appealed, strikes: 2 })
  })
  it('does not change if it was for the player’s own country, nor does a strike without an appeal', async () => {
    await struck()
    await migrated()
    expect(await standing()).toEqual({ country: 'DE', source: 'payer', strikes: 1, appeal: 'none' })
    await demo.call('market/appeal', { text: 'A German card' }, from('KR'))
    await migrated()
    expect(await standing()).toEqual({ country: 'KR', ...appealed })
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
  it('can be declared after a strike even if it is the country of the card', async () => {
    await struck()
    await until('the strike is known', async () => !(await market('KR')).local)
    const declared = await set('DE', 'KR')
    expect(declared.result.signals).toContainEqual({ signal: 'declared', country: 'DE' })
    expect(declared.result.change_ts * 1000).toBeGreaterThan(Date.now() + 89 * 86_400_000)
    expect(await standing()).toMatchObject({ country: 'DE', source: 'declared', strikes: 1 })
  })
  it('that is declared again does not change the country that staff granted', async () => {
    await demo.call('market/appeal', { text: 'I live there' }, from('KR'))
    await granted()
    await until('it is granted', async () => (await market('KR')).appeal === 'granted')
    expect((await set('KR', 'KR')).result).toMatchObject({ country: 'KR', appeal: 'granted' })
    expect(await standing()).toMatchObject({ source: 'staff', appeal: 'granted' })
  })
})

describe('a player who looks for a cheap country', () => {
  const priceIn = async (book: string): Promise<number> =>
    (await sql(`select price_id::int from price where book_id = $1 and cp_goods_id = 'gem_60'`, book)).price_id
  const base = changed(expect.objectContaining({ price_id: 0, currency: 'USD' }))

  it('gets the base price with a second account, too: one connection is one sign', async () => {
    await struck()
    await sql(`delete from account_signal s using account a where a.account_id = s.account_id and a.login = 'rich'`)
    const rich = await shop.signIn('rich', 'Rich1234')
    expect(await market('KR', rich)).toMatchObject({ country: 'KR', currency: 'USD', local: false, confirmed: false })
    const { result } = await rich.call(
      'order/webProduct',
      { server_id: 's1', role_id: 'r1003', local: true },
      from('KR'),
    )
    expect(result.find((product) => product.cp_goods_id === 'gem_60')?.offer).toMatchObject({
      price_id: 0,
      currency: 'USD',
    })
    // The second account's declaration is no sign, and the first account's signs do not count for it.
    await rich.call('market/set', { country: 'KR' }, from('KR'))
    expect((await market('KR', rich)).local).toBe(false)
  })
  it('cannot pay the price that another account was shown', async () => {
    const price_id = await priceIn('korea')
    await sql(`delete from account_signal s using account a where a.account_id = s.account_id and a.login = 'rich'`)
    const rich = await shop.signIn('rich', 'Rich1234')
    expect((await createIn(demo, 'KR', 'gem_60', { price_id })).code).toBe(0)
    expect(await createIn(rich, 'KR', 'gem_60', { price_id, role_id: 'r1003' })).toMatchObject(base)
  })
  it('pays the price of the connection of that moment, however often it changes', async () => {
    const [korea, japan] = [await priceIn('korea'), await priceIn('japan')]
    const offerIn = (price_id: number): object => changed(expect.objectContaining({ price_id }))
    for (let flip = 0; flip < 2; flip++) {
      expect((await createIn(demo, 'KR', 'gem_60', { price_id: korea })).code).toBe(0)
      expect(await createIn(demo, 'KR', 'gem_60', { price_id: japan })).toMatchObject(offerIn(korea))
      expect((await createIn(demo, 'JP', 'gem_60', { price_id: japan })).code).toBe(0)
      expect(await createIn(demo, 'JP', 'gem_60', { price_id: korea })).toMatchObject(offerIn(japan))
    }
    await struck()
    await until('the strike is known', async () => !(await market('KR')).local)
    for (const where of ['KR', 'JP', 'KR', 'JP'])
      expect(await createIn(demo, where, 'gem_60', { price_id: where === 'KR' ? korea : japan })).toMatchObject(base)
  })
})
