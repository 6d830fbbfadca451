import { beforeAll, describe, expect, it } from 'vitest'
import { until } from '@hc/test/shop'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()

let order: string
const key = { channel: 'sandbox', dispute_id: 'dp_1' }
const say = (stage: string, event: string) =>
  at.rows(
    `select apply_dispute('sandbox', o.order_no, c.txn, c.amount_cents, c.currency, jsonb_build_object('id', 'dp_1',
        'stage', $2::text, 'reason', 'fraudulent', 'dueMs', 1900000000000), $3)
      from orders o join capture c using (order_no) where o.order_no = $1`,
    order,
    stage,
    event,
  )

beforeAll(async () => {
  const demo = await at.shop.signIn('demo', 'Demo1234')
  order = await demo.order('gem_300')
  await at.shop.outcome(order, 'paid')
  await until('it is paid', async () => (await demo.record(order)).pay_ts > 0)
  await say('opened', 'evt_1')
})

describe('the list of disputes', () =>
  it('has those of one channel', async () => {
    const of = async (channel: string) =>
      (await at.as('support').call('dispute/list', { stage: 'opened', channel })).result.rows.map((row) => row.order_no)
    expect([await of('sandbox'), await of('stripe'), await of('')]).toEqual([[order], [], [order]])
  }))

describe('what waits', () =>
  it('names an open dispute’s channel, so that its row leads to the case', async () => {
    const { rows } = (await at.as('finance').call('waiting/list', { kind: 'open_disputes' })).result
    expect(rows).toMatchObject([{ subject: 'dp_1', channel: 'sandbox', order_no: order }])
    const { channel = '', subject } = rows[0] ?? { subject: '' }
    const read = await at.as('finance').call('dispute/read', { channel, dispute_id: subject })
    expect(read.result.dispute.due_at).toBe(1_900_000_000)
  }))

describe('a dispute', () => {
  it('shows the evidence for the shop, without an address of the player', async () => {
    const { result } = await at.as('finance').call('dispute/read', key)
    expect(result).toMatchObject({
      dispute: { order_no: order, stage: 'opened', reason: 'fraudulent', due_at: 1_900_000_000 },
      evidence: { goods: 'gem_300', paid_before: 0, disputes_before: 0 },
      work: { state: 'new', version: 0 },
      page: '',
    })
    expect(result.evidence.paid_at).not.toBeNull()
    expect(JSON.stringify(result)).not.toContain('@')
    expect((await at.as('finance').call('dispute/read', { ...key, dispute_id: 'dp_2' })).msg).toBe('RowNotFound')
  })
  it('rejects a save from an older version, and its text appears in no audit line', async () => {
    const work = { ...key, version: 0, state: 'gathering' as const, text: 'The game granted it at once.', files: [] }
    expect((await at.as('support').call('dispute/work', work)).msg).toBe('NotAllowed')
    expect((await at.as('finance').call('dispute/work', work)).result).toEqual({ version: 1 })
    const other = await at.as('owner').call('dispute/work', { ...work, text: 'Something else.' })
    expect([other.status, other.msg, other.data?.version]).toEqual([409, 'VersionConflict', 1])
    const files = [{ name: 'chat.pdf', where: 'help desk, ticket 12' }]
    const entered = { ...work, version: 1, state: 'entered' as const, files }
    expect((await at.as('owner').call('dispute/work', entered)).result).toEqual({ version: 2 })
    const { result } = await at.as('finance').call('dispute/read', key)
    expect(result.work).toMatchObject({ state: 'entered', files, version: 2, by: 'owner' })
    const lines = await at.audited('dispute/work')
    expect(lines.map(({ kind, target }) => [kind, target])).toEqual([
      ['call', 'dispute/work'],
      ['dispute', 'dp_1'],
      ['dispute', 'dp_1'],
    ])
    expect(JSON.stringify(lines)).not.toMatch(/granted it|chat\.pdf/)
  })
  it('ends with the gateway’s decision, whatever its state here', async () => {
    await say('won', 'evt_2')
    const { result } = await at.as('finance').call('dispute/read', key)
    expect([result.dispute.stage, result.work.state]).toEqual(['won', 'entered'])
    const late = { ...key, version: 2, state: 'given_up' as const, text: '', files: [] }
    expect((await at.as('finance').call('dispute/work', late)).msg).toBe('NotPossible')
  })
})

describe('the money of an order', () =>
  it('includes the gateway’s fee once a payout reports it', async () => {
    const money = async () => (await at.as('finance').call('order/read', { order_no: order })).result.money
    const before = await money()
    expect(before.fee_cents).toBeNull()
    await at.rows(
      `insert into desk.settlement_line (channel_code, payout_id, kind, reference, paid_at, gross_cents, fee_cents,
          imported_at, imported_by)
        select 'sandbox', 'po_1', 'capture', txn, now(), amount_cents, 44, now(), 1 from capture where order_no = $1`,
      order,
    )
    expect(await money()).toMatchObject({ fee_cents: 44, net_cents: before.net_cents - 44 })
  }))

describe('the money of a lost dispute', () => {
  const lose = async (id: string, steps: ('opened' | 'listed' | 'lost')[]) => {
    const demo = await at.shop.signIn('demo', 'Demo1234')
    const orderNo = await demo.order('gem_300')
    await at.shop.outcome(orderNo, 'paid')
    await until('it is paid', async () => (await demo.record(orderNo)).pay_ts > 0)
    for (const step of steps) {
      await at.rows(
        step === 'listed'
          ? `select apply_refunded_in('sandbox', order_no, txn, 'dispute:' || $2, amount_cents, currency)
              from capture where order_no = $1`
          : `select apply_dispute('sandbox', order_no, txn, amount_cents, currency,
              jsonb_build_object('id', $2::text, 'stage', '${step}', 'reason', 'fraudulent'), '${step} ' || $2)
              from capture where order_no = $1`,
        orderNo,
        id,
      )
    }
    const [refund] = await at.rows(`select dispute_id from gateway_refund where order_no = $1`, orderNo)
    const letters = await at.rows(`select 1 from order_letter where order_no = $1 and event = 'refunded'`, orderNo)
    return [refund?.dispute_id, letters.length]
  }
  it('is the dispute’s, whether the gateway’s list or its webhook names it first', async () => {
    expect(await lose('dp_3', ['opened', 'lost', 'listed'])).toEqual(['dp_3', 0])
    expect(await lose('dp_4', ['opened', 'listed', 'lost'])).toEqual(['dp_4', 0])
    const [unheard] = await lose('dp_5', ['listed', 'opened', 'lost'])
    expect(unheard).toBe('dp_5')
  })
})
