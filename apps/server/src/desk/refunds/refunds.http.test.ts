import { beforeAll, describe, expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import type { DeskClient } from '@hc/test/desk'
import { withDesk, withPlayer, withStripe } from '@hc/test/fixtures'
import { type Row, until } from '@hc/test/shop'

const gateway = withStripe()
const at = withDesk(async () => ({ ...gateway.env(), RETRY_BASE_MS: '100', RECONCILE_SECONDS: '3600' }))
const { shop } = at
const demo = withPlayer(shop)
const REASON = 'ticket 4711'
let uid: string

const healthy = async (): Promise<void> => expect(await faultsIn(shop)).toEqual([])
async function paid(goods: string): Promise<string> {
  const order = await demo.order(goods, 'stripe', goods.startsWith('coin') ? { role_id: '', server_id: '' } : {})
  await gateway.tell(gateway.pay(order))
  await demo.reach(order, 4)
  return order
}
const part = async (who: DeskClient, order_no: string, cents: number) =>
  await who.call('refund/part', { order_no, cents, reason: REASON })
const seeing = async (who: DeskClient, order_no: string, cents: number, refunded_cents: number) =>
  await who.call('refund/part', { order_no, cents, refunded_cents, reason: REASON })
const ended = (order: string, state: string): Promise<unknown> =>
  until(`the last part is ${state}`, async () => {
    const { result } = await at.owner.call('refund/parts', { order_no: order })
    return result.parts[0]?.state === state
  })

beforeAll(async () => {
  gateway.webhookUrl = `${shop.url}/api/pay/stripe/webhook`
  uid = String((await shop.rows(`select uid from account where login = 'demo'`))[0]?.uid)
  // The demo's people are not of this desk.
  await shop.db.query(`update desk.staff set suspended_at = now() where email like '%@demo.example'`)
})

describe('a part of a refund', () => {
  it('is refused if a colleague gave a part back after the caller looked', async () => {
    const order = await paid('gem_60')
    expect((await seeing(at.as('support'), order, 20, 0)).result).toEqual({ part: 1 })
    await ended(order, 'done')
    expect(await seeing(at.as('lead'), order, 20, 0)).toMatchObject({ msg: 'RefundRefused', data: { why: 'changed' } })
    expect((await seeing(at.as('lead'), order, 20, 20)).result).toEqual({ part: 2 })
    await ended(order, 'done')
    expect((await at.as('support').call('refund/parts', { order_no: order })).result.refunded_cents).toBe(40)
  })

  it('goes back through the gateway under its own key, and the order stays delivered', async () => {
    const order = await paid('gem_60')
    const [{ paid_cents }] = (await shop.rows('select paid_cents::int from orders where order_no = $1', order)) as [Row]
    expect((await part(at.as('support'), order, 20)).result).toEqual({ part: 1 })
    await ended(order, 'done')
    expect((await part(at.as('support'), order, 30)).result).toEqual({ part: 2 })
    await ended(order, 'done')
    expect(await demo.record(order)).toMatchObject({ status: 4, refunded: 0.5 })
    const { result } = await at.as('support').call('refund/parts', { order_no: order })
    expect(result).toMatchObject({ refunded_cents: 50, left_cents: Number(paid_cents) - 50 })
    const keys = gateway.payments.get(order)?.refunds.map(({ key, amountCents }) => [key, amountCents])
    expect(new Set(keys?.map(([key]) => key)).size).toBe(2)
    expect(keys?.map(([, cents]) => cents)).toEqual([20, 30])
    const { rows: lines } = await shop.db.query<{ line: string }>(
      `select line from desk.audit where kind = 'order' and target = $1 order by seq`,
      [order],
    )
    expect(lines.map(({ line }) => JSON.parse(line) as unknown)).toMatchObject([
      { action: 'refund/part', reason: REASON, after: { part: 1, cents: 20 } },
      { action: 'refund/part', reason: REASON, after: { part: 2, cents: 30 } },
    ])
    await healthy()
  })
  it('is refused beside an open one, for all that is left, and for an order paid with points', async () => {
    const order = await paid('gem_300')
    const [{ paid_cents }] = (await shop.rows('select paid_cents::int from orders where order_no = $1', order)) as [Row]
    const left = Number(paid_cents)
    expect(await part(at.as('support'), order, left)).toMatchObject({ msg: 'RefundRefused', data: { why: 'whole' } })
    expect((await part(at.as('support'), 'nosuchorder', 10)).msg).toBe('OrderNotFound')
    const answers = await Promise.all([1, 2, 3].map(() => part(at.as('finance'), order, 100)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ data }) => data?.why === 'under_way')).toHaveLength(2)
    await ended(order, 'done')
    await shop.db.query(`select grant_points($1, 1000, 0, 'opening-parts')`, [uid])
    const byPoints = await demo.order('gem_60', 'hcpoint')
    await demo.call('payment/order/epoint/pay', { paymentId: byPoints })
    await demo.reach(byPoints, 4)
    expect(await part(at.as('finance'), byPoints, 10)).toMatchObject({ data: { why: 'points' } })
    await healthy()
  })
  it('takes back the points of a pack in proportion, rounded for the player', async () => {
    const before = (await demo.balance()) as { basicNum: number; presentNum: number }
    const order = await paid('coin_10000')
    expect((await part(at.as('finance'), order, 3333)).code).toBe(0)
    await ended(order, 'done')
    expect(await demo.balance()).toMatchObject({
      basicNum: before.basicNum + 6667,
      presentNum: before.presentNum + 1001,
    })
    await healthy()
    // The gateway's staff refunds a part, too; then the rest is refunded as a whole.
    await gateway.tell(gateway.refund(order, 1667))
    await until('it is booked', async () => (await demo.record(order)).refunded === 50)
    const rest = await shop.db.query(`select cents::int from request_refund($1, 'the rest', 'test')`, [order])
    expect(rest.rows).toEqual([{ cents: 5000 }])
    await demo.reach(order, 5)
    expect(await demo.balance()).toMatchObject(before)
    await healthy()
  })
  it('stays owed when it fails at the gateway, and must be retried before another part', async () => {
    const order = await paid('gem_300')
    expect((await part(at.as('support'), order, 50)).code).toBe(0)
    await ended(order, 'done')
    const payment = gateway.payments.get(order)
    const refund = payment?.refunds[0]
    if (!refund) throw new Error('no refund')
    await gateway.tell(gateway.failRefund(payment, refund))
    await ended(order, 'failed')
    expect(await part(at.as('support'), order, 10)).toMatchObject({ data: { why: 'owed' } })
    await shop.db.query(`select retry_refund($1, 'test')`, [order])
    await ended(order, 'done')
    expect((await part(at.as('support'), order, 10)).result).toEqual({ part: 2 })
    await ended(order, 'done')
    await healthy()
  })
  it('that was asked for before its order was delivered is run after the delivery', async () => {
    const order = await demo.order('gem_6480', 'stripe')
    const money = await shop.db.connect()
    try {
      await money.query('begin')
      await money.query(
        `select apply_capture('stripe', $1, 'ch_' || $1, amount_cents, currency, 'test', null) from orders
        where order_no = $1`,
        [order],
      )
      await money.query(`update outbox set run_at = now() + interval '1 hour' where order_no = $1`, [order])
      await money.query('commit')
    } finally {
      money.release()
    }
    expect((await demo.record(order)).status).toBe(2)
    const answer = await part(at.as('support'), order, 2001)
    expect(answer).toMatchObject({ status: 202, msg: 'NeedsApproval' })
    await shop.rows('update outbox set run_at = now() where order_no = $1', order)
    await demo.reach(order, 4)
    const approval_no = Number(answer.data?.approval)
    const yes = await at.as('finance').call('approval/decide', { approval_no, yes: true })
    expect(yes.result).toEqual({ state: 'done', why: '' })
  })
  it('waits for a second person above the role’s limit, and becomes stale if money goes back meanwhile', async () => {
    const order = await paid('gem_6480')
    const answer = await part(at.as('support'), order, 2001)
    expect(answer).toMatchObject({ status: 202, msg: 'NeedsApproval' })
    const approval_no = Number(answer.data?.approval)
    expect((await shop.rows('select 1 from refund_part where order_no = $1', order)).length).toBe(0)
    const { result: approval } = await at.as('finance').call('approval/read', { approval_no })
    expect(approval).toMatchObject({
      amount: 2001,
      kind: 'order',
      target: order,
      forecast: { before: { refunded_cents: 0 }, after: { refunded_cents: 2001 } },
    })
    expect(await at.as('support').call('approval/decide', { approval_no, yes: true })).toMatchObject({
      msg: 'NotAllowed',
    })
    const yes = await at.as('finance').call('approval/decide', { approval_no, yes: true })
    expect(yes.result).toEqual({ state: 'done', why: '' })
    await ended(order, 'done')
    const again = Number((await part(at.as('support'), order, 2001)).data?.approval)
    expect((await part(at.as('finance'), order, 100)).code).toBe(0)
    await ended(order, 'done')
    const stale = await at.as('finance').call('approval/decide', { approval_no: again, yes: true })
    expect(stale.result).toEqual({ state: 'stale', why: 'version' })
    expect((await shop.rows('select 1 from refund_part where order_no = $1', order)).length).toBe(2)
    await healthy()
  })
})

describe('points by hand', () => {
  const adjust = async (who: DeskClient, basic: number, present: number, of = uid) =>
    await who.call('points/adjust', { uid: of, basic, present, reason: REASON })
  it('are not adjusted by somebody who did not see that a colleague did it meanwhile', async () => {
    const body = { uid, basic: 0, present: 5, reason: REASON }
    const { adjusted } = (await at.as('lead').call('points/read', { uid })).result
    const before = (await demo.balance()) as { presentNum: number }
    expect((await at.as('lead').call('points/adjust', { ...body, adjusted })).code).toBe(0)
    for (const late of [at.as('lead'), at.as('support')])
      expect(await late.call('points/adjust', { ...body, adjusted })).toMatchObject({
        msg: 'NotPossible',
        data: { why: 'adjusted' },
      })
    expect(await demo.balance()).toMatchObject({ presentNum: before.presentNum + 5 })
    expect((await at.as('lead').call('points/adjust', { ...body, adjusted: adjusted + 1 })).code).toBe(0)
    expect((await at.as('lead').call('points/adjust', { ...body, present: -10, adjusted: adjusted + 2 })).code).toBe(0)
  })
  it('are given within the limits of a lead, and asked for by support', async () => {
    const before = (await demo.balance()) as { basicNum: number; presentNum: number }
    expect((await adjust(at.as('lead'), 0, 300)).code).toBe(0)
    expect(await demo.balance()).toMatchObject({ presentNum: before.presentNum + 300 })
    const over = await adjust(at.as('lead'), 0, 201)
    expect(over).toMatchObject({ status: 202 })
    const small = await adjust(at.as('support'), 0, 1)
    expect(small).toMatchObject({ status: 202 })
    const { result: approval } = await at
      .as('lead')
      .call('approval/read', { approval_no: Number(small.data?.approval) })
    expect(approval.forecast).toMatchObject({
      before: { present_points: before.presentNum + 300 },
      after: { present_points: before.presentNum + 301 },
    })
    expect((await adjust(at.as('support'), 0, 5, 'nobody-at-all')).msg).toBe('GameAccountNotFound')
    expect((await adjust(at.as('lead'), 0, 0)).msg).toBe('InvalidParams')
    await healthy()
  })
  it('repay the debt first, and a deduction beyond the wallet becomes a debt', async () => {
    const rich = await shop.signIn('rich', 'Rich1234')
    const [{ uid: of }] = (await shop.rows(`select uid from account where login = 'rich'`)) as [Row]
    const decided = async (basic: number): Promise<void> => {
      const answer = await adjust(at.owner, basic, 0, String(of))
      const { result } = await at.as('finance').call('approval/decide', {
        approval_no: Number(answer.data?.approval),
        yes: true,
      })
      expect(result.state).toBe('done')
    }
    await decided(-40_100)
    expect((await rich.call('epoint/balance', {})).result).toMatchObject({ basicNum: 0, debtNum: 100 })
    await healthy()
    await decided(250)
    expect((await rich.call('epoint/balance', {})).result).toMatchObject({ basicNum: 150, debtNum: 0 })
    const record = await rich.call('epoint/record', { type: 'all' })
    expect(record.result.slice(0, 2)).toMatchObject([
      { reason: 'adjust', basicNum: 250 },
      { reason: 'adjust', basicNum: -40_100 },
    ])
    const { result } = await at.as('finance').call('points/read', { uid: String(of) })
    expect(result.adjustments.map(({ basic }) => basic)).toEqual([250, -40_100])
    await healthy()
  })
})

describe('a lone owner in a shop with a finance person', () => {
  const invite = async (name: string, roles: string[]) =>
    await at.owner.call('staff/invite', { email: `${name}@shop.example`, name, roles })
  const decide = async (who: DeskClient, answer: { data: Record<string, unknown> | null }) =>
    await who.call('approval/decide', { approval_no: Number(answer.data?.approval), yes: true })

  it('makes another owner at the desk, to which only the finance person can agree', async () => {
    const answer = await invite('oona', ['owner'])
    expect(answer).toMatchObject({ status: 202, msg: 'NeedsApproval' })
    expect((await decide(at.owner, answer)).msg).toBe('NotAllowed')
    expect((await decide(at.as('lead'), answer)).msg).toBe('NotAllowed')
    expect((await at.as('finance').call('approval/counts', {})).result.to_decide).toBeGreaterThan(0)
    const { result: approval } = await at
      .as('finance')
      .call('approval/read', { approval_no: Number(answer.data?.approval) })
    expect(approval).toMatchObject({ state: 'open', may_decide: true, decided_by: 'refund.settle_elsewhere' })
    expect((await decide(at.as('finance'), answer)).result).toEqual({ state: 'done', why: '' })
    expect(await shop.rows(`select target from message where kind = 'desk_invitation'`)).toEqual([
      { target: 'oona@shop.example' },
    ])
  })
  it('makes an owner of an existing person, and only owners make any other change of a role', async () => {
    const id = async (name: string): Promise<number> =>
      Number((await shop.rows('select staff_id from desk.staff where name = $1', name))[0]?.staff_id)
    const grant = async (name: string, role: string) =>
      await at.owner.call('staff/grantRole', { staff_id: await id(name), role, given: true, reason: REASON })
    const other = await grant('support', 'ops')
    expect((await decide(at.as('finance'), other)).msg).toBe('NotAllowed')
    expect((await decide(at.as('finance'), await grant('lead', 'owner'))).result).toEqual({ state: 'done', why: '' })
    const owners = await shop.rows(
      `select name from desk.staff_role join desk.staff using (staff_id) where role_key = 'owner'
        and suspended_at is null order by name`,
    )
    expect(owners.map(({ name }) => name)).toContain('lead')
  })
})
