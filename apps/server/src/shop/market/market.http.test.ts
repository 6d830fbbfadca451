import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Offer } from '@hc/domain/money/offer'
import { faultsIn } from '@hc/test/books'
import { gameClient } from '@hc/test/game-client'
import { changed, createIn, firstRow, from } from '@hc/test/market'
import { operator } from '@hc/test/operator'
import { type Player, type Row, until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ DEMO_MARKETS: '1', RETRY_BASE_MS: '100', REPAIR_AFTER_SECONDS: '2', ORDERS_LIMITED: '0' })
let demo = withPlayer(shop)

const target = { role_id: 'r1001', server_id: 's1' }

const sql = async (text: string, ...values: unknown[]): Promise<Row> => await firstRow(shop, text, values)
/** Writes a price as the desk does, and waits until the shop knows it. */
async function save(book: string, item: string, amount: number, ends: string | null = null): Promise<number> {
  const saved = await sql(
    `select * from save_price($1, $2, $3, 1, null, now() + $4::interval, 'sql:test')`,
    book,
    item,
    amount,
    ends,
  )
  expect(saved.refusal).toBeNull()
  return saved.price_id
}
async function offerOf(item: string, country: string, player = demo): Promise<Offer | null | undefined> {
  const { result } = item.startsWith('coin')
    ? await player.call('order/webCoinProduct', { local: true }, from(country))
    : await player.call('order/webProduct', { ...target, local: true }, from(country))
  return result.find((product) => product.cp_goods_id === item)?.offer
}
/** Waits for the present price, and returns it. */
const priceOf = async (item: string, country: string): Promise<Offer> =>
  await until(`a price of ${item} in ${country}`, async () => await offerOf(item, country))
const untilShown = async (item: string, country: string, amount: number): Promise<Offer> =>
  await until(`${item} at ${amount}`, async () => {
    const offer = await offerOf(item, country)
    return offer?.amount_minor === amount && offer
  })
const create = async (item: string, more: object, country: string, headers: Record<string, string> = {}) =>
  await createIn(demo, country, item, more, headers)
const refreshed = async (): Promise<void> => {
  demo = await shop.signIn('demo', 'Demo1234')
}

describe('the price of a country', () => {
  it('is in an answer only when the request asks for it', async () => {
    const today = await demo.call('order/webProduct', target, from('JP'))
    expect(today.result.every((product) => !('offer' in product))).toBe(true)
    expect(await priceOf('gem_60', 'JP')).toMatchObject({
      currency: 'JPY',
      exponent: 0,
      shown: 0,
      amount_minor: 160,
      tax_included: true,
    })
    expect(await priceOf('coin_500', 'KW')).toMatchObject({
      currency: 'KWD',
      exponent: 3,
      amount_minor: 1_500,
      tax_included: false,
    })
    const abroad = await demo.call('order/webProduct', { ...target, local: true }, from('JP'))
    expect(abroad.result.map((product) => ({ ...product, offer: undefined }))).toEqual(today.result)
  })
  it('is the base price, under number 0, if the country has no book', async () => {
    expect(await offerOf('gem_60', 'BR')).toEqual({
      price_id: 0,
      currency: 'USD',
      exponent: 2,
      shown: 2,
      amount_minor: 99,
      tax_included: false,
    })
    expect((await create('gem_60', { price_id: 0 }, 'BR')).code).toBe(0)
  })
  it('is the price that a player pays: yen for an item, and a pack credits the points of its base price', async () => {
    const item = await create('gem_60', { price_id: (await priceOf('gem_60', 'JP')).price_id }, 'JP')
    const pack = await create('coin_500', { price_id: (await priceOf('coin_500', 'JP')).price_id }, 'JP')
    for (const { result } of [item, pack]) {
      await fetch(`${shop.url}/pay/${result.sdk_order_id}`, { redirect: 'manual' })
      await shop.outcome(result.sdk_order_id, 'paid')
      await demo.reach(result.sdk_order_id, 4)
    }
    expect(await demo.record(item.result.sdk_order_id)).toMatchObject({ currency: 'JPY', amount: 160 })
    expect(await demo.record(pack.result.sdk_order_id)).toMatchObject({ currency: 'JPY', amount: 800 })
    expect(await sql('select points, base_cents from orders where order_no = $1', pack.result.sdk_order_id)).toEqual({
      points: '500',
      base_cents: '500',
    })
    expect(await faultsIn(shop)).toEqual([])
  })
  it('is frozen with the order: market, price, tax inside, and the source of the player’s country', async () => {
    const { price_id } = await priceOf('gem_300', 'JP')
    const { result } = await create('gem_300', { price_id }, 'JP')
    expect(await sql('select * from order_terms where order_no = $1', result.sdk_order_id)).toMatchObject({
      market: 'JP',
      price_id: String(price_id),
      entity_id: 'demo',
      tax_country: 'JP',
      tax_name: '消費税',
      rate_ppm: 100_000,
      tax_minor: '73',
      evidence: [{ signal: 'ip', country: 'JP' }],
      weak: false,
    })
    const free = await create('gem_300', { price_id: (await priceOf('gem_300', 'KW')).price_id }, 'KW')
    expect(await sql('select * from order_terms where order_no = $1', free.result.sdk_order_id)).toMatchObject({
      market: 'KW',
      tax_country: null,
      tax_minor: null,
    })
  })
  it('is charged, delivered for and refunded without an exchange rate: no function of an order reads one', async () => {
    const { price_id } = await priceOf('gem_60', 'JP')
    await sql('alter table fx_rate rename to fx_rate_away')
    try {
      const no = (await create('gem_60', { price_id }, 'JP')).result.sdk_order_id
      await demo.pay(no)
      await demo.reach(no, 4)
      const args = ['--reason', 'no item', '--by', 'ann']
      expect(await operator('refund', [no, ...args], { DATABASE_URL: shop.databaseUrl })).toMatchObject({ code: 0 })
      await demo.reach(no, 5)
      const { currency, refunded } = await sql(
        'select currency, refunded_cents::int as refunded from orders where order_no = $1',
        no,
      )
      expect({ currency, refunded }).toEqual({ currency: 'JPY', refunded: 160 })
      const status = await operator('refund', [no, '--status'], { DATABASE_URL: shop.databaseUrl })
      expect(status.text).toContain('160 JPY of 160 JPY given back')
    } finally {
      await sql('alter table fx_rate_away rename to fx_rate')
    }
  })
  it('does not affect a client that sends no price: it pays the base price, and no terms are written', async () => {
    const { result } = await create('gem_60', {}, 'JP')
    expect(await demo.record(result.sdk_order_id)).toMatchObject({ currency: 'USD', amount: 0.99 })
    expect(await sql('select 1 from order_terms where order_no = $1', result.sdk_order_id)).toBeUndefined()
  })
  it('changes nothing for a player who pays with points', async () => {
    const rich = await shop.signIn('rich', 'Rich1234')
    const offer = await offerOf('gem_60', 'JP')
    const { result } = await rich.call(
      'order/webCreate',
      { server_id: 's1', role_id: 'r1003', cp_goods_id: 'gem_60', channel_code: 'hcpoint', price_id: offer?.price_id },
      from('JP'),
    )
    expect(await rich.record(result.sdk_order_id)).toMatchObject({ currency: 'USD', amount: 0.99 })
  })
})

describe('a price that a client sends', () => {
  it('is refused, with the current price, if it belongs to another item, country or time', async () => {
    const [ownOffer, dear, korea] = [
      await priceOf('gem_60', 'JP'),
      await priceOf('gem_980', 'JP'),
      await priceOf('gem_60', 'KR'),
    ]
    for (const price_id of [dear.price_id, korea.price_id, 0, 999_999])
      expect(await create('gem_60', { price_id }, 'JP')).toMatchObject(changed(ownOffer))
    expect(await create('gem_60', { price_id: ownOffer.price_id }, 'BR')).toMatchObject(changed({ price_id: 0 }))
    await save('japan', 'gem_60', 170)
    const next = await untilShown('gem_60', 'JP', 170)
    expect(await create('gem_60', { price_id: ownOffer.price_id }, 'JP')).toMatchObject(changed(next))
    expect(
      await demo.call(
        'order/webPayChannel',
        { ...target, cp_goods_id: 'gem_60', price_id: ownOffer.price_id },
        from('JP'),
      ),
    ).toMatchObject(changed(next))
    expect((await create('gem_60', { price_id: next.price_id }, 'JP')).code).toBe(0)
  })
  it('that was right when its key made an order still leads to that order after the price has changed', async () => {
    const { price_id } = await priceOf('gem_1980', 'JP')
    const key = { 'idempotency-key': 'price-before' }
    const creation = await create('gem_1980', { price_id }, 'JP', key)
    await save('japan', 'gem_1980', 5_000)
    const next = await untilShown('gem_1980', 'JP', 5_000)
    expect((await create('gem_1980', { price_id }, 'JP', key)).result).toEqual(creation.result)
    expect((await create('gem_1980', { price_id: next.price_id }, 'JP', key)).msg).toBe('InvalidParams')
    expect(await create('gem_1980', { price_id }, 'JP', { 'idempotency-key': 'other' })).toMatchObject(changed(next))
  })
  it('is checked by the statement that makes the order, so a process with an older price makes none', async () => {
    const { price_id } = await priceOf('gem_3280', 'JP')
    const place = async (terms: object, amount: number, goods = 'gem_3280'): Promise<string | null> =>
      (
        await sql(
          `select refusal from place_order($4, 'x' || random(), null, null, $1, 'item', $2, 0, 'sandbox', 's1', 'r1001',
             300, 30, '', null, null, 'T', null, null, 'JPY', null, 4999, $3)`,
          goods,
          amount,
          JSON.stringify(terms),
          createHash('sha256').update(demo.token).digest(),
        )
      ).refusal
    expect(await place({ market: 'JP', price_id }, 8_001)).toBe('PriceChanged')
    expect(await place({ market: 'KR', price_id }, 8_000)).toBe('PriceChanged')
    expect(await place({ market: 'JP', price_id }, 8_000, 'gem_60')).toBe('PriceChanged')
    await save('japan', 'gem_3280', 8_100)
    expect(await place({ market: 'JP', price_id }, 8_000)).toBe('PriceChanged')
    expect(await create('gem_3280', { price_id }, 'JP')).toMatchObject(changed({ amount_minor: 8_100 }))
  })
})

describe('a price of a book', () => {
  it('stays with its order: late money pays it, and money at the new price holds the order', async () => {
    const { price_id } = await priceOf('gem_6480', 'KR')
    const [late, wrong] = [
      (await create('gem_6480', { price_id }, 'KR')).result.sdk_order_id,
      (await create('gem_6480', { price_id }, 'KR')).result.sdk_order_id,
    ]
    for (const no of [late, wrong]) await sql(`select apply_refused('sandbox', $1, 'expired')`, no)
    await save('korea', 'gem_6480', 159_000)
    await untilShown('gem_6480', 'KR', 159_000)
    const paid = async (no: string, amount: number): Promise<string> =>
      (await sql(`select apply_capture('sandbox', $1, 'late' || $1, $2, 'KRW', 'webhook', null) as how`, no, amount))
        .how
    expect([await paid(late, 149_000), await paid(wrong, 159_000)]).toEqual(['applied', 'mismatch'])
    await demo.reach(late, 4)
    expect(await demo.record(late)).toMatchObject({ currency: 'KRW', amount: 149_000 })
    const terms = await sql('select price_id from order_terms where order_no = $1', late)
    expect(terms).toEqual({ price_id: String(price_id) })
  })
  it('starts and ends at its times, and then the price before it applies again', async () => {
    await save('korea', 'gem_980', 11_000, '3 seconds')
    await untilShown('gem_980', 'KR', 11_000)
    await untilShown('gem_980', 'KR', 22_000)
    const { rows } = await shop.db.query(
      `select * from save_price('korea', 'gem_980', 23000, 1, now() + interval '1 second', null, 'sql:test')`,
    )
    expect((await priceOf('gem_980', 'KR')).amount_minor).toBe(22_000)
    expect((await untilShown('gem_980', 'KR', 23_000)).price_id).toBe(Number(rows[0].price_id))
  })
  it('that ends without a successor takes the item off sale in that country', async () => {
    const { price_id } = await priceOf('pass_month', 'KR')
    expect(await sql('select end_price($1, null) as refusal', price_id)).toEqual({ refusal: null })
    await until('it is not sold', async () => (await offerOf('pass_month', 'KR')) === null)
    expect(await create('pass_month', { price_id }, 'KR')).toMatchObject(changed(null))
    expect((await sql('select end_price($1, null) as refusal', price_id)).refusal).toBe('past')
    expect((await sql('select end_price(-1, null) as refusal')).refusal).toBe('not_found')
  })
  it('must be a multiple of the step, of a known item, and not in the past', async () => {
    const refusal = async (...values: unknown[]): Promise<string> =>
      (await sql('select refusal from save_price($1, $2, $3, $4, $5, null, $6)', ...values, 'sql:test')).refusal
    expect(await refusal('euro', 'gem_60', 150, 100, null)).toBe('off_step')
    expect(await refusal('euro', 'gem_60', 0, 1, null)).toBe('off_step')
    expect(await refusal('euro', 'gem_none', 100, 1, null)).toBe('not_found')
    expect(await refusal('none', 'gem_60', 100, 1, null)).toBe('not_found')
    expect(await refusal('euro', 'gem_60', 100, 1, '2020-01-01')).toBe('past')
  })
  it('never changes except for its end, and the role of the shop cannot write one', async () => {
    const { price_id } = await priceOf('gem_60', 'DE')
    for (const change of [
      'amount_minor = 1',
      `starts_at = starts_at - interval '1 day'`,
      `ends_at = now() - interval '1 day'`,
    ])
      await expect(shop.db.query(`update price set ${change} where price_id = $1`, [price_id])).rejects.toThrow()
    await expect(shop.db.query('delete from price where price_id = $1', [price_id])).rejects.toThrow('only the end')
    const client = await shop.db.connect()
    await client.query('begin; set role hc_app')
    await expect(client.query(`select save_price('euro', 'gem_60', 1, 1, null, null, 'x')`)).rejects.toThrow(
      'permission denied',
    )
    await client.query('rollback')
    client.release()
  })
  it('is refused if its book has another currency or version than its writer saw', async () => {
    const saved = async (...values: unknown[]): Promise<Row> =>
      await sql(`select * from save_book($1, $2, $3, 'demo', 'none', false, '{}')`, ...values)
    expect(await saved('gulf', 0, 'USD')).toEqual({ refusal: null, version: 1 })
    expect(await saved('gulf', 0, 'USD')).toEqual({ refusal: 'exists', version: 1 })
    expect(await saved('gulf', 1, 'KWD')).toEqual({ refusal: null, version: 2 })
    expect(await saved('gulf', 1, 'KWD')).toEqual({ refusal: 'changed', version: 2 })
    expect(await saved('gulf', 2, 'XXX')).toEqual({ refusal: 'unknown', version: 2 })
    await save('gulf', 'gem_60', 310)
    expect(await saved('gulf', 2, 'USD')).toEqual({ refusal: 'has_prices', version: 2 })
    expect(await sql(`select save_book_countries('gulf', '{KW,OM}') as refusal`)).toEqual({ refusal: null })
    await untilShown('gem_60', 'KW', 310)
    await untilShown('gem_60', 'OM', 310)
    expect(await sql(`select save_book_countries('gulf', '{OM}') as refusal`)).toEqual({ refusal: null })
    await until('Kuwait has no book', async () => (await offerOf('gem_60', 'KW'))?.price_id === 0)
    await sql(`select save_book_countries('kuwait', '{KW}')`)
  })
})

describe('a payment channel', () =>
  it('is offered by its rule for currency and country, in the order of the rules', async () => {
    const { price_id } = await priceOf('gem_300', 'DE')
    const offered = async (): Promise<string[]> =>
      (await demo.call('order/webPayChannel', { ...target, cp_goods_id: 'gem_300', price_id }, from('DE'))).result.map(
        (channel) => channel.channel_code,
      )
    expect(await offered()).toEqual(['sandbox', 'hcpoint'])
    await sql(`insert into channel_rule (channel_code, currency, sort) values ('hcpoint', 'EUR', 1)`)
    await until('the points come first', async () => (await offered())[0] === 'hcpoint')
    await sql(`insert into channel_rule (channel_code, currency, min_minor) values ('sandbox', 'EUR', 600)`)
    await until('it is too little', async () => !(await offered()).includes('sandbox'))
    expect((await create('gem_300', { price_id }, 'DE')).msg).toBe('ChannelUnavailable')
    await sql(`update channel_rule set min_minor = null, countries = '{FR}' where channel_code = 'sandbox'`)
    expect((await create('gem_300', { price_id }, 'DE')).msg).toBe('ChannelUnavailable')
    await sql(`delete from channel_rule`)
    await until('it is back', async () => (await offered()).includes('sandbox'))
  }))

describe('a market', () => {
  const market = async (
    country: string,
    player: Pick<Player, 'call'> = demo,
  ): ReturnType<typeof demo.call<'market/get'>> => await player.call('market/get', {}, from(country))
  it('is the country of the connection for a visitor, with its currency, tax and countries', async () => {
    const { result } = await shop.call('market/get', {}, from('JP'))
    expect(result).toMatchObject({
      country: 'JP',
      currency: 'JPY',
      exponent: 0,
      shown: 0,
      tax_name: '消費税',
      rate_ppm: 100_000,
      tax_included: true,
      local: true,
      confirmed: true,
      missing: [],
      signals: [{ signal: 'ip', country: 'JP' }],
      change_ts: 0,
    })
    expect(result.countries).toEqual(expect.arrayContaining(['DE', 'JP', 'KR', 'KW']))
    expect((await shop.call('market/get', {})).result).toMatchObject({ country: '', currency: 'USD', local: false })
    expect((await shop.call('market/get', {}, { ...from('JP'), token: 'x'.repeat(43) })).result.country).toBe('JP')
  })
  it('is declared once in 90 days, and counts if one more sign confirms it', async () => {
    const game = gameClient(shop.url)
    const account = { account: 'demo', emailLogin: true, disabled: false }
    expect((await demo.call('market/set', { country: 'XX' })).msg).toBe('InvalidParams')
    const declared = await demo.call('market/set', { country: 'KR' }, from('DE'))
    expect(declared.result).toMatchObject({
      country: 'DE',
      confirmed: false,
      missing: ['ip', 'game', 'phone', 'payer'],
    })
    expect(declared.result.signals).toContainEqual({ signal: 'declared', country: 'KR' })
    expect((await game.send('PUT', '/game/v1/accounts/100001', { ...account, country: 'KR' })).code).toBe(0)
    expect((await market('DE')).result).toMatchObject({ country: 'KR', currency: 'KRW', confirmed: true })
    const locked = await demo.call('market/set', { country: 'JP' }, from('DE'))
    expect(locked).toMatchObject({ code: 30017, msg: 'MarketLocked', data: { change_ts: declared.result.change_ts } })
    expect(declared.result.change_ts * 1000).toBeGreaterThan(Date.now() + 89 * 86_400_000)
    expect((await demo.call('market/set', { country: 'KR' }, from('DE'))).result.change_ts).toBe(
      declared.result.change_ts,
    )
    // A field that the game leaves out stays; null clears it.
    expect((await game.send('PUT', '/game/v1/accounts/100001', account)).code).toBe(0)
    expect((await market('DE')).result.country).toBe('KR')
    expect((await game.send('PUT', '/game/v1/accounts/100001', { ...account, country: null })).code).toBe(0)
    expect((await market('DE')).result.country).toBe('DE')
    expect((await game.send('PUT', '/game/v1/accounts/100001', { ...account, country: 'Korea' })).msg).toBe(
      'InvalidParams',
    )
    await sql('delete from account_market')
    await refreshed()
  })
  it('with protected prices needs two signs that agree, and staff may grant it on appeal', async () => {
    await sql(`update price_book set protected = true where book_id = 'korea'`)
    await until('it is protected', async () => !(await market('KR')).result.local)
    expect((await market('KR')).result).toMatchObject({
      country: 'KR',
      currency: 'USD',
      confirmed: false,
      missing: ['game', 'phone', 'payer'],
    })
    expect(await offerOf('gem_60', 'KR')).toMatchObject({ price_id: 0, currency: 'USD' })
    expect((await shop.call('market/appeal', { text: 'x' })).status).toBe(203)
    expect((await demo.call('market/appeal', { text: ' ' }, from('KR'))).msg).toBe('InvalidParams')
    expect((await demo.call('market/appeal', { text: 'I live there' }, from('KR'))).result.appeal).toBe('asked')
    expect((await demo.call('market/appeal', { text: 'again' }, from('KR'))).result.appeal).toBe('asked')
    const { account_id, note } = await sql('select account_id, note from account_market')
    expect(note).toBe('I live there')
    expect(await sql('select answer_appeal($1, true) as refusal', account_id)).toEqual({ refusal: null })
    await until('it is granted', async () => (await market('DE')).result.country === 'KR')
    expect((await market('DE')).result).toMatchObject({ currency: 'KRW', confirmed: true, appeal: 'granted' })
    expect(await sql('select answer_appeal($1, true) as refusal', account_id)).toEqual({ refusal: 'not_asked' })
    await sql('delete from account_market')
    await sql(`insert into account_signal values ($1, 'payer', 'KR', now())`, account_id)
    await refreshed()
    await until('two signs agree', async () => (await market('KR')).result.local)
    await sql(`update price_book set protected = false where book_id = 'korea'`)
    await sql('delete from account_signal')
  })
  it('is part of the player’s own data', async () => {
    await demo.call('market/set', { country: 'DE' }, from('DE'))
    const { result } = await demo.call('user/data/export')
    expect(result).toMatchObject({ country: [{ country: 'DE', source: 'declared' }], country_signs: [] })
  })
})

describe('a shop without a base price', () =>
  it('refuses orders at the base price from a country with its own book', async () => {
    await shop.restart({ BASE_PRICE: 'off' })
    const offer = await priceOf('gem_60', 'FR')
    await sql('delete from account_market')
    await refreshed()
    expect(await create('gem_60', {}, 'FR')).toMatchObject(changed(offer))
    expect((await create('gem_60', { price_id: offer.price_id, consent: ['waiver:1'] }, 'FR')).code).toBe(0)
    expect((await create('gem_60', {}, 'BR')).code).toBe(0)
  }))
