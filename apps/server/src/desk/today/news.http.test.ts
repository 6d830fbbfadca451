import { describe, expect, it } from 'vitest'
import { withDesk } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'

const at = withDesk()

const newsOf = async (role: 'owner' | 'finance' | 'content' | 'campaign') =>
  (await at.as(role).call('pulse/read', {})).result.news ?? []

describe('what the bell has', () => {
  it('names a note to a role to its people alone, once to read', async () => {
    const player = await at.shop.signIn('demo', 'Demo1234')
    const order = await player.order('gem_60')
    const text = 'The bank asks for the receipt'
    await at.as('support').call('remark/write', { kind: 'order', target: order, text, ticket: '', for_role: 'finance' })
    const note = { kind: 'note', about: 'order', id: order, text, state: '', value: null, unread: true }
    expect(await newsOf('finance')).toContainEqual(expect.objectContaining(note))
    expect((await newsOf('owner')).some(({ id }) => id === order)).toBe(false)
    await at.as('finance').call('pulse/seen', { what: 'news' })
    expect(await newsOf('finance')).toContainEqual(expect.objectContaining({ ...note, unread: false }))
  })

  it('tells a person how their request ended, and who decided; to read it is to have seen it', async () => {
    const [product] = await at.rows(`select version from product where cp_goods_id = 'gem_300'`)
    const body = { id: 'gem_300', version: product?.version, price_cents: 459, when: null, reason: 'A weekend' }
    const request = await at.as('campaign').call('product/price', body)
    expect(await at.agreed(request, false)).toBe('refused')
    const [news] = (await newsOf('campaign')).filter(({ kind }) => kind === 'request')
    expect(news).toMatchObject({ about: 'product/price', state: 'refused', unread: true })
    expect(news?.by).not.toBe('')
    await at.as('campaign').call('pulse/seen', { what: 'news' })
    expect((await at.as('campaign').call('pulse/read', {})).result.ended).toBe(0)
  })

  it('has alerts, and no dispute’s number for people who may not read disputes', async () => {
    await at.rows(`insert into desk.alert (rule_key, subject, value, opened_at)
      values ('dispute_due', 'dp_501', 35, now() + interval '1 second')`)
    const alert = { kind: 'alert', about: 'dispute_due', text: 'dp_501', value: 35, state: 'open' }
    expect(await newsOf('owner')).toContainEqual(expect.objectContaining(alert))
    const ofContent = (await newsOf('content')).filter(({ kind }) => kind === 'alert')
    expect(ofContent.map(({ about, text }) => `${about} ${text}`)).toEqual(['dispute_due '])
  })

  it('offers the introduction once', async () => {
    const lead = at.as('lead')
    expect((await lead.call('pulse/read', {})).result.welcome).toBe(true)
    await lead.call('pulse/seen', { what: 'welcome' })
    expect((await lead.call('pulse/read', {})).result.welcome).toBe(false)
    const lines = (await at.audited('pulse/seen')).filter(({ kind }) => kind === 'staff')
    expect(lines.at(-1)?.actor).toBe(`staff:${lines.at(-1)?.target}`)
  })
})

describe('what a person may try in the demo', () => {
  const tried = async (what: 'order' | 'refuse' | 'dispute' | 'amount') => {
    const { msg, result } = await at.as('ops').call('today/try', { what })
    expect(msg).toBe('success')
    return result.path.replace('/orders/', '')
  }
  const orderOf = async (order: string) =>
    (await at.rows('select status, hold_reason, paid_cents::int as paid from orders where order_no = $1', order))[0]

  it('buys an item as a player of the demo, by the sandbox gateway, as job:demo', async () => {
    const order = await tried('order')
    await until('the order is delivered', async () => (await orderOf(order))?.status === 4)
    expect(await at.audited('today/try')).toContainEqual(
      expect.objectContaining({ actor: 'job:demo', kind: 'order', target: order }),
    )
  })

  it('disputes a payment, and pays a cent less', async () => {
    const [disputedOrder, heldOrder] = [await tried('dispute'), await tried('amount')]
    await until('the dispute is open', async () => {
      const [row] = await at.rows(`select stage from dispute where order_no = $1`, disputedOrder)
      return row?.stage === 'opened'
    })
    await until('the payment is held', async () => (await orderOf(heldOrder))?.hold_reason != null)
  })

  it('asks for another price as Cam, once', async () => {
    const { result } = await at.as('ops').call('today/try', { what: 'price' })
    const no = result.path.replace('/approvals/', '')
    expect((await at.owner.call('approval/read', { approval_no: Number(no) })).result).toMatchObject({
      call: 'product/price',
    })
    expect((await at.as('ops').call('today/try', { what: 'price' })).result.path).toBe(result.path)
  })
})
