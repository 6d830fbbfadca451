import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskClient } from '@hc/test/desk'
import { withDesk, withPlayer } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'

const reason = 'the buyer wrote to us'
const inFrance = { 'x-country': 'FR' }
const at = withDesk({ COUNTRY_HEADER: 'x-country', TRUST_PROXY: '1' })
const { shop } = at
const demo = withPlayer(shop)
let owner: DeskClient
let lead: DeskClient
let content: DeskClient
beforeAll(() => {
  ;[owner, lead, content] = [at.owner, at.as('lead'), at.as('content')]
})

const decided = async (answer: { data: Record<string, unknown> | null }): Promise<unknown> =>
  (await owner.call('approval/decide', { approval_no: Number(answer.data?.approval), yes: true })).result
const days = async (): Promise<number> => (await shop.call('withdraw/terms', {}, inFrance)).result.days

/** A paid pack, and a statement about it from an unknown address. */
async function stated(contact = 'mum@example.com'): Promise<{ no: string; number: string }> {
  const creation = await demo.call(
    'order/webCreate',
    { server_id: 's1', role_id: 'r1001', cp_goods_id: 'coin_500', channel_code: 'sandbox' },
    inFrance,
  )
  const no = creation.result.sdk_order_id
  await demo.pay(no)
  await demo.reach(no, 4)
  const { result } = await shop.call('withdraw/state', { name: 'Maman Muster', sdk_order_id: no, contact })
  const confirmation = await shop.call('withdraw/confirm', { statement: result.statement })
  return { no, number: confirmation.result.number }
}

describe('packs of law at the desk', () => {
  it('are switched off and on by two people, and checkout follows', async () => {
    expect((await owner.call('law/list', {})).result.packs.find(({ country }) => country === 'FR')).toMatchObject({
      days: 14,
      asks: true,
      by: 'sql:demo',
    })
    expect(await days()).toBe(14)
    const off = await content.call('law/end', { countries: ['FR'], reason: 'not sold there yet' })
    expect([off.status, off.msg]).toEqual([202, 'NeedsApproval'])
    expect(await days()).toBe(14)
    expect(await decided(off)).toEqual({ state: 'done', why: '' })
    await until('the pack is off', async () => (await days()) === 0)
    const on = await content.call('law/enable', { countries: ['FR'], reason: 'our lawyer says so' })
    expect(await decided(on)).toEqual({ state: 'done', why: '' })
    await until('the pack is on', async () => (await days()) === 14)
    const { rows } = await shop.db.query(`select enabled_by from law_pack where country = 'FR' and ended_at is null`)
    expect(rows[0].enabled_by).toMatch(/^staff:\d+$/)
  })

  it('keep the version that was switched on, and one click switches to the one that is offered', async () => {
    const norway = async () =>
      (await owner.call('law/list', {})).result.packs.find(({ country }) => country === 'NO') ?? { held: null }
    await shop.db.query(`select end_law_pack('NO', 'test')`)
    await shop.db.query(
      `select enable_law_pack('NO', 1, '2026-06-19', '{"withdrawal": {"days": 14, "waivable": true, "ask": false}}',
        'Directive (EU) 2023/2673', 'staff:1')`,
    )
    expect(await norway()).toMatchObject({
      version: 2,
      by: 'staff:1',
      on_since: expect.any(Number) as number,
      held: { version: 1, valid_from: '2026-06-19', days: 14, asks: false, source: 'Directive (EU) 2023/2673' },
    })
    const answer = await content.call('law/enable', { countries: ['NO'], reason: 'our lawyer read version 2' })
    const reading = await owner.call('approval/read', { approval_no: Number(answer.data?.approval) })
    expect(reading.result.forecast).toMatchObject({
      before: { countries: expect.arrayContaining(['NO 1']) as string[] },
      after: { countries: expect.arrayContaining(['NO 2']) as string[] },
    })
    expect(await decided(answer)).toEqual({ state: 'done', why: '' })
    expect(await norway()).toMatchObject({ version: 2, held: null, by: expect.stringMatching(/^staff:/) as string })
    const { rows } = await shop.db.query(`select version from law_pack where country = 'NO' and ended_at is null`)
    expect(rows).toEqual([{ version: 2 }])
  })

  it('are exactly those that the product ships', async () => {
    expect(await content.call('law/enable', { countries: ['XX'], reason })).toMatchObject({
      msg: 'RowNotFound',
      data: { kind: 'law' },
    })
  })
})

describe('a statement that waits for a person', () => {
  it('is in its list and in the waiting list without a name, and showing the name leaves an audit line', async () => {
    const { no, number } = await stated()
    const list = (await lead.call('withdrawal/list', { open: true })).result
    expect(list.rows.find((row) => row.number === number)).toMatchObject({
      order_no: no,
      own: false,
      outcome: 'person',
    })
    expect(JSON.stringify(list)).not.toContain('mum@example.com')
    const waits = (await lead.call('waiting/list', { kind: 'withdrawals', mine: false })).result
    expect(waits.rows.map((row) => row.order_no)).toContain(no)
    const reveal = await lead.call('withdrawal/reveal', { number, reason })
    expect(reveal.result).toEqual({ name: 'Maman Muster', contact: 'mum@example.com' })
    const { rows } = await shop.db.query(
      `select target, line from desk.audit where action = 'withdrawal/reveal' order by seq desc limit 1`,
    )
    expect(rows[0].target).toBe(number)
    expect(rows[0].line).not.toMatch(/mum@example|Maman/)
  })

  it('is decided once: the money goes back, the buyer is told, and the list says who decided', async () => {
    const { no, number } = await stated('dad@example.com')
    expect((await lead.call('withdrawal/decide', { number, order_no: no, outcome: 'refund', reason })).msg).toBe(
      'success',
    )
    await demo.reach(no, 5)
    const again = await lead.call('withdrawal/decide', { number, order_no: no, outcome: 'refused', reason })
    expect(again).toMatchObject({ msg: 'NotPossible', data: { why: 'done' } })
    const row = (await lead.call('withdrawal/list', { order_no: no })).result.rows[0]
    expect(row?.decided_by).toMatch(/^staff:/)
    expect(row?.why).toBe(reason)
    await until('the buyer was told twice', async () => {
      const { rows } = await shop.db.query(
        `select count(*)::int as n from message where target = 'dad@example.com' and kind = 'withdrawal'`,
      )
      return rows[0].n === 2
    })
  })

  it('does not count against the decider’s limit if the refund was requested before', async () => {
    const { no, number } = await stated('nan@example.com')
    await shop.db.query(
      `insert into refund_request (order_no, amount_cents, reason, asked_by, state, created_at)
        values ($1, 500, 'the buyer wrote', 'ann', 'sent', now())`,
      [no],
    )
    expect((await lead.call('withdrawal/decide', { number, order_no: no, outcome: 'refund', reason })).msg).toBe(
      'success',
    )
    const { rows } = await shop.db.query(
      `select amount::int from desk.spent where call = 'withdrawal/decide' order by spent_no desc limit 1`,
    )
    expect(rows).toEqual([{ amount: 0 }])
  })

  it('shows the name within the 20 shown fields of players that a person has a day', async () => {
    const { number } = await stated('aunt@example.com')
    const { rows } = await shop.db.query<{ uid: string }>(`select uid from account where login = 'demo'`)
    const reveal = async () => await lead.call('withdrawal/reveal', { number, reason })
    const before = await shop.db.query(
      `select from desk.audit where action = 'withdrawal/reveal' and kind = 'withdrawal'`,
    )
    for (let n = before.rows.length; n < 19; n++) expect((await reveal()).msg).toBe('success')
    const field = { uid: rows[0]?.uid ?? '', field: 'login' as const, reason }
    expect((await lead.call('player/reveal', field)).msg).toBe('success')
    expect((await reveal()).msg).toBe('TooManyReveals')
    expect((await lead.call('player/reveal', field)).msg).toBe('TooManyReveals')
    expect((await owner.call('withdrawal/reveal', { number, reason })).msg).toBe('success')
    await shop.db.query(`alter table desk.audit disable trigger user`)
    await shop.db.query(`update desk.audit set at = at - interval '25 hours' where kind in ('withdrawal', 'reveal')`)
    await shop.db.query(`alter table desk.audit enable trigger user`)
  })

  it('can be refused by its number even if its order is unknown', async () => {
    const { number } = await stated('gran@example.com')
    expect(
      await lead.call('withdrawal/decide', { number, order_no: 'nowhere', outcome: 'refused', reason }),
    ).toMatchObject({ msg: 'success' })
    expect(await lead.call('withdrawal/reveal', { number: 'W-2222-2222', reason })).toMatchObject({
      msg: 'RowNotFound',
    })
  })

  it('follows the order that the person named, whatever number the buyer wrote', async () => {
    const rowOf = async (number: string) =>
      (await lead.call('withdrawal/list', {})).result.rows.find((row) => row.number === number)
    const { no: meantOrder } = await stated('uncle@example.com')
    const { no: anothers } = await stated('niece@example.com')
    for (const wroteNo of ['01JUNKNOWNNUMBER0000000000', anothers]) {
      const { result } = await shop.call('withdraw/state', {
        name: 'Oncle Muster',
        sdk_order_id: wroteNo,
        contact: 'uncle@example.org',
      })
      const { number } = (await shop.call('withdraw/confirm', { statement: result.statement })).result
      const answer = await lead.call('withdrawal/decide', { number, order_no: meantOrder, outcome: 'refund', reason })
      expect(answer.msg).toBe('success')
      await demo.reach(meantOrder, 5)
      await until('its statement is closed', async () => (await rowOf(number))?.outcome === 'refunded')
      expect(await rowOf(number)).toMatchObject({ order_no: wroteNo, amount_cents: 500, currency: 'USD' })
      // Its list is asked by either number.
      for (const order_no of [wroteNo, meantOrder]) {
        const { rows } = (await lead.call('withdrawal/list', { order_no })).result
        expect(rows.find((row) => row.number === number)).toMatchObject({ order_no: wroteNo, named_order: meantOrder })
      }
    }
    expect((await demo.record(anothers)).status).toBe(4)
  })

  it('needs a second person above the limit of the role', async () => {
    const { no, number } = await stated('aunt@example.com')
    await shop.db.query(
      `update desk.role set limits = '{"refund.make": {"each": 100, "day": 100}}' where role_key = 'lead'`,
    )
    const answer = await lead.call('withdrawal/decide', { number, order_no: no, outcome: 'refund', reason })
    expect([answer.status, answer.msg]).toEqual([202, 'NeedsApproval'])
    expect((await demo.record(no)).status).toBe(4)
    expect(await decided(answer)).toEqual({ state: 'done', why: '' })
    await demo.reach(no, 5)
  })
})
