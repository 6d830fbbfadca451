import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ResultOf } from '@hc/contract/calls'
import { taxOf } from '@hc/domain/money/tax'
import { timeId } from '@hc/domain/order-no'
import { faultsIn } from '@hc/test/books'
import { until } from '@hc/test/shop'
import { taxBack } from './oracle.ts'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ RETRY_BASE_MS: '100', REPAIR_AFTER_SECONDS: '2' })
const demo = withPlayer(shop)

beforeAll(async () => {
  await shop.db.query(`select open_currency('JPY')`)
  await shop.db.query(`insert into legal_entity (entity_id, name, address, country, tax_ids)
    values ('seller', 'Seller Ltd', '1 Main Street', 'IE', '{"VAT": "IE1"}')`)
  await shop.db.query(`insert into price_book (book_id, currency, entity_id, tax, protected)
    values ('seller-jp', 'JPY', 'seller', 'inclusive', true)`)
  await shop.db.query(`insert into tax_rate (country, valid_from, rate_ppm, name, source)
    values ('QJ', '2019-10-01', 100000, 'Consumption tax', 'test')`)
  await shop.db.query(`insert into book_country (country, book_id) values ('QJ', 'seller-jp')`)
})

const terms = {
  market: 'QJ',
  entity_id: 'seller',
  tax_country: 'QJ',
  tax_name: 'Consumption tax',
  rate_ppm: 100_000,
  evidence: [],
  weak: false,
}
/** An order of a Japanese price: 10 % of tax are inside. */
async function place(amount: number, goods = 'gem_60', more: object = {}, currency = 'JPY'): Promise<string> {
  const type = goods.startsWith('coin') ? 'coin' : 'item'
  const { rows } = await shop.db.query<{ refusal: string | null; order_no: string }>(
    `select refusal, order_no from place_order($1, $2, null, null, $3, $4, $5, 0, 'sandbox', 's1', 'r1001', 300, 30, '',
      null, null, 'Title', null, 'ja-JP', $6, $7, 99, $8)`,
    [
      createHash('sha256').update(demo.token).digest(),
      timeId(Date.now(), randomBytes(10)),
      goods,
      type,
      amount,
      currency,
      type === 'coin' ? 500 : null,
      JSON.stringify({ ...terms, ...more }),
    ],
  )
  expect(rows[0]?.refusal).toBeNull()
  return rows[0]?.order_no ?? ''
}
const lines = async (text: string, args: unknown[]): Promise<unknown[]> =>
  (await shop.db.query<{ line: unknown }>(text, args)).rows.map(({ line }) => line)
const entries = (no: string): Promise<unknown[]> =>
  lines(
    `select l.name || ' ' || e.unit || ' ' || e.amount as line from ledger_journal j join ledger_entry e
      using (journal_id) join ledger_account l using (ledger_account_id) where j.order_no = $1
      order by e.journal_id, l.name`,
    [no],
  )
const dues = (no: string): Promise<unknown[]> =>
  lines(
    `select kind || ' ' || gross_minor || ' ' || tax_minor as line from document_due where order_no = $1
      order by due_id`,
    [no],
  )
const sound = async (): Promise<void> => expect(await faultsIn(shop)).toEqual([])
const refunded = async (no: string, amount: number): Promise<void> => {
  await until(`${amount} went back`, async () => (await demo.record(no)).refunded === amount)
}

describe('the tax inside a price', () => {
  it('is equal in the database and in shown prices, for every price and rate', async () => {
    const cases = fc.sample(
      fc.record({
        gross: fc.integer({ min: 1, max: 2_000_000_000 }),
        ppm: fc.integer({ min: 0, max: 999_999 }),
        before: fc.double({ min: 0, max: 1.2, noNaN: true }),
        now: fc.double({ min: 0, max: 1.2, noNaN: true }),
      }),
      { numRuns: 2_000, seed: 7 },
    )
    const expectedTaxes = cases.map(({ gross, ppm, before, now }) => {
      const tax = taxOf(gross, ppm)
      expect(tax).toBeLessThanOrEqual(gross / 2)
      expect(Math.abs(tax - (gross * ppm) / (1_000_000 + ppm))).toBeLessThanOrEqual(0.500_001)
      return [tax, taxBack(gross, tax, Math.floor(gross * before), Math.floor(gross * now))]
    })
    const { rows } = await shop.db.query<{ tax: string; back: string }>(
      `select tax_of(g, p) as tax, tax_back(g, tax_of(g, p), b, n) as back
        from unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[]) with ordinality x (g, p, b, n, at) order by at`,
      [
        cases.map(({ gross }) => gross),
        cases.map(({ ppm }) => ppm),
        cases.map(({ gross, before }) => Math.floor(gross * before)),
        cases.map(({ gross, now }) => Math.floor(gross * now)),
      ],
    )
    expect(rows.map(({ tax, back }) => [Number(tax), Number(back)])).toEqual(expectedTaxes)
  })
  it('goes back in parts that sum exactly to it', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 999_999 }),
        fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 8 }),
        (gross, ppm, parts) => {
          const tax = taxOf(gross, ppm)
          let goneCents = 0
          let back = 0
          for (const part of [...parts, gross]) {
            back += taxBack(gross, tax, goneCents, goneCents + part)
            goneCents += part
          }
          expect(back).toBe(tax)
        },
      ),
    ))
})

describe('a payment of an order with a seller', () => {
  it('is booked with its tax apart, and its receipt is due', async () => {
    const no = await place(150)
    await demo.pay(no)
    expect(await entries(no)).toEqual(['gateway JPY 150', 'sales JPY -136', 'tax JPY -14'])
    expect(await dues(no)).toEqual(['receipt 150 14'])
    await sound()
  })
  it('is booked the same way for a pack, beside its points', async () => {
    const no = await place(800, 'coin_500')
    await demo.pay(no)
    expect(await entries(no)).toEqual([
      'gateway JPY 800',
      'issued HCB -500',
      'sales JPY -727',
      'tax JPY -73',
      'wallet HCB 500',
    ])
    await sound()
  })
  it('is booked the same way in dollars', async () => {
    const no = await place(110, 'gem_60', {}, 'USD')
    await demo.pay(no)
    expect(await entries(no)).toEqual(['gateway USD 110', 'sales USD -100', 'tax USD -10'])
    await sound()
  })
  it.each([
    ['an item with a seller and a tax', 'gem_60', {}],
    ['a pack with both', 'coin_500', {}],
    ['a seller in a country without a tax', 'gem_60', { tax_country: null, tax_name: null, rate_ppm: null }],
    ['a tax without a seller', 'gem_60', { entity_id: null }],
    ['neither', 'coin_500', { entity_id: null, tax_country: null, tax_name: null, rate_ppm: null }],
    ['a country whose rates are gone', 'gem_60', { tax_country: 'QN' }],
    ['a tax too small for one unit', 'gem_60', { tax_country: 'QN', rate_ppm: 1_000 }],
  ])('is booked the same alone and in a batch: %s', async (_name, goods, more) => {
    const [alone, together] = [await place(150, goods, more), await place(150, goods, more)]
    await shop.db.query(`select apply_capture('sandbox', $1, 't' || $1, 150, 'JPY', 'webhook', null)`, [alone])
    const { rows } = await shop.db.query<{ outcome: string }>(
      `select outcome from take_news('{sandbox}', array['e' || $1], '{paid}', array[$1::text], array['t' || $1], '{""}',
        '{150}', '{JPY}', '{"{}"}', '{null}', '{0}')`,
      [together],
    )
    expect(rows).toEqual([{ outcome: 'applied' }])
    const noted = (no: string): Promise<unknown[]> =>
      lines(
        `select to_jsonb(c) - '{order_no,txn,at}'::text[] || jsonb_build_object('due', to_jsonb(d)
            - '{order_no,due_id,source,at,done_at,mailed_at,lease_until}'::text[]) as line
          from capture c left join document_due d using (order_no) where c.order_no = $1`,
        [no],
      )
    expect(await entries(together)).toEqual(await entries(alone))
    expect(await noted(together)).toEqual(await noted(alone))
    await sound()
  })
  it('has the tax rate of the day of payment, and an unchanged price', async () => {
    await shop.db.query(`insert into tax_rate (country, valid_from, rate_ppm, name, source)
      values ('QL', current_date - 1, 250000, 'VAT', 'test')`)
    const no = await place(150, 'gem_60', { tax_country: 'QL', rate_ppm: 100_000 })
    await demo.pay(no)
    expect(await entries(no)).toEqual(['gateway JPY 150', 'sales JPY -120', 'tax JPY -30'])
    await sound()
  })
  it('has the rate of that day where there was none to pay when the order was made, alone and in a batch', async () => {
    await shop.db.query(`insert into tax_rate (country, valid_from, valid_to, rate_ppm, name, source) values
      ('QM', '2020-01-01', current_date - 1, 0, 'VAT', 'test'), ('QM', current_date - 1, null, 250000, 'VAT', 'test')`)
    const before = { tax_country: 'QM', tax_name: 'VAT', rate_ppm: 0 }
    const [alone, together] = [await place(150, 'gem_60', before), await place(150, 'gem_60', before)]
    await shop.db.query(`select apply_capture('sandbox', $1, 't' || $1, 150, 'JPY', 'webhook', null)`, [alone])
    await shop.db.query(
      `select take_news('{sandbox}', array['e' || $1], '{paid}', array[$1::text], array['t' || $1], '{""}', '{150}',
        '{JPY}', '{"{}"}', '{null}', '{0}')`,
      [together],
    )
    for (const no of [alone, together]) {
      expect(await entries(no)).toEqual(['gateway JPY 150', 'sales JPY -120', 'tax JPY -30'])
      expect(await dues(no)).toEqual(['receipt 150 30'])
    }
    await sound()
  })
  it('has no tax and no receipt of ours if the gateway is the merchant', async () => {
    await shop.db.query(`insert into channel_rule (channel_code, currency, merchant_of_record)
      values ('sandbox', 'JPY', true)`)
    const no = await place(150)
    await demo.pay(no)
    await shop.db.query(`delete from channel_rule where channel_code = 'sandbox' and currency = 'JPY'`)
    expect(await entries(no)).toEqual(['gateway JPY 150', 'sales JPY -150'])
    await shop.db.query(`select request_refund($1, 'test', 'test')`, [no])
    await refunded(no, 150)
    expect(await dues(no)).toEqual([])
    await sound()
  })
  it('has no tax and no receipt if it does not match its order', async () => {
    const no = await place(150)
    await shop.db.query(`select apply_capture('sandbox', $1, 'odd' || $1, 149, 'JPY', 'test', null)`, [no])
    expect(await entries(no)).toEqual(['gateway JPY 149', 'suspense JPY -149'])
    expect(await dues(no)).toEqual([])
    await sound()
  })
})

describe('money that goes back', () => {
  const back = (no: string, txn: string, amount: number): Promise<unknown> =>
    shop.db.query(`select apply_refunded_in('sandbox', $1, 't' || $1, $2, $3, 'JPY')`, [no, txn + no, amount])
  const paid = async (amount = 150): Promise<string> => {
    const no = await place(amount)
    await shop.db.query(`select apply_capture('sandbox', $1, 't' || $1, $2, 'JPY', 'webhook', null)`, [no, amount])
    return no
  }
  const taxLeft = async (no: string): Promise<number> =>
    (await entries(no)).reduce<number>((sum, line) => {
      const match = /^tax JPY (-?\d+)$/.exec(String(line))
      return sum - Number(match?.[1] ?? 0)
    }, 0)

  it('takes its tax with it, in parts that sum to the whole, with a credit note each', async () => {
    const no = await paid()
    await shop.db.query(`select request_part_refund($1, 50, 'test', 'test')`, [no])
    await back(no, 'a', 50)
    expect(await taxLeft(no)).toBe(9)
    await back(no, 'b', 49)
    expect(await taxLeft(no)).toBe(5)
    await back(no, 'c', 51)
    expect(await taxLeft(no)).toBe(0)
    expect(await dues(no)).toEqual(['receipt 150 14', 'credit_note 50 5', 'credit_note 49 4', 'credit_note 51 5'])
    await sound()
  })
  it('keeps its tax reversed if the refund fails, and the money is owed', async () => {
    const no = await paid()
    await back(no, 'a', 150)
    await shop.db.query(`select apply_refund_failed('sandbox', $1, 't' || $1, 'a' || $1, 150, 'no account')`, [no])
    expect(await taxLeft(no)).toBe(0)
    await sound()
    await back(no, 'again', 150)
    expect(await taxLeft(no)).toBe(0)
    expect(await dues(no)).toEqual(['receipt 150 14', 'credit_note 150 14'])
    await sound()
  })
  it('takes no more than the remaining tax if a dispute takes more than the rest', async () => {
    const no = await paid()
    await back(no, 'a', 100)
    const loseDispute = `select apply_money_back('sandbox', $1, 't' || $1, 'dispute:' || $1, 150, 'JPY', $1)`
    await shop.db.query(loseDispute, [no])
    expect(await taxLeft(no)).toBe(0)
    expect(await dues(no)).toEqual(['receipt 150 14', 'credit_note 100 9', 'credit_note 50 5'])
    await sound()
    await shop.db.query(`select apply_refund_failed('sandbox', $1, 't' || $1, 'dispute:' || $1, 150, 'won')`, [no])
    expect(await taxLeft(no)).toBe(0)
    await sound()
  })
  it('takes its tax with it if the gateway reports it before the payment', async () => {
    const no = await place(150)
    await back(no, 'a', 150)
    await shop.db.query(`select apply_capture('sandbox', $1, 't' || $1, 150, 'JPY', 'webhook', null)`, [no])
    expect(await taxLeft(no)).toBe(0)
    expect(await dues(no)).toEqual(['receipt 150 14', 'credit_note 150 14'])
    await sound()
  })
  it('takes its tax with it if the player got it by other means', async () => {
    const no = await paid()
    await shop.db.query(`select request_refund($1, 'test', 'test')`, [no])
    await until('the gateway was asked', async () => {
      const { rows } = await shop.db.query(`select state from outbox where kind = 'refund' and order_no = $1`, [no])
      return rows[0]?.state !== 'pending'
    })
    await shop.db.query(`update outbox set state = 'parked' where kind = 'refund' and order_no = $1`, [no])
    await shop.db.query(`select close_refund($1, 'elsewhere', 'cheque 1', '', 'by cheque', 'test')`, [no])
    expect(await taxLeft(no)).toBe(0)
    expect(await dues(no)).toEqual(['receipt 150 14', 'credit_note 150 14'])
    await sound()
  })
})

describe('a receipt', () => {
  const receipt = async (no: string, player = demo): Promise<ResultOf<'order/receipt'>> =>
    (await player.call('order/receipt', { sdk_order_id: no })).result
  const documentsOf = (no: string, count: number): Promise<ResultOf<'order/receipt'>> =>
    until(`${count} documents`, async () => {
      const answer = await receipt(no)
      return answer.documents.length === count && answer.waiting === 0 && answer
    })

  it('names seller, buyer, goods and amount, with the tax inside', async () => {
    const no = await place(150)
    expect((await demo.record(no)).receipt).toBe('')
    await demo.pay(no)
    const { documents } = await documentsOf(no, 1)
    expect(documents).toEqual([
      {
        number: expect.stringMatching(/^SELLER-R-\d{4}-\d{6}$/) as string,
        kind: 'receipt',
        of: '',
        issue_ts: expect.any(Number) as number,
        sale_ts: (await demo.record(no)).pay_ts,
        currency: 'JPY',
        gross: 150,
        net: 136,
        tax: 14,
        tax_name: 'Consumption tax',
        rate_ppm: 100_000,
        country: 'QJ',
        seller: {
          name: 'Seller Ltd',
          address: '1 Main Street',
          country: 'IE',
          tax_ids: [{ name: 'VAT', number: 'IE1' }],
        },
        buyer: expect.stringContaining('demo') as string,
        lines: [{ name: 'Title', quantity: 1 }],
      },
    ])
    expect(await demo.record(no)).toMatchObject({
      amount: 150,
      amount_minor: 150,
      exponent: 0,
      points: null,
      tax_minor: 14,
      tax_name: 'Consumption tax',
      country: 'QJ',
      receipt: expect.stringMatching(new RegExp(`^http.*/main/recharge/receipt/${no}$`)) as string,
    })
    await sound()
  })
  it('never changes, and each refund gets a credit note that names it', async () => {
    const no = await place(150)
    await demo.pay(no)
    const before = await documentsOf(no, 1)
    await shop.db.query(`select request_part_refund($1, 50, 'test', 'test')`, [no])
    await refunded(no, 50)
    await documentsOf(no, 2)
    await shop.db.query(`select request_refund($1, 'test', 'test')`, [no])
    await refunded(no, 150)
    const { documents } = await documentsOf(no, 3)
    expect(documents[0]).toEqual(before.documents[0])
    expect(documents.slice(1).map(({ kind, of, gross, tax }) => ({ kind, of, gross, tax }))).toEqual([
      { kind: 'credit_note', of: documents[0]?.number, gross: 50, tax: 5 },
      { kind: 'credit_note', of: documents[0]?.number, gross: 100, tax: 9 },
    ])
    for (const change of ['update document set gross_minor = 1', 'delete from document'])
      await expect(shop.db.query(change)).rejects.toThrow('append-only')
    await sound()
  })
  it('is open to its buyer alone, and an order without a seller has none', async () => {
    const no = await place(150)
    await demo.pay(no)
    await documentsOf(no, 1)
    const other = await shop.signIn('rich', 'Rich1234')
    expect((await other.call('order/receipt', { sdk_order_id: no })).msg).toBe('OrderNotFound')
    const plain = await demo.order('gem_60')
    await demo.pay(plain)
    expect(await receipt(plain)).toEqual({ documents: [], waiting: 0 })
    expect(Object.keys(await demo.record(plain))).not.toContain('receipt')
  })
  it('is numbered without gaps, even if many processes write receipts at once', async () => {
    const nos = await Promise.all(Array.from({ length: 40 }, () => place(150)))
    await shop.db.query(
      `select apply_capture('sandbox', n, 't' || n, 150, 'JPY', 'webhook', null) from unnest($1::text[]) n`,
      [nos],
    )
    const issue = async (): Promise<void> => {
      await shop.db.query(`select issue_documents('seller', 'receipt', array_agg(due_id), array_agg('x'::bytea))
        from documents_due(100) where kind = 'receipt'`)
    }
    await Promise.all([issue(), issue(), issue(), issue()])
    const { rows } = await shop.db.query<{ n: number }>(
      `select count(*)::int as n from document where order_no = any($1)`,
      [nos],
    )
    expect(rows).toEqual([{ n: 40 }])
    await sound()
  })
})

describe("the payer's country", () => {
  const pollWithCountry = (no: string, country: string): Promise<unknown> =>
    shop.db.query(`select apply_capture('sandbox', $1, 't' || $1, 150, 'JPY', 'poll', $2)`, [no, country])
  const market = async (): Promise<unknown> =>
    (
      await shop.db.query(`select m.country, m.source, m.strikes from account_market m join account a using (account_id)
        where a.login = 'demo'`)
    ).rows[0]
  const evidence = (no: string): Promise<unknown[]> =>
    lines('select country as line from order_evidence where order_no = $1', [no])
  const signal = (): Promise<unknown[]> =>
    lines(
      `select s.country as line from account_signal s join account a using (account_id)
        where a.login = 'demo' and s.signal = 'payer'`,
      [],
    )

  it('is evidence for the order and a sign for the account, even if it is reported later', async () => {
    const no = await place(150)
    await shop.db.query(`select apply_capture('sandbox', $1, 't' || $1, 150, 'JPY', 'webhook', null)`, [no])
    expect(await evidence(no)).toEqual([])
    await pollWithCountry(no, 'QJ')
    await pollWithCountry(no, 'QJ')
    expect(await evidence(no)).toEqual(['QJ'])
    expect(await signal()).toEqual(['QJ'])
    expect(await market()).toBeUndefined()
    await expect(shop.db.query('delete from order_evidence')).rejects.toThrow('append-only')
  })
  it('of the market that an order was made in is no strike, though that country has got another book since', async () => {
    const { rows } = await shop.db.query<{ price_id: string }>(`insert into price
      (book_id, cp_goods_id, amount_minor, starts_at, by) values ('seller-jp', 'gem_60', 150, now(), 'test')
      returning price_id`)
    const no = await place(150, 'gem_60', { price_id: Number(rows[0]?.price_id) })
    await shop.db.query(`insert into price_book (book_id, currency, tax) values ('other-jp', 'JPY', 'none')`)
    await shop.db.query(`select save_book_countries('other-jp', '{QJ}')`)
    await pollWithCountry(no, 'QJ')
    expect(await market()).toBeUndefined()
    await shop.db.query(`select save_book_countries('seller-jp', '{QJ}')`)
    await sound()
  })
  it('outside the countries of a protected book still delivers the order, and gives the account a strike', async () => {
    const no = await place(150)
    await pollWithCountry(no, 'QK')
    await pollWithCountry(no, 'QK')
    expect((await demo.record(no)).pay_ts).toBeGreaterThan(0)
    expect(await market()).toEqual({ country: 'QK', source: 'payer', strikes: 1 })
    const next = await place(150)
    await pollWithCountry(next, 'QK')
    expect(await market()).toMatchObject({ strikes: 2 })
    await sound()
  })
  it('gives no strike if staff have granted the player’s country', async () => {
    await shop.db.query(`update account_market set source = 'staff', country = 'QJ'`)
    await pollWithCountry(await place(150), 'QK')
    expect(await market()).toEqual({ country: 'QJ', source: 'staff', strikes: 2 })
  })
  it('is ignored if it is no country, or if its money settled no order', async () => {
    const no = await place(150)
    await pollWithCountry(no, 'Japan')
    expect(await evidence(no)).toEqual([])
    await shop.db.query(`select apply_capture('sandbox', $1, 'second' || $1, 150, 'JPY', 'poll', 'QZ')`, [no])
    expect(await evidence(no)).toEqual([])
  })
  it('is read from the webhook, in any process that works it', async () => {
    const [now, later] = [await place(150), await place(150)]
    const client = await shop.db.connect()
    await client.query('begin')
    await client.query('select 1 from orders where order_no = $1 for update', [later])
    await shop.db.query(
      `select * from take_news('{sandbox,sandbox}', array['e' || $1, 'e' || $2], '{paid,paid}', array[$1, $2],
        array['t' || $1, 't' || $2], '{"",""}', '{150,150}', '{JPY,JPY}', '{"{}","{}"}',
        array['{"payerCountry": "QJ"}'::jsonb, '{"payerCountry": "QJ"}'::jsonb], '{0,0}')`,
      [now, later],
    )
    expect(await evidence(now)).toEqual(['QJ'])
    await client.query('rollback')
    client.release()
    await until('the worker worked it', async () => (await evidence(later)).length === 1)
    expect(await lines(`select detail as line from inbox where order_no = $1`, [later])).toEqual([null])
    await sound()
  })
})
