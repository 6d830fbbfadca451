import { beforeAll, describe, expect, it } from 'vitest'
import { type Player, until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ COUNTRY_HEADER: 'x-country', RETRY_BASE_MS: '100', ORDER_LIMITS: 'none' })
const demo = withPlayer(shop)
const rich = withPlayer(shop, 'rich')

const inGermany = { 'x-country': 'DE', 'accept-language': 'de-DE' }
const WAIVER = 'waiver:1'

/** A paid order, in Germany with the consent, elsewhere without. */
const ordered = async (goods: string, headers: Record<string, string> = inGermany): Promise<string> => {
  const consent = headers === inGermany ? { consent: [WAIVER] } : {}
  const { result } = await demo.call(
    'order/webCreate',
    { role_id: 'r1001', server_id: 's1', cp_goods_id: goods, channel_code: 'sandbox', ...consent },
    headers,
  )
  return result.sdk_order_id
}
const pay = async (no: string): Promise<void> => {
  await demo.pay(no)
  await demo.reach(no, 4)
}
const withdraw = async (no: string): Promise<string> => {
  const { result } = await demo.call('withdraw/state', {
    name: 'Mia Muster',
    sdk_order_id: no,
    contact: 'mia@example.com',
  })
  return (await demo.call('withdraw/confirm', { statement: result.statement })).result.outcome
}

it('says before the order that the confirmation will wait as a file, to a buyer without an address alone', async () => {
  const box = async (player: Player) =>
    (await player.call('withdraw/terms', { cp_goods_id: 'gem_60' }, inGermany)).result.box
  expect(await box(rich)).toEqual({ version: WAIVER, text: expect.any(String), required: true, file: true })
  expect(await box(demo)).toEqual({ version: WAIVER, text: expect.any(String), required: true })
})

describe('a purchase whose confirmation no mail brings', () => {
  const file = (no: string, player = demo, locale = 'de-DE') =>
    player.call('order/confirmationPdf', { sdk_order_id: no }, { 'accept-language': locale })
  const consents = async (no: string) =>
    (await shop.db.query('select kind, locale from consent where order_no = $1 order by consent_id', [no])).rows

  beforeAll(async () => {
    await shop.db.query(`update account set email = null where login = 'demo'`)
  })

  it('is a file of the paid order; the right ends when the buyer fetched it, and not before', async () => {
    const no = await ordered('gem_300')
    expect((await file(no)).msg).toBe('OrderNotFound')
    await pay(no)
    expect(await demo.record(no)).toMatchObject({ waived: false, confirmation_file: true })
    expect((await file(no, rich)).msg).toBe('OrderNotFound')
    expect(await consents(no)).toEqual([{ kind: 'waiver', locale: 'de-DE' }])

    const { result } = await file(no, demo, 'ja-JP')
    expect(result.name).toBe(`${no}.pdf`)
    expect(Buffer.from(result.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const both = [
      { kind: 'waiver', locale: 'de-DE' },
      { kind: 'waiver_file', locale: 'ja-JP' },
    ]
    expect(await consents(no)).toEqual(both)
    expect((await file(no)).msg).toBe('success')
    expect(await consents(no)).toEqual(both)
    expect(await demo.record(no)).toMatchObject({ waived: true, confirmation_file: true })
    expect(await withdraw(no)).toBe('waived')
    expect((await demo.record(no)).status).toBe(4)
  })

  it('waits as a file if its letter failed, too', async () => {
    await shop.db.query(`update account set email = 'demo@example.com' where login = 'demo'`)
    const no = await ordered('gem_300')
    await pay(no)
    await until('its mail has left', async () => (await consents(no)).some(({ kind }) => kind === 'waiver_mail'))
    expect(Object.keys(await demo.record(no))).not.toContain('confirmation_file')
    // As after an address that its mail server refused.
    await shop.db.query('alter table consent disable trigger user')
    await shop.db.query(`delete from consent where order_no = $1 and kind = 'waiver_mail'`, [no])
    await shop.db.query('alter table consent enable trigger user')
    await shop.db.query(`update message set state = 'failed' where order_no = $1`, [no])
    expect(await demo.record(no)).toMatchObject({ waived: false, confirmation_file: true })
  })

  it('is no file for an order without a consent', async () => {
    const plain = await ordered('gem_60', {})
    await pay(plain)
    expect((await file(plain)).msg).toBe('OrderNotFound')
    expect(Object.keys(await demo.record(plain))).not.toContain('confirmation_file')
  })
})
