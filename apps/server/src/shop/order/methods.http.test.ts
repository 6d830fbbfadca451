import { FakeStripe } from '@hc/channels/testing/fake-stripe'
import { FakeAdyen } from '@hc/channels/testing/fake-adyen'
import type { PayChannel } from '@hc/contract/calls'
import { withGateway, withPlayer, withShop, withShopAt } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'
import { describe, expect, it } from 'vitest'

const target = { server_id: 's1', role_id: 'r1001' }
const codes = (rows: readonly PayChannel[] | null, channel: string): string[] | undefined =>
  rows?.find((row) => row.channel_code === channel)?.methods?.map(({ code }) => code)

describe('ways to pay at the test gateway', () => {
  const shop = withShop({ RETRY_BASE_MS: '100', REPAIR_AFTER_SECONDS: '2' })
  const demo = withPlayer(shop)
  const list = async (more: object = {}): Promise<PayChannel[]> =>
    (await demo.call('order/webPayChannel', { ...target, cp_goods_id: 'gem_300', ...more })).result
  const create = (body: object, key?: string) =>
    demo.call(
      'order/webCreate',
      { ...target, cp_goods_id: 'gem_300', channel_code: 'sandbox', ...body },
      key ? { 'idempotency-key': key } : {},
    )
  const order = async (method?: string): Promise<string> => (await create(method ? { method } : {})).result.sdk_order_id
  const methodOf = async (no: string): Promise<string | null> =>
    (await shop.rows('select method from orders where order_no = $1', no))[0]?.method

  it('are listed by their methods where a client asks for them, and as ever where it does not', async () => {
    const plain = await list()
    expect(plain.map((row) => Object.keys(row))).toEqual(plain.map(() => ['name', 'channel_code', 'icon']))
    const rows = await list({ methods: true })
    expect(rows.map(({ channel_code: code, kind }) => [code, kind])).toEqual([
      ['sandbox', 'test'],
      ['hcpoint', 'points'],
    ])
    expect(rows[0]?.methods).toEqual([
      { code: 'sandbox', name: 'Sandbox Pay', kind: 'card', settles: 'instant' },
      { code: 'sandbox_bank', name: '', kind: 'bank', settles: 'minutes' },
      { code: 'sandbox_voucher', name: '', kind: 'voucher', settles: 'days' },
    ])
    expect(rows[1]?.methods).toEqual([])
  })

  it('are frozen with the order, and a method that is not offered makes an order without one', async () => {
    const no = await order('sandbox_voucher')
    expect(await methodOf(no)).toBe('sandbox_voucher')
    expect(await demo.record(no)).toMatchObject({ method: 'sandbox_voucher', channel_code: 'sandbox' })
    await expect(shop.db.query(`update orders set method = 'sandbox' where order_no = $1`, [no])).rejects.toThrow(
      /never change/,
    )
    const other = await order('ideal')
    expect(await methodOf(other)).toBe(null)
    expect(Object.keys(await demo.record(other))).not.toContain('method')
    expect(Object.keys(await demo.record(await order()))).not.toContain('method')
  })

  it('are part of what an idempotency key stands for, where a client names one', async () => {
    const first = await create({ method: 'sandbox_bank' }, 'key-of-a-method')
    expect((await create({ method: 'sandbox_bank' }, 'key-of-a-method')).result).toEqual(first.result)
    expect((await create({ method: 'sandbox' }, 'key-of-a-method')).msg).toBe('InvalidParams')
    expect((await create({}, 'key-of-a-method')).msg).toBe('InvalidParams')
  })

  it('keep an order open for its voucher, with its bonus, until a day after the voucher', async () => {
    const goods = 'gem_980'
    const { result } = await create({ method: 'sandbox_voucher', cp_goods_id: goods })
    const no = result.sdk_order_id
    const before = await demo.record(no)
    await shop.outcome(no, 'paid')
    const record = await until('the promise', async () => {
      const now = await demo.record(no)
      return now.promised_ts ? now : null
    })
    expect(record).toMatchObject({ status: 1, bonus: before.bonus })
    const { promised_ts: promised = 0 } = record
    expect(promised).toBeGreaterThan(before.pay_expire_ts)
    expect(record.pay_expire_ts).toBe(promised + 86_400)
    // The time that the order had at first is over.
    await shop.rows(`update orders set next_check_at = now() where order_no = $1`, no)
    await until('the gateway is asked', async () => {
      const [row] = await shop.rows(
        'select next_check_at > now() + interval $$50 minutes$$ as later from orders where order_no = $1',
        no,
      )
      return row?.later
    })
    expect((await demo.record(no)).status).toBe(1)
    await shop.outcome(no, 'paid')
    expect(await demo.reach(no, 4)).toMatchObject({ bonus: before.bonus, bonus_lost: 0 })
    expect(Object.keys(await demo.record(no))).not.toContain('promised_ts')
  })

  it('remember how the newest paid order was paid', async () => {
    const no = await order('sandbox')
    await shop.outcome(no, 'paid')
    await demo.reach(no, 4)
    const rows = await list({ methods: true })
    expect(rows[0]).toMatchObject({ last: true, methods: [{ code: 'sandbox', last: true }, {}, {}] })
    expect(rows[1]).not.toHaveProperty('last')
  })

  it('are as the desk says, at once in every process', async () => {
    const change = (set: string): Promise<unknown> =>
      shop.rows(`update channel_method set ${set} where channel_code = 'sandbox' and method = 'sandbox_bank'`)
    const untilOffered = (expectedCodes: string[]): Promise<unknown> =>
      until(`the methods ${expectedCodes.join(' ')}`, async () => {
        const now = codes(await list({ methods: true }), 'sandbox')
        return now?.join(' ') === expectedCodes.join(' ')
      })
    await change('enabled = false')
    await untilOffered(['sandbox', 'sandbox_voucher'])
    await change(`enabled = true, countries = '{NL}'`)
    await untilOffered(['sandbox', 'sandbox_voucher'])
    await change(`countries = null, min_minor = 1000000`)
    await untilOffered(['sandbox', 'sandbox_voucher'])
    await change(`min_minor = null, seen_at = now() - interval '73 hours'`)
    await untilOffered(['sandbox', 'sandbox_voucher'])
    await change(`seen_at = 'infinity', sort = 1`)
    await untilOffered(['sandbox_bank', 'sandbox', 'sandbox_voucher'])
  })
})

describe.each([
  ['stripe', 'card'],
  ['adyen', 'scheme'],
] as const)('methods of %s', (code, card) => {
  const gateway = withGateway<FakeStripe | FakeAdyen>(() => (code === 'stripe' ? new FakeStripe() : new FakeAdyen()))
  const shop = withShopAt(gateway, { REPAIR_AFTER_SECONDS: '1', RETRY_BASE_MS: '100', RETRY_CAP_MS: '1000' })
  const demo = withPlayer(shop)
  const create = async (method: string): Promise<string> => {
    const answer = await demo.call('order/webCreate', { ...target, cp_goods_id: 'gem_300', channel_code: code, method })
    expect(answer).toMatchObject({ code: 0 })
    return answer.result.sdk_order_id
  }
  const rows = async (): Promise<PayChannel[]> =>
    (await demo.call('order/webPayChannel', { ...target, cp_goods_id: 'gem_300', methods: true })).result

  it('are those that the account has, and one row where the gateway told none for three days', async () => {
    await until('the gateway was asked', async () => (codes(await rows(), code)?.length ?? 0) > 0)
    expect(codes(await rows(), code)).toEqual(['card', 'apple_pay', 'google_pay'])
    await shop.rows(`update channel_method set seen_at = now() - interval '4 days' where channel_code = $1`, code)
    await until('the methods are old', async () => codes(await rows(), code)?.length === 0)
    await shop.rows(
      `update channel_method set seen_at = now() where channel_code = $1 and method in ('card', 'pix')`,
      code,
    )
    await until('the methods are back', async () => codes(await rows(), code)?.includes('card'))
  })

  it('show their marks in the shop window, each once, whatever an item costs', async () => {
    await shop.rows(`update channel_method set min_minor = 1000000 where channel_code = $1`, code)
    await until('the marks', async () => ((await shop.call('shop/catalog')).result.marks?.length ?? 0) > 0)
    const { marks } = (await shop.call('shop/catalog')).result
    expect(marks?.slice(0, 3)).toEqual(['visa', 'mastercard', 'jcb'])
    expect(new Set(marks).size).toBe(marks?.length)
    await shop.rows(`update channel_method set min_minor = null where channel_code = $1`, code)
    await until('the methods are back', async () => codes(await rows(), code)?.includes('card'))
  })

  it('restrict the page, and one that the gateway refuses leads to the plain page of the same order', async () => {
    const no = await create('card')
    expect((await demo.record(no)).method).toBe('card')
    expect(gateway.payment(no)).toMatchObject({ amountCents: 499, method: card })
    const calls = gateway.calls.length
    gateway.has.delete(card)
    const refused = await create('card')
    gateway.has.add(card)
    expect(gateway.payment(refused)).toMatchObject({ amountCents: 499, orderNo: refused })
    expect(gateway.payment(refused)).not.toHaveProperty('method')
    const keys = gateway.calls.slice(calls).flatMap(({ headers }) => headers['idempotency-key'] ?? [])
    expect(keys).toEqual([refused, `${refused}.plain`])
    expect((await demo.record(refused)).method).toBe('card')
    await gateway.tell(gateway.pay(refused))
    await demo.reach(refused, 4)
  })
})
