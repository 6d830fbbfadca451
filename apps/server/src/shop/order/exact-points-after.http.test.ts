import { EXACT_PACK } from '@hc/domain/money/exact-points'
import { beforeAll, describe, expect, it } from 'vitest'
import { faultsIn, newsWorked } from '@hc/test/books'
import { withDesk, withPlayer, withStripe } from '@hc/test/fixtures'
import { gameClient } from '@hc/test/game-client'
import { createIn, type Exact, exactIn, from, priceFields } from '@hc/test/market'
import { until } from '@hc/test/shop'

const gateway = withStripe()
const at = withDesk(() => ({ ...gateway.env(), DEMO_MARKETS: '1', RETRY_BASE_MS: '100', ORDERS_LIMITED: '0' }))
const demo = withPlayer(at.shop)
beforeAll(() => {
  gateway.webhookUrl = `${at.shop.url}/api/pay/stripe/webhook`
})

const reason = 'ticket 12, the player wrote'
/** The player's points are fewer by so many. */
const take = (points: number): Promise<unknown> =>
  at.rows(`select adjust_points('100001', -$1::bigint, 0, 'a test', 'cli:test')`, points)
const ask = async (exact: Exact, country: string): Promise<string> => {
  const body = { role_id: '', server_id: '', channel_code: 'stripe', exact: priceFields(exact) }
  const creation = await createIn(demo, country, EXACT_PACK, body)
  expect(creation.msg).toBe('success')
  return creation.result.sdk_order_id
}
/** Exactly so many points, paid with a card. */
async function buy(points: number, country = 'DE'): Promise<string> {
  const order = await ask(await exactIn(demo, country, points), country)
  await gateway.tell(gateway.pay(order))
  await demo.reach(order, 4)
  return order
}
const documents = (order: string, count: number) =>
  until(`${count} documents`, async () => {
    const { result } = await demo.call('order/receipt', { sdk_order_id: order })
    return result.documents.length === count && result.waiting === 0 && result.documents
  })
const healthy = async (): Promise<void> => expect(await faultsIn(at.shop)).toEqual([])

describe('points that were bought by their number', () => {
  it('go back with the whole payment, and the credit note takes the whole receipt back', async () => {
    const before = await demo.balance()
    const order = await buy(417)
    expect(await demo.balance()).toEqual({ ...before, basicNum: before.basicNum + 417 })
    const answer = await at.as('support').call('refund/make', { order_no: order, reason })
    expect(answer.msg).toBe('success')
    await gateway.tell(gateway.unsaid.splice(0))
    await demo.reach(order, 5)
    expect(await demo.balance()).toEqual(before)
    expect(await demo.record(order)).toMatchObject({ amount: 5.01, refunded: 5.01, currency: 'EUR' })
    const [receipt, note] = await documents(order, 2)
    // 19 % inside: 5.01 × 19 / 119 = 0.80.
    const content = {
      currency: 'EUR',
      gross: 5.01,
      net: 4.21,
      tax: 0.8,
      lines: [{ name: '417 HC Points', quantity: 1 }],
    }
    expect(receipt).toMatchObject({ ...content, kind: 'receipt' })
    expect(note).toMatchObject({ ...content, kind: 'credit_note', of: receipt?.number })
    await healthy()
  })

  it('go back in proportion to each partial refund, of the desk or the gateway, and sum exactly to all', async () => {
    const before = await demo.balance()
    const order = await buy(417)
    const part = await at.as('support').call('refund/part', { order_no: order, cents: 100, reason })
    expect(part.result).toEqual({ part: 1 })
    await until('the part is asked for', () => Promise.resolve(gateway.payment(order).refunds[0]))
    await gateway.tell(gateway.unsaid.splice(0))
    await until('the part is back', async () => (await demo.record(order)).refunded === 1)
    // 417 × 100 / 501 are 83.2: what is not a whole point stays.
    expect(await demo.balance()).toEqual({ ...before, basicNum: before.basicNum + 417 - 83 })
    await gateway.tell(gateway.refund(order, 1))
    await newsWorked(at)
    // 417 × 101 / 501 are 84.1.
    expect(await demo.balance()).toEqual({ ...before, basicNum: before.basicNum + 417 - 84 })
    await gateway.tell(gateway.refund(order, 400))
    await demo.reach(order, 5)
    expect(await demo.balance()).toEqual(before)
    const [receipt, ...notes] = await documents(order, 4)
    expect(notes.map(({ kind, gross, tax, of }) => [kind, gross, tax, of])).toEqual([
      ['credit_note', 1, 0.16, receipt?.number],
      ['credit_note', 0.01, 0, receipt?.number],
      ['credit_note', 4, 0.64, receipt?.number],
    ])
    await healthy()
  })

  it('have a receipt as a file, in the language of whoever reads it', async () => {
    const order = await buy(417)
    const [receipt] = await documents(order, 1)
    const body = { sdk_order_id: order, number: receipt?.number }
    const file = await demo.call('order/receiptPdf', body, { 'accept-language': 'ja-JP' })
    expect(file.result.name).toBe(`${receipt?.number}.pdf`)
    expect(Buffer.from(file.result.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const letters = await until('the mails', async () => {
      const mails = await at.shop.letters()
      const ownMails = mails.filter(({ text }) => text.includes(order))
      return ownMails.length > 0 && ownMails
    })
    for (const { kind, text } of letters) expect([kind, text]).toEqual([kind, expect.stringContaining('417 HC Points')])
  })

  it('appear by their number in the player’s own data, in the lists of the desk and in the game’s API', async () => {
    const order = await buy(417)
    const [receipt] = await documents(order, 1)
    const { result: data } = await demo.call('user/data/export', {}, { 'accept-language': 'ja-JP' })
    const ownData = data as unknown as Record<'orders' | 'receipts' | 'point_records' | 'order_countries', object[]>
    expect(ownData.orders).toContainEqual(
      expect.objectContaining({ sdk_order_id: order, name: '417 HCポイント', amount: 5.01, points: 417 }),
    )
    expect(ownData.receipts).toContainEqual(expect.objectContaining({ number: receipt?.number, gross_minor: 501 }))
    expect(ownData.point_records).toContainEqual(expect.objectContaining({ order_no: order, basic_points: 417 }))
    expect(ownData.order_countries).toContainEqual(expect.objectContaining({ order_no: order, market: 'DE' }))

    const support = at.as('support')
    const row = { order_no: order, goods: '417 HC Points', amount_cents: 501, currency: 'EUR' }
    expect((await support.call('order/list', { goods: EXACT_PACK })).result.rows).toContainEqual(
      expect.objectContaining(row),
    )
    expect((await support.call('player/orders', { uid: '100001' })).result.rows).toContainEqual(
      expect.objectContaining(row),
    )
    expect((await support.call('order/read', { order_no: order })).result).toMatchObject({
      order: { goods: EXACT_PACK, goods_name: '417 HC Points' },
      refund: { cents: 501, item: 'none', points: 417, debt: 0 },
    })

    const orderThere = (await gameClient(at.shop.url).send('GET', `/game/v1/orders/${order}`)).result
    expect(orderThere).toMatchObject({
      order_type: 'coin',
      cp_goods_id: EXACT_PACK,
      amount: 5.01,
      currency: 'EUR',
      points: 417,
      tax_minor: 80,
      country: 'DE',
      delivery: null,
    })
  })

  it('are taken back by a lost dispute, as a debt if they are spent, and the next purchase repays the debt first', async () => {
    await take((await demo.balance()).basicNum)
    const order = await buy(600)
    const item = await demo.order('gem_300', 'hcpoint')
    expect((await demo.call('payment/order/epoint/pay', { paymentId: item })).msg).toBe('success')
    expect(await demo.balance()).toEqual({ basicNum: 101, presentNum: 0, debtNum: 0 })
    await gateway.tell(gateway.dispute(order, 'opened'))
    await newsWorked(at)
    const [dispute] = (await at.as('finance').call('dispute/list', {})).result.rows
    const key = { channel: 'stripe', dispute_id: String(dispute?.dispute_id) }
    expect((await at.as('finance').call('dispute/read', key)).result).toMatchObject({
      dispute: { order_no: order },
      evidence: { goods: EXACT_PACK, goods_name: '600 HC Points' },
    })
    await gateway.tell(gateway.dispute(order, 'lost'))
    await demo.reach(order, 5)
    expect(await demo.balance()).toEqual({ basicNum: 0, presentNum: 0, debtNum: 499 })
    const [, note] = await documents(order, 2)
    expect(note).toMatchObject({ kind: 'credit_note', gross: 7.2, tax: 1.15 })

    await buy(499 + 50)
    expect(await demo.balance()).toEqual({ basicNum: 50, presentNum: 0, debtNum: 0 })
    await healthy()
  })

  it('can be withdrawn from: unspent points go back for the money, spent ones wait for a person', async () => {
    const withdraw = async (order: string): Promise<string> => {
      const body = { name: 'Mia Muster', sdk_order_id: order, contact: 'demo@example.com' }
      const { result } = await demo.call('withdraw/state', body, from('DE'))
      expect(result.covers).toBe('417 HC Points')
      return (await demo.call('withdraw/confirm', { statement: result.statement })).result.outcome
    }
    const before = await demo.balance()
    const whole = await buy(417)
    expect((await demo.record(whole)).withdraw_until_ts).toBeGreaterThan(0)
    expect(await withdraw(whole)).toBe('refund')
    await until('the gateway is asked', () => Promise.resolve(gateway.payment(whole).refunds[0]))
    await gateway.tell(gateway.unsaid.splice(0))
    await demo.reach(whole, 5)
    expect(await demo.balance()).toEqual(before)

    const spent = await buy(417)
    await take(before.basicNum + 1)
    expect(await withdraw(spent)).toBe('received')
    expect((await demo.record(spent)).status).toBe(4)
    await healthy()
  })
})
