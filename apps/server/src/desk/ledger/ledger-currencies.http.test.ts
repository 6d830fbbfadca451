import type { DeskBody, DeskCallName } from '@hc/contract/desk/calls'
import type { RoleKey } from '@hc/contract/desk/permissions'
import { beforeAll, describe, expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { openYen, soldInYen } from '@hc/test/seller'
import { type Player, type Row, type Shop, until } from '@hc/test/shop'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk({ RETRY_BASE_MS: '100', RECONCILE_SECONDS: '3600' })

let shop: Shop
let demo: Player
let order: string

const finance = async <N extends DeskCallName>(name: N, body: DeskBody<N>) => await at.as('finance').call(name, body)
const owner = async <N extends DeskCallName>(name: N, body: DeskBody<N>) => await at.as('owner').call(name, body)
const rows = (text: string, ...values: unknown[]): Promise<Row[]> => at.rows(text, ...values)
const healthy = (): Promise<unknown> => faultsIn(shop)
const today = (): number => Math.floor(Date.now() / 1000)
const text = (base64: string): string => Buffer.from(base64, 'base64').toString('latin1')
const exported = async (form: 'csv' | 'beancount') =>
  (await finance('ledger/export', { from: today() - 86_400, to: today() + 60, form })).result

beforeAll(async () => {
  shop = at.shop
  demo = await shop.signIn('demo', 'Demo1234')
  order = await demo.order('gem_300')
  await shop.outcome(order, 'paid')
  await demo.reach(order, 4)
})

const agree = async (answer: { data: Record<string, unknown> | null }): Promise<unknown> =>
  (await owner('approval/decide', { approval_no: Number(answer.data?.approval), yes: true })).result

describe('money in yen beside dollars', () => {
  const load = async (csv: string, more: { channel?: string; currency?: string } = {}) =>
    await finance('settlement/import', { channel: 'sandbox', currency: 'JPY', csv, ...more })
  const heading = 'payout,paid_at,kind,reference,gross_cents,fee_cents,currency'
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const yen = async () =>
    Object.fromEntries(
      (await finance('ledger/balances', { unit: 'JPY' })).result.balances.map(({ account, amount }) => [
        account,
        amount,
      ]),
    )
  const dollars = async () => (await finance('ledger/balances', { unit: 'USD' })).result.balances
  let soldOrder: string
  let paid: string
  let usd: unknown

  it('has its own balances, and its journals name the currency', async () => {
    usd = await dollars()
    await openYen(shop)
    expect((await finance('ledger/currencies', {})).result).toEqual(['USD', 'JPY'])
    soldOrder = await soldInYen(shop, demo, 1_500)
    paid = String((await rows('select txn from capture where order_no = $1', soldOrder))[0]?.txn)
    expect(await yen()).toEqual({ gateway: 1_500, sales: -1_364, tax: -136 })
    expect(await dollars()).toEqual(usd)
    const { result } = await finance('ledger/journals', { unit: 'JPY' })
    expect(result.journals.map(({ order_no, unit, amount, usd_cents }) => [order_no, unit, amount, usd_cents])).toEqual(
      [[soldOrder, 'JPY', 1_500, 0]],
    )
    const [sale] = (await finance('ledger/journals', { order_no: order, reason: 'sale' })).result.journals
    expect([sale?.unit, sale?.amount]).toEqual(['USD', 499])
    const { result: totals } = await finance('gateway/totals', {})
    expect(totals.map(({ channel, currency, there_cents }) => [channel, currency, there_cents])).toContainEqual([
      'sandbox',
      'JPY',
      1_500,
    ])
    expect(totals.find(({ currency }) => currency === 'JPY')).toMatchObject({ captured_cents: 1_500, fees_cents: 0 })
  })
  it('is paid out in yen: a line in another currency is refused by name, and matches no payment', async () => {
    const mixed = await load(`${heading}\njp_1,${tomorrow},capture,${paid},1500,40,USD`)
    expect(mixed).toMatchObject({
      msg: 'LineErrors',
      data: { errors: [{ line: 2, column: 'currency', why: 'other_currency', value: 'USD' }] },
    })
    const read = async (payout: string) => (await finance('settlement/read', { channel: 'sandbox', payout })).result
    const book = async (payout: string) => await finance('settlement/book', { channel: 'sandbox', payout })
    const plain = `payout,paid_at,kind,reference,gross_cents,fee_cents\nus_1,${tomorrow},capture,${paid},1500,40`
    await load(plain, { currency: 'USD' })
    expect((await read('us_1')).lines.map(({ state }) => state)).toEqual(['currency'])
    expect(await book('us_1')).toMatchObject({ msg: 'PayoutRefused', data: { why: 'unmatched' } })
    expect(await load(plain)).toMatchObject({
      data: { errors: [{ column: 'payout', why: 'imported_in', value: 'USD' }] },
    })
    await load(`${heading}\njp_1,${tomorrow},capture,${paid},1500,40,JPY`)
    expect(await read('jp_1')).toMatchObject({ currency: 'JPY', gross_cents: 1_500, lines: [{ state: 'matched' }] })
    expect((await book('jp_1')).result).toEqual({ net_cents: 1_460 })
    expect(await yen()).toEqual({ gateway: 0, bank: 1_460, fees: 40, sales: -1_364, tax: -136 })
    const { result: page } = await owner('order/read', { order_no: soldOrder })
    expect(page.money.fee_cents).toBe(40)
    const { result: list } = await finance('settlement/list', { channel: 'sandbox' })
    expect(list.map(({ payout, currency }) => [payout, currency]).sort()).toEqual([
      ['jp_1', 'JPY'],
      ['us_1', 'USD'],
    ])
    expect(await dollars()).toEqual(usd)
    expect(await healthy()).toEqual([])
  })
  it('is corrected in yen by two people who see the currency, and never in a currency that was never opened', async () => {
    const entries = [
      { account: 'bank', amount: -7 },
      { account: 'differences', amount: 7 },
    ]
    const correct = async (unit: string) =>
      await finance('ledger/correct', { unit, entries, reason: 'the bank kept seven yen' })
    expect(await correct('EUR')).toMatchObject({ msg: 'CorrectionRefused', data: { why: 'account' } })
    const answer = await correct('JPY')
    const { result: approval } = await owner('approval/read', { approval_no: Number(answer.data?.approval) })
    expect(approval.forecast).toMatchObject({
      before: { bank_cents: [1_460, 'JPY'] },
      after: { bank_cents: [1_453, 'JPY'], differences_cents: [7, 'JPY'] },
    })
    expect(await agree(answer)).toEqual({ state: 'done', why: '' })
    expect(await yen()).toMatchObject({ bank: 1_453, differences: 7 })
    expect(await dollars()).toEqual(usd)
    expect(await healthy()).toEqual([])
  })
  it('appears in the files with its unit, and a file for DATEV has one currency alone', async () => {
    const book = text((await exported('beancount')).base64)
    expect(book).toContain('option "operating_currency" "JPY"')
    expect(book).toMatch(/ {2}Assets:Gateway {2}1500 JPY$/m)
    expect(text((await exported('csv')).base64)).toMatch(/,gateway,JPY,1500\r$/m)
    const file = async (currency: string) =>
      await finance('ledger/export', {
        from: today() - 86_400,
        to: today() + 60,
        form: 'datev',
        currency,
      })
    const { result } = await file('JPY')
    expect(result.name).toMatch(/^EXTF_.*-JPY\.csv$/)
    const [header = '', , ...lines] = text(result.base64).trim().split('\r\n')
    expect(header.split(';')[21]).toBe('"JPY"')
    const cells = lines.map((line) => line.split(';'))
    expect(cells.every(([, , unit]) => unit === '"JPY"')).toBe(true)
    expect(cells.map(([amount, , , , , , debit, credit]) => [amount, debit, credit])).toContainEqual([
      '1364,00',
      '1360',
      '8400',
    ])
    expect(text((await file('USD')).result.base64)).not.toContain('JPY')
    expect((await file('KWD')).msg).toBe('InvalidParams')
  })
  it('is added up by day as dollars are, and the doctor finds an altered day of yen', async () => {
    await until('the journals are added up', async () => {
      await shop.db.query(`update desk.total_mark set seen_at = '-infinity'`)
      await shop.db.query('select desk.add_totals(20000)')
      return (await rows(`select from desk.total_mark where done_id >= (select max(journal_id) from ledger_journal)`))
        .length
    })
    expect(await yen()).toEqual({ gateway: 0, bank: 1_453, fees: 40, differences: 7, sales: -1_364, tax: -136 })
    const client = await shop.db.connect()
    await client.query(`begin; update desk.ledger_day set amount = amount + 1 where account = 'sales' and unit = 'JPY'`)
    const { rows: faults } = await client.query('select account, unit, days::int from ledger_days_fault()')
    await client.query('rollback')
    client.release()
    expect(faults).toEqual([{ account: 'sales', unit: 'JPY', days: -1_363 }])
  })
  it('is closed with its month: the totals cover every currency, and the doctor finds a later journal of yen', async () => {
    const sums = await rows(`select account, amount::int from desk.closing_balances(now()) where unit = 'JPY'`)
    expect(sums).toContainEqual({ account: 'sales', amount: -1_364 })
    expect(sums.reduce((all, { amount }) => all + Number(amount), 0)).toBe(0)
    await rows(`with who as (select account_id from account where login = 'demo'),
      j as (insert into ledger_journal (reason, source_id, account_id, basic_points, created_at)
        select 'opening', 'long ago', account_id, 70, date_trunc('month', now()) - interval '1 day' from who
        returning journal_id)
      insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      select journal_id, v.id, 'HCB', v.amount from j, (select 4::bigint as id, -70 as amount union all
        select ledger_account_id, 70 from ledger_account l, who where l.account_id = who.account_id
          and kind = 'wallet' and unit = 'HCB') v`)
    const month = (await finance('period/list', {})).result.next
    const answer = await finance('period/close', { month, zone: 'UTC', reason: 'the books of the month' })
    expect(await agree(answer)).toEqual({ state: 'done', why: '' })
    const client = await shop.db.connect()
    await client.query('begin; set local session_replication_role = replica')
    await client.query(`insert into ledger_journal (reason, source_id, created_at)
      values ('late', 'late', date_trunc('month', now()) - interval '1 day')`)
    await client.query(`insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
      select journal_id, system_account(v.kind, 'JPY'), 'JPY', v.amount
        from ledger_journal, (values ('bank', 5), ('sales', -5)) v (kind, amount) where reason = 'late'`)
    const { rows: faults } = await client.query<{ why: string }>('select why from closed_totals_fault()')
    await client.query('rollback')
    client.release()
    expect(faults).toEqual([{ why: 'the journals of the month give other totals' }])
  })
})

describe('sums of the shop', () => {
  const day = (): string => new Date().toISOString().slice(0, 10)
  const money = async () => (await owner('report/money', { from: day(), to: day(), by: 'item' })).result
  it('never mix currencies, before and after they are added up, and have the tax of each', async () => {
    const before = await money()
    expect(before.others).toEqual([
      { currency: 'JPY', key: 'gem_60', orders: 1, newcomers: 0, gross_minor: 1_500, refunds: 0, refunded_minor: 0 },
    ])
    await soldInYen(shop, demo, 2_000)
    const yen = { currency: 'JPY', orders: 2, newcomers: 0, gross_minor: 3_500, refunds: 0, refunded_minor: 0 }
    const live = await money()
    expect(live.others).toEqual([{ key: 'gem_60', ...yen }])
    expect(live.rows).toEqual(before.rows)
    await until('the journals are added up', async () => {
      await shop.db.query(`update desk.total_mark set seen_at = '-infinity'`)
      await shop.db.query('select desk.add_totals(20000)')
      return (await rows(`select from desk.total_mark where done_id >= (select max(journal_id) from ledger_journal)`))
        .length
    })
    expect(await rows('select gross_minor::int from desk.currency_day')).toEqual([{ gross_minor: 3_500 }])
    expect({ ...(await money()), at: 0 }).toEqual({ ...live, at: 0 })
    const now = (await owner('today/read', {})).result
    expect(now.others).toEqual([{ now: yen, before: { ...yen, orders: 0, gross_minor: 0 } }])
    expect(now.now.gross_cents).toBe(499)
  })
})

describe('a currency that was closed', () => {
  const yen = async (account: string) =>
    (await finance('ledger/balances', { unit: 'JPY' })).result.balances.find((balance) => balance.account === account)
      ?.amount
  let late: string

  it('stays in the ledger, whose later money is booked: a second payment goes in and out', async () => {
    late = await soldInYen(shop, demo, 700)
    const [before, sales] = [await yen('gateway'), await yen('sales')]
    await rows(`update currency set enabled = false where code = 'JPY'`)
    expect((await finance('ledger/currencies', {})).result).toEqual(['USD', 'JPY'])
    await rows(`select apply_capture('sandbox', $1, 'second_' || $1, 700, 'JPY', 'poll', null)`, late)
    expect([await yen('gateway'), await yen('suspense')]).toEqual([Number(before) + 700, -700])
    await rows(`select apply_refunded_in('sandbox', $1, 'second_' || $1, 'back_' || $1, 700, 'JPY')`, late)
    expect([await yen('gateway'), await yen('suspense'), await yen('sales')]).toEqual([before, 0, sales])
    expect(await healthy()).toEqual([])
  })
  it('is paid out for the last time, and corrected', async () => {
    const txn = String(
      (await rows(`select txn from capture where order_no = $1 and outcome = 'applied'`, late))[0]?.txn,
    )
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const csv = `payout,paid_at,kind,reference,gross_cents,fee_cents\njp_last,${tomorrow},capture,${txn},700,20`
    await finance('settlement/import', { channel: 'sandbox', currency: 'JPY', csv })
    expect((await finance('settlement/book', { channel: 'sandbox', payout: 'jp_last' })).result).toEqual({
      net_cents: 680,
    })
    const entries = [
      { account: 'bank', amount: -3 },
      { account: 'differences', amount: 3 },
    ]
    const answer = await finance('ledger/correct', { unit: 'JPY', entries, reason: 'the bank kept three yen' })
    expect(await agree(answer)).toEqual({ state: 'done', why: '' })
    await rows(`select open_currency('JPY')`)
    expect(await healthy()).toEqual([])
  })
})

describe('limits and rules, which are in dollars', () => {
  const part = async (role: RoleKey, order_no: string, cents: number) =>
    await at.as(role).call('refund/part', { order_no, cents, reason: 'the buyer asked for it' })
  const counted = async (answer: { data: Record<string, unknown> | null }) =>
    (await owner('approval/read', { approval_no: Number(answer.data?.approval) })).result.counted
  const spent = async (): Promise<unknown> =>
    (await rows(`select amount::int from desk.spent where call = 'refund/part' order by spent_no`)).map(
      ({ amount }) => amount,
    )
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const rated = async (ago: number, usd: number, jpy: number): Promise<unknown> =>
    await rows(
      `insert into fx_rate (day, currency, per_eur, source) values ($1, 'USD', $2, 'test'), ($1, 'JPY', $3, 'test')`,
      day(ago),
      usd,
      jpy,
    )

  it('count yen by the newest rate: 2,500 are less than 20 dollars, and 90,000 more than 500', async () => {
    await rated(9, 1, 100)
    await rated(2, 1.2, 180)
    const order = await soldInYen(shop, demo, 92_500)
    expect((await part('support', order, 2_500)).result).toEqual({ part: 1 })
    const answer = await part('finance', order, 90_000)
    expect(answer).toMatchObject({ status: 202, msg: 'NeedsApproval' })
    expect(await counted(answer)).toEqual({ currency: 'JPY', cents: 60_000, per_usd: 150, day: day(2), book: '' })
    // The request keeps the amount that was judged, even if the rate has changed.
    await rated(1, 1.2, 120)
    await until('the first part is done', async () => {
      const { result } = await owner('refund/parts', { order_no: order })
      return result.parts[0]?.state === 'done'
    })
    expect(await spent()).toEqual([1_667, 60_000])
    await rows(`delete from fx_rate where day = $1`, day(1))
  })
  it('need a second person if a currency has no rate, and ignore a rate over a month old', async () => {
    await rows(`select open_currency('KWD')`)
    const order = await soldInYen(shop, demo, 9_000, { tax_country: null, entity_id: null }, 'KWD')
    await rows(
      `insert into fx_rate (day, currency, per_eur, source) values ($1, 'KWD', 0.36, 'test'), ($1, 'USD', 1.2, 'test')`,
      day(40),
    )
    const answer = await part('support', order, 1)
    expect(answer).toMatchObject({ status: 202, msg: 'NeedsApproval' })
    expect(await counted(answer)).toEqual({ currency: 'KWD', cents: null, per_usd: null, day: null, book: '' })
    expect(await agree(answer)).toEqual({ state: 'done', why: '' })
    // It does not count against the daily limit: every such call needs a second person anyway.
    expect(await spent()).toEqual([1_667, 60_000, 0])
  })
  it('use the price of points if the bank has no rate: 9 dinars at 3,000 fils for ten dollars are 30 dollars', async () => {
    await rows(`insert into price_book (book_id, currency, tax) values ('gulf', 'KWD', 'none')`)
    await rows(`insert into point_rate (book_id, minor_per_1000_points) values ('gulf', 3000)`)
    const order = await soldInYen(shop, demo, 12_000, { tax_country: null, entity_id: null }, 'KWD')
    const answer = await part('support', order, 9_000)
    expect(await counted(answer)).toEqual({ currency: 'KWD', cents: 3_000, per_usd: 0.3, day: null, book: 'gulf' })
    expect((await part('support', order, 3_000)).result).toEqual({ part: 1 })
  })
  it('count dollars as they are', async () => {
    expect((await part('support', order, 300)).result).toEqual({ part: 1 })
    expect((await rows(`select amount::int from desk.spent order by spent_no desc limit 1`))[0]?.amount).toBe(300)
  })
})

describe('an imported payout that nobody booked', () => {
  const line = (payout: string, fee: number): string =>
    `payout,paid_at,kind,reference,gross_cents,fee_cents\n${payout},2026-11-05,fee,x_${payout},0,${fee}\n`
  const load = async (csv: string) => await finance('settlement/import', { channel: 'stripe', csv })
  const discard = async (payout: string, lines: number) =>
    await finance('settlement/discard', { channel: 'stripe', payout, lines, reason: 'a file of another shop' })

  it('is taken back with a reason, once and as it was seen; the right file then has its lines', async () => {
    expect((await load(line('po_9', 70))).msg).toBe('success')
    // Without that, the same line with the right amount would be refused for ever.
    expect((await load(line('po_9', 7))).data).toMatchObject({ errors: [{ why: 'other_amount' }] })
    expect((await discard('po_9', 2)).data).toEqual({ why: 'changed' })
    const both = await Promise.all([discard('po_9', 1), discard('po_9', 1)])
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['PayoutRefused', 'success'])
    expect((await discard('po_9', 1)).data).toEqual({ why: 'nothing' })
    expect((await finance('settlement/list', {})).result.map(({ payout }) => payout)).not.toContain('po_9')
    expect((await load(line('po_9', 7))).result).toEqual({ payouts: ['po_9'], added: 1, same: 0 })
    const { lines } = (await owner('audit/list', { action: 'settlement/discard' })).result
    expect(lines.map(({ line: json }) => JSON.parse(json) as unknown)).toMatchObject([
      { reason: 'a file of another shop', after: { payout: 'po_9', discarded: 1, fee_cents: 70, currency: 'USD' } },
    ])
  })

  it('stays once it is booked', async () => {
    await load(line('po_10', 0))
    expect((await finance('settlement/book', { channel: 'stripe', payout: 'po_10' })).result).toEqual({ net_cents: 0 })
    expect((await discard('po_10', 1)).data).toEqual({ why: 'booked' })
    expect(await healthy()).toEqual([])
  })
})
