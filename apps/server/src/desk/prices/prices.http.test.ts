import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskBody } from '@hc/contract/desk/calls'
import type { DeskClient } from '@hc/test/desk'
import { gameClient } from '@hc/test/game-client'
import { type Row, until } from '@hc/test/shop'
import type { Query } from '../../platform/db.ts'
import { examine } from '../../care/doctor/doctor.ts'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk({ DEMO_MARKETS: '1' })

let owner: DeskClient
let finance: DeskClient
const reason = 'the price list of autumn'

beforeAll(async () => {
  owner = at.owner
  finance = at.as('finance')
})

const from = (country: string): Record<string, string> => ({ 'x-demo-country': country })
const sql = async (text: string, ...values: unknown[]): Promise<Row> => (await at.shop.db.query(text, values)).rows[0]
const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19)
async function amountShown(item: string, country: string): Promise<number | null | undefined> {
  const demo = await at.shop.signIn('demo', 'Demo1234')
  const body = { role_id: 'r1001', server_id: 's1', local: true }
  const { result } = await demo.call('order/webProduct', body, from(country))
  const product = result.find(({ cp_goods_id }) => cp_goods_id === item)
  return product?.offer === null ? null : product?.offer?.amount_minor
}
async function itemOf(book: string, id: string) {
  const { result } = await owner.call('book/prices', { book_id: book })
  const item = result.items.find(({ cp_goods_id }) => cp_goods_id === id)
  if (!item) throw new Error(id)
  return item
}
type Save = DeskBody<'price/save'>
const priced = async (book: string, id: string, amount: number, more: Partial<Save> = {}): Promise<Save> => ({
  book_id: book,
  lines: [{ cp_goods_id: id, amount_minor: amount, seen: (await itemOf(book, id)).seen }],
  reason,
  ...more,
})

describe('a price in a book', () => {
  it('is requested by one person and decided by another, who sees before and after', async () => {
    const answer = await owner.call('price/save', await priced('japan', 'gem_60', 170))
    expect([answer.status, answer.msg]).toEqual([202, 'NeedsApproval'])
    const { result } = await finance.call('approval/read', { approval_no: Number(answer.data?.approval) })
    expect(result.forecast).toEqual({
      before: { prices: ['gem_60: 160 JPY'] },
      after: { prices: ['gem_60: 170 JPY'] },
    })
    expect(await amountShown('gem_60', 'JP')).toBe(160)
    expect(await at.agreed(answer)).toBe('done')
    await until('players see it', async () => (await amountShown('gem_60', 'JP')) === 170)
    const { prices } = await itemOf('japan', 'gem_60')
    expect(prices.map(({ amount_minor, state, by }) => [amount_minor, state, by])).toEqual([
      [170, 'now', 'owner'],
      [160, 'ended', 'sql:demo'],
    ])
  })

  it('is refused if it is off the step of its currency, and the refusal names the step', async () => {
    await sql(`select open_currency('HUF')`)
    await sql(`select save_book('hungary', 0, 'HUF', null, 'none', false, '{}')`)
    const refused = await owner.call('price/save', await priced('hungary', 'gem_60', 39_950))
    expect(refused.msg).toBe('InvalidParams')
    expect(refused.data?.issues).toEqual([{ path: 'lines.0.amount_minor', message: 'is not a multiple of 1 HUF' }])
  })

  it('that a gateway cannot express in its own units is reported by the doctor', async () => {
    const q = (async ({ text }: { text: string }) => (await at.shop.db.query(text)).rows) as Query
    const broken = async (): Promise<unknown[]> =>
      (await examine(q)).violations.flatMap(({ name, rows }) => [name, ...rows])
    const write = async (amount: number): Promise<Row> =>
      await sql(
        `insert into price (book_id, cp_goods_id, amount_minor, starts_at, by)
        values ('hungary', 'gem_60', $1, now(), 'sql:hand') returning price_id::int`,
        amount,
      )
    await sql(`insert into payment_channel (channel_code) values ('paypal') on conflict do nothing`)
    await sql(`update payment_channel set enabled = true where channel_code = 'paypal'`)
    await sql(`insert into channel_rule (channel_code, currency) values ('paypal', 'HUF')`)
    const good = await write(40_000)
    expect(await broken()).toEqual([])
    // PayPal takes forints without decimals, and this price has half a forint.
    const half = await write(39_950)
    expect(await broken()).toEqual([
      'a gateway can say each price in its own units',
      { price_id: half?.price_id, channel_code: 'paypal', currency: 'HUF', amount_minor: 39_950 },
    ])
    await sql('update price set ends_at = clock_timestamp() where price_id = any($1)', [good?.price_id, half?.price_id])
    await sql(`delete from channel_rule where channel_code = 'paypal' and currency = 'HUF'`)
  })

  it('starts at its local time, stops at its end, and then the price before it applies again', async () => {
    const begins = Date.now() + 3_600_000
    const times = {
      starts: { local: local(begins), zone: 'UTC' },
      ends: { local: local(begins + 3_600_000), zone: 'UTC' },
    }
    expect(await at.agreed(await owner.call('price/save', await priced('japan', 'gem_300', 700, times)))).toBe('done')
    const [planned, now] = (await itemOf('japan', 'gem_300')).prices
    expect(planned).toMatchObject({
      amount_minor: 700,
      state: 'planned',
      starts_at: Math.floor(begins / 1000),
      ends_at: Math.floor(begins / 1000) + 3_600,
    })
    expect(now).toMatchObject({ amount_minor: 800, state: 'now', ends_at: null })
    const from = Math.floor(begins / 1000)
    const { dates } = (await owner.call('calendar/list', { from, to: from + 60 })).result
    expect(dates).toEqual([{ kind: 'price', target: 'japan/gem_300', what: 'begins', at: from }])
    const end = await owner.call('price/end', { price_id: planned?.price_id ?? 0, reason })
    expect(await at.agreed(end)).toBe('done')
    expect((await itemOf('japan', 'gem_300')).prices.map(({ amount_minor }) => amount_minor)).toEqual([800])
    const past = { starts: { local: '2020-01-01T00:00:00', zone: 'UTC' } }
    expect((await owner.call('price/save', await priced('japan', 'gem_300', 700, past))).msg).toBe('TimePassed')
  })

  it('that is taken back before it begins leaves the prices before as they were', async () => {
    const plan = async (hours: number, amount: number, ends?: number): Promise<number> => {
      const after = (more: number) => ({ local: local(Date.now() + more * 3_600_000), zone: 'UTC' })
      const times = { starts: after(hours), ...(ends === undefined ? {} : { ends: after(ends) }) }
      expect(await at.agreed(await owner.call('price/save', await priced('japan', 'gem_300', amount, times)))).toBe(
        'done',
      )
      return (
        (await itemOf('japan', 'gem_300')).prices.find(({ amount_minor }) => amount_minor === amount)?.price_id ?? 0
      )
    }
    const takeBack = async (price: number): Promise<void> => {
      expect(await at.agreed(await owner.call('price/end', { price_id: price, reason }))).toBe('done')
    }
    const ends = async (): Promise<[number, boolean][]> =>
      (await itemOf('japan', 'gem_300')).prices.map(({ amount_minor, ends_at }) => [amount_minor, ends_at !== null])
    await plan(1, 710, 5)
    const later = await plan(4, 720)
    const sooner = await plan(2, 730)
    expect(await ends()).toEqual([
      [720, false],
      [730, false],
      [710, true],
      [800, true],
    ])
    const endOf = async (amount: number): Promise<number> =>
      (await itemOf('japan', 'gem_300')).prices.find(({ amount_minor }) => amount_minor === amount)?.ends_at ?? 0
    const inHours = async (amount: number): Promise<number> =>
      Math.round(((await endOf(amount)) - Date.now() / 1000) / 3600)
    expect([await inHours(800), await inHours(710)]).toEqual([2, 2])
    await takeBack(sooner)
    expect([await inHours(800), await inHours(710)]).toEqual([4, 4])
    await takeBack(later)
    expect(await inHours(710)).toBe(5)
    expect((await itemOf('japan', 'gem_300')).prices.at(-1)).toMatchObject({ amount_minor: 800, ends_at: null })
  })

  it('that changed meanwhile is not overwritten: the refusal names the person and the price', async () => {
    const ownSave = await priced('japan', 'gem_980', 2_500)
    const otherSave = await owner.call('price/save', await priced('japan', 'gem_980', 2_600))
    // While it waits, another price for the same item is no second request.
    expect((await owner.call('price/save', ownSave)).data).toEqual({ approval: otherSave.data?.approval, again: true })
    expect(await at.agreed(otherSave)).toBe('done')
    expect(await owner.call('price/save', ownSave)).toMatchObject({
      msg: 'VersionConflict',
      data: { by: 'owner', theirs: { cp_goods_id: 'gem_980', amount: '2600 JPY' } },
    })
  })

  it('that ends without a successor takes the item off sale there', async () => {
    const [price] = (await itemOf('kuwait', 'gem_60')).prices
    expect(await at.agreed(await owner.call('price/end', { price_id: price?.price_id ?? 0, reason }))).toBe('done')
    await until('it is not sold', async () => (await amountShown('gem_60', 'KW')) === null)
    const { result } = await owner.call('book/preview', { country: 'KW' })
    expect(result.rows.find(({ cp_goods_id }) => cp_goods_id === 'gem_60')?.amount_minor).toBeNull()
    expect((await owner.call('price/end', { price_id: price?.price_id ?? 0, reason })).msg).toBe('TimePassed')
  })

  it('needs the right to change it: customer service only reads prices', async () => {
    const support = at.as('support')
    expect((await support.call('book/list', {})).code).toBe(0)
    expect((await support.call('price/save', await priced('japan', 'gem_60', 180))).msg).toBe('NotAllowed')
  })

  it('by hand in SQL is in the audit with the name of its database role', async () => {
    await sql(`select * from save_price('korea', 'gem_60', 1600, 1, null, null, 'sql:test')`)
    const line = await sql(
      `select actor, line from desk.audit where kind = 'price' and line like '%1600%' order by seq desc limit 1`,
    )
    expect(line.actor).toMatch(/^sql:/)
  })
})

describe('a book', () => {
  const austria: DeskBody<'book/save'> = {
    book_id: 'austria',
    version: 0,
    currency: 'EUR',
    entity_id: 'demo',
    tax: 'inclusive',
    protected: false,
    countries: ['AT'],
    points_minor: 999,
    reason,
  }
  it('takes its countries over from their former book, and the decider sees from which one', async () => {
    const answer = await owner.call('book/save', austria)
    const { result } = await finance.call('approval/read', { approval_no: Number(answer.data?.approval) })
    expect(result.forecast).toMatchObject({ before: null, after: { countries: ['AT'], from_books: ['AT: euro'] } })
    expect(await at.agreed(answer)).toBe('done')
    const { books } = (await owner.call('book/list', {})).result
    expect(books.find(({ book_id }) => book_id === 'austria')).toMatchObject({
      countries: ['AT'],
      points_minor: 999,
      version: 1,
      open: true,
      items: 0,
    })
    expect(books.find(({ book_id }) => book_id === 'euro')?.countries).not.toContain('AT')
  })

  it('rejects a save from an older version', async () => {
    expect(await owner.call('book/save', austria)).toMatchObject({
      msg: 'VersionConflict',
      data: { version: 1, theirs: { book_id: 'austria' } },
    })
    const second = { ...austria, version: 1, points_minor: null, protected: true }
    expect(await at.agreed(await owner.call('book/save', second))).toBe('done')
    const { books } = (await owner.call('book/list', {})).result
    expect(books.find(({ book_id }) => book_id === 'austria')).toMatchObject({ points_minor: null, protected: true })
  })

  it('names the countries whose prices include a tax that has no rate', async () => {
    const untaxed = async (): Promise<unknown> =>
      (await owner.call('book/list', {})).result.books.flatMap((book) =>
        book.untaxed.map((land) => [book.book_id, land]),
      )
    expect(await untaxed()).toEqual([])
    await sql(`insert into book_country (country, book_id) values ('QA', 'japan')`)
    expect(await untaxed()).toEqual([['japan', 'QA']])
    await sql(`delete from book_country where country = 'QA'`)
  })

  it('with prices keeps its currency', async () => {
    const { books } = (await owner.call('book/list', {})).result
    const japan = books.find(({ book_id }) => book_id === 'japan')
    const answer = await owner.call('book/save', {
      ...austria,
      book_id: 'japan',
      countries: ['JP'],
      currency: 'EUR',
      version: japan?.version ?? 0,
    })
    expect(answer).toMatchObject({ msg: 'NotPossible', data: { why: 'has_prices' } })
  })

  it('previews the prices of a player of a country; without a book these are the base prices', async () => {
    const japan = (await owner.call('book/preview', { country: 'JP' })).result
    expect(japan).toMatchObject({ book_id: 'japan', currency: 'JPY', tax_name: '消費税', rate_ppm: 100_000 })
    const row = japan.rows.find(({ cp_goods_id }) => cp_goods_id === 'gem_1980')
    expect(row?.amount_minor).toBe(await amountShown('gem_1980', 'JP'))
    const elsewhere = (await owner.call('book/preview', { country: 'BR' })).result
    expect(elsewhere).toMatchObject({ book_id: '', currency: 'USD', tax_name: '' })
    expect(elsewhere.rows.find(({ cp_goods_id }) => cp_goods_id === 'gem_60')?.amount_minor).toBe(99)
  })
})

describe('a player who asks for the prices of their country', () => {
  it('waits at the desk with the signs of their country, and has its prices as soon as staff grant them', async () => {
    const demo = await at.shop.signIn('demo', 'Demo1234')
    await demo.call('market/set', { country: 'JP' }, from('KW'))
    await demo.call('market/appeal', { text: 'I moved to Japan last week' }, from('KW'))
    const uid = String((await sql(`select uid from account where login = 'demo'`)).uid)
    const support = at.as('support')
    const waits = (await support.call('waiting/list', { kind: 'appeals', mine: false })).result
    expect(waits.rows.map(({ subject }) => subject)).toEqual([uid])
    expect((await support.call('appeal/list', { open: true })).result.rows).toMatchObject([
      { uid, country: 'JP', source: 'declared', appeal: 'asked', note: 'I moved to Japan last week' },
    ])
    expect((await demo.call('market/get', {}, from('KW'))).result.country).not.toBe('JP')
    const { appealed_at } = (await support.call('appeal/read', { uid })).result
    const appeal = { uid, country: 'JP', appealed_at: appealed_at ?? 0 }
    const decision = await support.call('appeal/answer', { ...appeal, granted: true, reason: 'a bill from Osaka' })
    expect(decision.result).toEqual({ appeal: 'granted' })
    await until('it counts', async () => (await demo.call('market/get', {}, from('KW'))).result.country === 'JP')
    expect((await support.call('appeal/read', { uid })).result).toMatchObject({ source: 'staff', appeal: 'granted' })
    expect(await support.call('appeal/answer', { ...appeal, granted: false, reason })).toMatchObject({
      msg: 'NotPossible',
      data: { why: 'not_asked' },
    })
  })

  it('gets no answer to an appeal that staff did not read: for another country, or of another moment', async () => {
    const game = gameClient(at.shop.url)
    const account = {
      account: 'bea',
      password: 'Demo1234',
      email: 'bea@example.com',
      emailLogin: true,
      disabled: false,
    }
    const uid = 'b-77.x'
    expect((await game.send('PUT', `/game/v1/accounts/${uid}`, account)).code).toBe(0)
    const bea = await at.shop.signIn('bea', 'Demo1234')
    const support = at.as('support')
    await bea.call('market/appeal', { text: 'I live in Japan' }, from('JP'))
    const read = (await support.call('appeal/read', { uid })).result
    const answer = { uid, granted: true, country: read.country, appealed_at: read.appealed_at ?? 0, reason }
    await sql(
      `update account_market m set change_from = app_now() from account a
      where a.account_id = m.account_id and a.uid = $1`,
      uid,
    )
    expect((await bea.call('market/set', { country: 'KR' }, from('KR'))).msg).toBe('success')
    expect((await bea.call('market/appeal', { text: 'I live in Korea' }, from('KR'))).msg).toBe('success')
    const late = await support.call('appeal/answer', answer)
    expect([late.msg, late.data?.theirs]).toMatchObject(['VersionConflict', { country: 'KR', appeal: 'asked' }])
    expect((await support.call('appeal/answer', { ...answer, country: 'KR', appealed_at: 1 })).msg).toBe(
      'VersionConflict',
    )
    const now = (await support.call('appeal/read', { uid })).result
    const right = { ...answer, country: 'KR', appealed_at: now.appealed_at ?? 0 }
    expect((await support.call('appeal/answer', right)).result).toEqual({ appeal: 'granted' })
  })

  it('gets an answer that the audit attributes to a person, without the player’s words or country', async () => {
    const { line } = await sql(`select line from desk.audit where action = 'appeal/answer' and line like '%Osaka%'`)
    expect(JSON.parse(line)).toMatchObject({
      kind: 'player',
      after: { appeal: 'granted' },
      reason: 'a bill from Osaka',
    })
    expect(line).not.toMatch(/JP|moved/)
  })

  it('gets an answer from customer service, operations or owners alone', async () => {
    const answer = await finance.call('appeal/answer', {
      uid: '100001',
      granted: true,
      country: 'JP',
      appealed_at: 1,
      reason,
    })
    expect(answer.msg).toBe('NotAllowed')
  })
})

describe('a currency', () => {
  it('is opened by two people, once, and only if it is legal tender today', async () => {
    const answer = await owner.call('currency/open', { code: 'THB', reason: 'the old processes are gone' })
    expect([answer.status, answer.msg]).toEqual([202, 'NeedsApproval'])
    expect(await at.agreed(answer)).toBe('done')
    const { result } = await owner.call('currency/list', {})
    expect(result.currencies).toContainEqual({ code: 'THB', open: true, books: 0 })
    expect(result.more).not.toContain('THB')
    expect(await owner.call('currency/open', { code: 'THB', reason })).toMatchObject({ data: { why: 'is_open' } })
    expect((await owner.call('currency/open', { code: 'XXX', reason })).msg).toBe('RowNotFound')
  })

  it('is not closed while an order in it is open; after it is closed its countries see the base prices', async () => {
    const rich = await at.shop.signIn('rich', 'Rich1234')
    const { prices } = await itemOf('korea', 'gem_300')
    const creation = await rich.call(
      'order/webCreate',
      {
        role_id: 'r1003',
        server_id: 's1',
        cp_goods_id: 'gem_300',
        channel_code: 'sandbox',
        price_id: prices[0]?.price_id ?? 0,
      },
      from('KR'),
    )
    expect(creation.code).toBe(0)
    const close = async () => await owner.call('currency/close', { code: 'KRW', reason: 'not sold there any more' })
    expect(await close()).toMatchObject({ msg: 'NotPossible', data: { why: 'orders_open' } })
    const order = creation.result.sdk_order_id
    await rich.pay(order)
    await rich.reach(order, 4)
    expect(await at.agreed(await close())).toBe('done')
    expect((await owner.call('book/preview', { country: 'KR' })).result).toMatchObject({ book_id: '', currency: 'USD' })
    expect(await owner.call('currency/close', { code: 'USD', reason })).toMatchObject({ data: { why: 'base' } })
  })

  it('has its own rules for a channel, which reject a save from an older version', async () => {
    const rule = {
      channel: 'sandbox',
      currency: 'JPY',
      version: 0,
      countries: ['JP'],
      min_minor: 100,
      max_minor: 50_000,
      sort: 5,
      merchant_of_record: false,
      reason,
    }
    const answer = await owner.call('currency/rule', rule)
    const { result } = await finance.call('approval/read', { approval_no: Number(answer.data?.approval) })
    expect(result.forecast).toMatchObject({ before: null, after: { min_minor: '100 JPY', countries: ['JP'] } })
    expect(await at.agreed(answer)).toBe('done')
    const { reason: _reason, ...saved } = rule
    expect((await owner.call('currency/list', {})).result.rules).toEqual([{ ...saved, version: 1 }])
    expect((await owner.call('currency/rule', rule)).msg).toBe('VersionConflict')
  })
})

describe('a tax rate', () => {
  const rate: DeskBody<'currency/rate'> = {
    country: 'JP',
    name: '消費税',
    rate_ppm: 120_000,
    valid_from: '2040-04-01',
    valid_to: null,
    source: 'a law to come',
    seen: 1,
    reason,
  }
  it('starts on its day and ends its predecessor; the decider sees both', async () => {
    const answer = await owner.call('currency/rate', rate)
    const { result } = await finance.call('approval/read', { approval_no: Number(answer.data?.approval) })
    expect(result.forecast).toMatchObject({ after: { rates: ['消費税 12 % (2040-04-01 – )'] } })
    expect(await at.agreed(answer)).toBe('done')
    const { rates } = (await owner.call('currency/list', {})).result
    expect(rates.filter(({ country }) => country === 'JP')).toMatchObject([
      { rate_ppm: 120_000, valid_from: '2040-04-01', valid_to: null, state: 'planned' },
      { rate_ppm: 100_000, valid_to: '2040-04-01', state: 'now' },
    ])
  })

  it('is refused with its own reason if it leaves a gap or overlaps another one', async () => {
    const save = async (change: Partial<typeof rate>) => await owner.call('currency/rate', { ...rate, ...change })
    expect(await save({ seen: 1 })).toMatchObject({ msg: 'VersionConflict' })
    expect(await save({ seen: 2, valid_from: '2030-01-01' })).toMatchObject({ data: { why: 'overlap' } })
    const ended = await save({ seen: 2, valid_to: '2041-01-01' })
    expect(await at.agreed(ended)).toBe('done')
    expect(await save({ seen: 2, valid_from: '2042-01-01' })).toMatchObject({ data: { why: 'hole' } })
    expect(await at.agreed(await save({ seen: 2, valid_from: '2041-01-01' }))).toBe('done')
  })
})

describe('a legal entity', () => {
  it('is saved by two people, and its tax numbers are in the audit', async () => {
    const entity = {
      entity_id: 'tokyo',
      version: 0,
      name: 'Starfall K.K.',
      address: 'Tokyo',
      country: 'JP',
      tax_ids: { JCT: 'T1234567890123' },
      evidence_min: 2,
      reason,
    }
    expect(await at.agreed(await owner.call('currency/entity', entity))).toBe('done')
    expect((await owner.call('currency/entity', entity)).msg).toBe('VersionConflict')
    const { entities } = (await owner.call('currency/list', {})).result
    expect(entities.find(({ entity_id }) => entity_id === 'tokyo')).toMatchObject({ name: 'Starfall K.K.', version: 1 })
    const { line } = await sql(`select line from desk.audit where kind = 'entity' and target = 'tokyo'`)
    expect(line).toContain('T1234567890123')
  })
  it('with a lone surrogate in its name, which the database cannot store, is refused as a wrong body', async () => {
    const halved = { entity_id: 'half', version: 0, address: '', country: 'JP', tax_ids: {}, evidence_min: 1, reason }
    const answer = await owner.call('currency/entity', { ...halved, name: 'Star\uD83D' })
    expect([answer.status, answer.msg]).toEqual([400, 'InvalidParams'])
    expect((await owner.call('currency/entity', { ...halved, name: 'Star \u{1F31F}' })).status).toBe(202)
  })
})

describe('a book beside the base prices', () => {
  it('compares its median item by the rates of a day, so that a cheap book can be protected', async () => {
    const worth = async (id: string) =>
      (await owner.call('book/list', {})).result.books.find((book) => book.book_id === id)?.worth
    await sql('delete from fx_rate')
    expect(await worth('japan')).toBeNull()
    await sql(`select save_book('bargain', 0, 'JPY', null, 'none', false, '{}')`)
    const { day } = await sql(
      `insert into fx_rate (day, currency, per_eur, source) select app_now()::date, c, r, 'test'
         from (values ('USD', 1.25), ('JPY', 187.5)) v (c, r) returning day::text`,
    )
    expect(await worth('bargain')).toBeNull()
    // A dollar is 150 yen: 99 cents are 148.5 of them, 499 are 748.5, and 1499 are 2248.5.
    for (const [item, yen] of [
      ['gem_60', 110],
      ['gem_300', 374],
      ['gem_980', 2_249],
    ] as const)
      await sql(`select save_price('bargain', $1, $2, 1, null, null, 'sql:test')`, item, yen)
    expect(await worth('bargain')).toEqual({ percent: 74, day })
    // A future price and an item off sale do not count.
    await sql(`select save_price('bargain', 'gem_60', 200, 1, now() + interval '1 day', null, 'sql:test')`)
    expect((await owner.call('book/prices', { book_id: 'bargain' })).result.book.worth).toEqual({ percent: 74, day })
    await sql(`update fx_rate set day = day - 40`)
    expect(await worth('bargain')).toBeNull()
    await sql(`insert into price_book (book_id, currency, tax) values ('dollars', 'USD', 'none')`)
    await sql(`select save_price('dollars', 'gem_60', 50, 1, null, null, 'sql:test')`)
    expect(await worth('dollars')).toEqual({ percent: 51, day: '' })
  })
})
