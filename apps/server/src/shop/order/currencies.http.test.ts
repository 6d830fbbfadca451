import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { timeId } from '@hc/domain/order-no'
import { randomBytes } from 'node:crypto'
import { faultsIn } from '@hc/test/books'
import { until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ RETRY_BASE_MS: '100', REPAIR_AFTER_SECONDS: '2' })
const demo = withPlayer(shop)

type Price = { currency: string; amount: number; points?: number; base?: number; terms?: object }
/** An order as the shop makes it for a price of another book. */
async function place(goods: string, price: Price, channel = 'sandbox'): Promise<{ refusal: string; order_no: string }> {
  const type = goods.startsWith('coin') ? 'coin' : 'item'
  const { rows } = await shop.db.query(
    `select refusal, order_no from place_order($1, $2, null, null, $3, $4, $5, 0, $6, 's1', 'r1001', 300, 30, '', null,
      null, 'Title', null, 'ja-JP', $7, $8, $9, $10)`,
    [
      createHash('sha256').update(demo.token).digest(),
      timeId(Date.now(), randomBytes(10)),
      goods,
      type,
      price.amount,
      channel,
      price.currency,
      price.points ?? null,
      price.base ?? null,
      price.terms ? JSON.stringify(price.terms) : null,
    ],
  )
  return rows[0]
}
/** The payer opens the payment page and pays there. */
const entries = async (no: string): Promise<string[]> =>
  (
    await shop.db.query(
      `select l.name || ' ' || e.unit || ' ' || e.amount as line from ledger_journal j join ledger_entry e
        using (journal_id) join ledger_account l using (ledger_account_id) where j.order_no = $1
        order by e.journal_id, e.unit desc, e.amount desc`,
      [no],
    )
  ).rows.map(({ line }) => line)
const sound = async (): Promise<void> => expect(await faultsIn(shop)).toEqual([])

describe('an order in another currency', () => {
  it('is refused while the shop has not opened that currency', async () => {
    expect(await place('gem_60', { currency: 'JPY', amount: 150, base: 99 })).toEqual({
      refusal: 'CurrencyUnavailable',
      order_no: null,
    })
    await shop.db.query(`select open_currency('JPY'), open_currency('KWD'), open_currency('JPY')`)
  })
  it.each(['HCB', 'HCP', 'yen', ''])(
    'cannot be opened under an invalid currency code: %s',
    async (code) =>
      await expect(shop.db.query('select open_currency($1)', [code])).rejects.toThrow('currency_code_check'),
  )
  it('is paid in that currency, shown in it, and booked in it', async () => {
    const { order_no: no } = await place('gem_60', { currency: 'JPY', amount: 150, base: 99 })
    await demo.pay(no)
    expect(await demo.record(no)).toMatchObject({ currency: 'JPY', amount: 150 })
    expect(await entries(no)).toEqual(['gateway JPY 150', 'sales JPY -150'])
    await sound()
  })
  it('credits the points that were fixed at its creation, at any price', async () => {
    const { order_no: no } = await place('coin_500', { currency: 'KWD', amount: 1_525, points: 500, base: 499 })
    await demo.pay(no)
    expect(await demo.record(no)).toMatchObject({ currency: 'KWD', amount: 1.525 })
    expect(await entries(no)).toEqual(['gateway KWD 1525', 'sales KWD -1525', 'wallet HCB 500', 'issued HCB -500'])
    await sound()
  })
  it('is refunded in that currency, in part and in full', async () => {
    const { order_no: no } = await place('gem_60', { currency: 'JPY', amount: 150, base: 99 })
    await demo.pay(no)
    const refunded = async (amount: number): Promise<void> => {
      await until(`${amount} went back`, async () => (await demo.record(no)).refunded === amount)
    }
    await shop.db.query(`select request_part_refund($1, 50, 'test', 'test')`, [no])
    await refunded(50)
    await shop.db.query(`select request_refund($1, 'test', 'test')`, [no])
    await refunded(150)
    expect((await entries(no)).toSorted()).toEqual([
      'gateway JPY -100',
      'gateway JPY -50',
      'gateway JPY 150',
      'sales JPY -150',
      'sales JPY 100',
      'sales JPY 50',
    ])
    await sound()
  })
  it('is never settled by the same number in dollars', async () => {
    const { order_no: no } = await place('gem_60', { currency: 'JPY', amount: 150, base: 99 })
    const { rows } = await shop.db.query(
      `select apply_capture('sandbox', $1, 'stray_' || $1, 150, 'USD', 'test', null) as is`,
      [no],
    )
    expect(rows[0]?.is).toBe('mismatch')
    expect(await entries(no)).toEqual(['gateway USD 150', 'suspense USD -150'])
    await sound()
  })
  it('never changes its points or its base price', async () => {
    const { order_no: no } = await place('gem_60', { currency: 'JPY', amount: 150, base: 99 })
    for (const change of ['points = 1', 'base_cents = 98', 'base_cents = null'])
      await expect(shop.db.query(`update orders set ${change} where order_no = $1`, [no])).rejects.toThrow(
        'never change',
      )
  })
})

describe('money in a currency that was not open on arrival', () =>
  it('is not booked, nor is its refund after the currency was opened', async () => {
    const no = await demo.order('gem_60')
    await shop.db.query(`select apply_capture('sandbox', $1, 'early_' || $1, 99, 'EUR', 'test', null)`, [no])
    await shop.db.query(`select open_currency('EUR')`)
    await shop.db.query(`select apply_refunded_in('sandbox', $1, 'early_' || $1, 'back_' || $1, 99, 'EUR')`, [no])
    expect(await entries(no)).toEqual([])
    await sound()
  }))

describe('late money for an order whose currency was closed meanwhile', () =>
  it('is booked as its order says, and so is its way back', async () => {
    const { order_no: no } = await place('gem_60', { currency: 'KWD', amount: 300, base: 99 })
    await shop.db.query(`select apply_refused('sandbox', $1, 'failed')`, [no])
    await shop.db.query(`update currency set enabled = false where code = 'KWD'`)
    const { rows } = await shop.db.query(
      `select apply_capture('sandbox', $1, 'late_' || $1, 300, 'KWD', 'poll', null) as is`,
      [no],
    )
    expect(rows[0]?.is).toBe('applied')
    expect(await entries(no)).toEqual(['gateway KWD 300', 'sales KWD -300'])
    await sound()
    await shop.db.query(`select apply_refunded_in('sandbox', $1, 'late_' || $1, 'gone_' || $1, 300, 'KWD')`, [no])
    expect(await entries(no)).toEqual(['gateway KWD 300', 'sales KWD -300', 'sales KWD 300', 'gateway KWD -300'])
    await sound()
    await shop.db.query(`select open_currency('KWD')`)
  }))

describe('an order of several items', () =>
  it('sends the game one delivery with all of them, and its terms never change', async () => {
    const items = [
      { cp_goods_id: 'gem_60', quantity: 2 },
      { cp_goods_id: 'gem_300', quantity: 1 },
    ]
    const { order_no: no } = await place('gem_60', { currency: 'USD', amount: 399, terms: { items } })
    await demo.pay(no)
    const { rows } = await shop.db.query(`select payload->'items' as items from outbox where order_no = $1`, [no])
    expect(rows).toEqual([{ items: items.map((item) => ({ ...item, bonus: 0 })) }])
    for (const change of [`update order_terms set items = null`, 'delete from order_terms'])
      await expect(shop.db.query(change)).rejects.toThrow('append-only')
  }))

describe('an account that is no player', () =>
  it('has no wallet and cannot sign in', async () => {
    const { rows } = await shop.db.query(
      `insert into account (uid, login, kind, password_hash, email) 
        select 'v1', 'v1', 'visitor', password_hash, 'v1@example.com' from account
        where login = 'demo' returning account_id`,
    )
    const wallets = await shop.db.query('select 1 from ledger_account where account_id = $1', [rows[0]?.account_id])
    expect(wallets.rows).toEqual([])
    await expect(shop.signIn('v1', 'Demo1234')).rejects.toThrow()
  }))
