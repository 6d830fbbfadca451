import { describe, expect, it } from 'vitest'
import type { DeskBody } from '@hc/contract/desk/calls'
import type { DeskClient } from '@hc/test/desk'
import { inState } from '@hc/test/desk-shop'
import { type Row, until } from '@hc/test/shop'
import { withDesk, withPlayer } from '@hc/test/fixtures'

const at = withDesk({ RETRY_BASE_MS: '500', RETRY_CAP_MS: '1000' })
const demo = withPlayer(at.shop)

const reason = 'ticket 12, the player wrote'

const paid = async (goods = 'gem_60'): Promise<string> => {
  const order = await demo.order(goods)
  await at.shop.outcome(order, 'paid')
  return order
}
const refused = async (): Promise<string> => {
  at.game.says = { refused: 'bag full' }
  const order = await paid()
  await inState(at, `dlv_${order}`, 'refused')
  at.game.says = 'yes'
  return order
}
const delivered = async (): Promise<string> => {
  at.game.says = 'yes'
  const order = await paid()
  await inState(at, `dlv_${order}`, 'confirmed')
  return order
}
const status = async (order: string): Promise<unknown> =>
  (await at.rows('select status from orders where order_no = $1', order))[0]?.status
const actions = async (order: string): Promise<Row[]> =>
  await at.rows('select action, done_by, note from operator_action where order_no = $1 order by 1', order)
const mays = async (order: string): Promise<string[]> =>
  (await at.as('support').call('order/read', { order_no: order })).result.may

let keys = 0
/** Runs a call twice under one key and once under another key: the audit has one row. */
async function once<T extends { msg: string; status: number }>(
  action: string,
  who: DeskClient,
  act: (client: DeskClient, key: string) => Promise<T>,
): Promise<T> {
  const before = (await at.audited(action)).length
  const key = `actions-test-${++keys}`
  const first = await act(who, key)
  expect([first.status, first.msg], action).toEqual([200, 'success'])
  expect(await act(who, key)).toMatchObject({ msg: 'success', status: 200 })
  const lines = (await at.audited(action)).slice(before)
  expect(lines, action).toHaveLength(1)
  expect(lines[0]?.actor).toMatch(/^staff:\d+$/)
  expect(lines[0]?.line.reason, action).toBe(reason)
  return first
}

describe('telling the game again', () =>
  it('sends the delivery under its old id, and is refused once the game has confirmed', async () => {
    const order = await refused()
    expect(await mays(order)).toContain('retell')
    await once('order/retell', at.as('support'), (client, key) =>
      client.call('order/retell', { number: order, reason }, { key }),
    )
    await inState(at, `dlv_${order}`, 'confirmed')
    expect(at.game.asked.filter((id) => id === `dlv_${order}`)).toHaveLength(2)
    expect(await actions(order)).toMatchObject([{ action: 'ask_delivery_again', note: reason }])
    const again = await at.as('support').call('order/retell', { number: order, reason })
    expect([again.status, again.msg, again.data]).toEqual([409, 'NotPossible', { why: 'confirmed' }])
    expect((await at.as('support').call('order/retell', { number: 'none', reason })).msg).toBe('RowNotFound')
  }))

describe('a refund', () => {
  it('pays the full amount back once, and asks the game to recall the item', async () => {
    const order = await delivered()
    const { result } = await once('refund/make', at.as('support'), (client, key) =>
      client.call('refund/make', { order_no: order, reason }, { key }),
    )
    expect(result).toEqual({ cents: 99 })
    await until('it is refunded', async () => (await status(order)) === 5)
    await inState(at, `rcl_${order}`, 'confirmed')
    expect(await actions(order)).toMatchObject([{ action: 'refund', note: reason }])
    const again = await at.as('support').call('refund/make', { order_no: order, reason })
    expect(again.result).toEqual({ cents: 99 })
    expect(await at.rows(`select 1 from gateway_refund where order_no = $1`, order)).toHaveLength(1)
    expect((await at.audited('refund/make')).filter(({ target }) => target === order)).toHaveLength(1)
  })
  it('counts once against the limit of its person, even if they ask again', async () => {
    const spent = async (): Promise<number> => {
      const [row] = await at.rows(
        `select coalesce(sum(amount), 0)::int as n from desk.spent where call = 'refund/make'`,
      )
      return Number(row?.n)
    }
    const order = await delivered()
    const before = await spent()
    for (let n = 0; n < 3; n++)
      expect((await at.as('support').call('refund/make', { order_no: order, reason })).result).toEqual({ cents: 99 })
    expect((await spent()) - before).toBe(99)
  })
  it('is refused for an unpaid order', async () => {
    const order = await demo.order('gem_60')
    const answer = await at.as('support').call('refund/make', { order_no: order, reason })
    expect([answer.status, answer.msg, answer.data]).toEqual([409, 'NotPossible', { why: 'not_paid' }])
  })
  it('above a person’s limit waits for a second person, who sees its effect, and then runs as the first person', async () => {
    at.game.says = 'yes'
    const order = await paid('gem_3280')
    await inState(at, `dlv_${order}`, 'confirmed')
    const [cents] = await at.rows('select amount_cents::int as n from orders where order_no = $1', order)
    const answer = await at.as('support').call('refund/make', { order_no: order, reason })
    expect([answer.status, answer.msg]).toEqual([202, 'NeedsApproval'])
    expect(await status(order)).toBe(4)
    const approval_no = Number(answer.data?.approval)
    const approval = await at.as('finance').call('approval/read', { approval_no })
    expect(approval.result.forecast).toMatchObject({ after: { back_cents: cents?.n, item: 'asked_back' } })
    await at.as('finance').call('approval/decide', { approval_no, yes: true, note: 'looks right' })
    await until('it is refunded', async () => (await status(order)) === 5)
    const [action] = await actions(order)
    expect(action).toMatchObject({ action: 'refund', note: reason })
    const lines = (await at.audited('refund/make')).filter(({ target }) => target === order)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.line.approval).toMatch(new RegExp(`^${approval_no} by staff:`))
  })
  it('that the gateway refused is retried, or closed by an operator’s statement', async () => {
    const stopped = async (): Promise<string> => {
      const order = await delivered()
      await at.rows(
        `insert into refund_request (order_no, amount_cents, reason, asked_by, state, created_at)
          values ($1, 99, 'sorry', 'ann', 'refused', now())`,
        order,
      )
      await at.rows(
        `insert into outbox (outbox_id, kind, order_no, payload, state, detail, attempts, run_at, created_at, ended_at)
          select 'rfd_' || channel_code || '_' || txn, 'refund', order_no, jsonb_build_object('channel_code', channel_code,
            'txn', txn, 'amount_cents', 99, 'currency', 'USD', 'reason', 'operator'), 'refused', 'no money', 1, now(),
            now(), now() from capture where order_no = $1`,
        order,
      )
      return order
    }
    const again = await stopped()
    expect(await mays(again)).toEqual(expect.arrayContaining(['retry', 'settle_gateway', 'settle_elsewhere', 'close']))
    await once('refund/retry', at.as('finance'), (client, key) =>
      client.call('refund/retry', { order_no: again, reason }, { key }),
    )
    await until('it is refunded', async () => (await status(again)) === 5)
    const statusThere = await stopped()
    await once('refund/settleGateway', at.as('finance'), (client, key) =>
      client.call('refund/settleGateway', { order_no: statusThere, reference: 'RF-1', reason }, { key }),
    )
    await until('it is refunded', async () => (await status(statusThere)) === 5)
  })
})

describe('a held payment', () => {
  it('with a wrong amount goes back when finance releases it', async () => {
    const order = await demo.order('gem_60')
    await at.rows(`select apply_capture('sandbox', $1, 'W1-' || $1, 1, 'USD', 'poll', null)`, order)
    const { result } = await at.as('support').call('order/read', { order_no: order })
    expect([result.sentence, result.next, result.player.staff]).toEqual(['wrong_payment', 'release', 'payment'])
    await once('hold/release', at.as('finance'), (client, key) =>
      client.call('hold/release', { order_no: order, reason }, { key }),
    )
    expect(await actions(order)).toMatchObject([{ action: 'send_held_refund' }])
  })
  it('that went back twice is closed as seen', async () => {
    const order = await delivered()
    await at.rows(`update orders set hold_reason = 'refund_exceeds_payment' where order_no = $1`, order)
    await once('hold/seen', at.as('finance'), (client, key) =>
      client.call('hold/seen', { order_no: order, reason }, { key }),
    )
    expect(await at.rows('select hold_reason, hold_note from orders where order_no = $1', order)).toEqual([
      { hold_reason: 'refund_exceeds_payment', hold_note: reason },
    ])
  })
})

describe('a recall that the game refused', () =>
  it('is closed when a person took the item back by hand', async () => {
    const order = await delivered()
    at.game.says = { refused: 'the item was used' }
    await at.as('support').call('refund/make', { order_no: order, reason })
    await inState(at, `rcl_${order}`, 'refused')
    at.game.says = 'yes'
    await once('recall/close', at.as('lead'), (client, key) =>
      client.call('recall/close', { number: order, reason }, { key }),
    )
    expect(await at.rows('select state from outbox where outbox_id = $1', `rcl_${order}`)).toEqual([
      { state: 'cancelled' },
    ])
  }))

describe('a webhook that found no order', () =>
  it('is processed again, or closed', async () => {
    const [row] = await at.rows(
      `insert into inbox (channel_code, event_id, kind, order_no, txn, amount_cents, currency, raw, state, outcome,
          run_at)
        values ('sandbox', 'evt-lost', 'paid', 'no-such-order', 'T-lost', 99, 'USD', '{"a":1}', 'parked', 'unknown_order',
          now()) returning inbox_id`,
    )
    const id = Number(row?.inbox_id)
    const listed = await at.as('finance').call('inbox/list', {})
    expect(listed.result.rows).toMatchObject([{ id, state: 'parked', event_id: 'evt-lost', known: false }])
    expect((await at.as('finance').call('inbox/read', { id })).result.raw).toBe('{"a":1}')
    await once('inbox/rework', at.as('ops'), (client, key) => client.call('inbox/rework', { id, reason }, { key }))
    await once('inbox/close', at.as('finance'), (client, key) => client.call('inbox/close', { id, reason }, { key }))
    expect(await at.rows('select state, outcome, outcome_note from inbox where inbox_id = $1', id)).toEqual([
      { state: 'done', outcome: 'operator', outcome_note: reason },
    ])
  }))

describe('a difference from a gateway’s books', () =>
  it('is settled once, with the person and the reason', async () => {
    await at.rows(
      `insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
        values ('sandbox', 'missing_here', 'T-77', '', '{"cents":1}', now())`,
    )
    expect((await at.as('finance').call('finding/list', {})).result).toMatchObject([{ txn: 'T-77', known: false }])
    await once('finding/settle', at.as('finance'), (client, key) =>
      client.call('finding/settle', { channel: 'sandbox', kind: 'missing_here', txn: 'T-77', reason }, { key }),
    )
    expect((await at.as('finance').call('finding/list', {})).result).toEqual([])
  }))

describe('a game that lost its data', () =>
  it('is sent again what it confirmed since a moment, after a dry run, under the old ids', async () => {
    const order = await delivered()
    const since = Math.floor(Date.now() / 1000) - 3600
    const plan = (await at.as('owner').call('delivery/againPlan', { since })).result
    expect(plan.first.map((delivery) => delivery.id)).toContain(`dlv_${order}`)
    const before = at.game.asked.filter((id) => id === `dlv_${order}`).length
    const { result } = await once('delivery/againSince', at.as('owner'), (client, key) =>
      client.call('delivery/againSince', { since, reason }, { key }),
    )
    expect(result).toEqual({ n: plan.n })
    const progress = await until('all were told', async () => {
      const { result: now } = await at.as('owner').call('delivery/againList', {})
      return now.waiting === 0 && now
    })
    expect(progress).toMatchObject({ there: plan.n, other_grant: 0, refused: 0 })
    expect(at.game.asked.filter((id) => id === `dlv_${order}`)).toHaveLength(before + 1)
  }))

describe('what waits', () => {
  it('is the doctor’s list as rows with age, money and last answer, and each row can be claimed', async () => {
    const order = await refused()
    const row = async () =>
      (await at.as('support').call('waiting/list', {})).result.rows.find(
        (entry) => entry.kind === 'refused_deliveries' && entry.subject === order,
      )
    expect(await row()).toMatchObject({
      order_no: order,
      amount_cents: 99,
      detail: 'bag full',
      runbook: 'docs/runbooks/stuck-order.md',
      claimed_by: '',
    })
    await at.as('support').call('waiting/claim', { kind: 'refused_deliveries', subject: order, on: true })
    expect((await row())?.claimed_by).toBe('support')
    const ownWaits = await at.as('support').call('waiting/list', { mine: true })
    expect(ownWaits.result.rows.map((entry) => entry.subject)).toEqual([order])
    await at.as('lead').call('waiting/claim', { kind: 'refused_deliveries', subject: order, on: false })
    expect((await row())?.claimed_by).toBe('')
    const list = await at.as('support').call('delivery/list', { state: 'refused' })
    expect(list.result.rows).toMatchObject([{ id: `dlv_${order}`, said: 'bag full' }])
  })
  it('includes the notes for the roles of the person who looks', async () => {
    const order = await delivered()
    await at.as('support').call('remark/write', {
      kind: 'order',
      target: order,
      text: 'please look at the amount',
      ticket: 'T-9',
      for_role: 'finance',
    })
    const notes = async (who: 'finance' | 'lead') =>
      (await at.as(who).call('waiting/list', { kind: 'note' })).result.rows.map((row) => row.order_no)
    expect(await notes('finance')).toEqual([order])
    expect(await notes('lead')).toEqual([])
    const read = await at.as('lead').call('order/read', { order_no: order })
    expect(read.result.timeline.filter((entry) => entry.kind === 'note')).toMatchObject([
      { what: 'please look at the amount', facts: { by: 'support', ticket: 'T-9', for: 'finance' } },
    ])
  })
})

describe('what waits for a person', () =>
  it('includes the notes for that person’s roles, until another person claims them', async () => {
    const order = await delivered()
    const note = { kind: 'order', target: order, text: 'the amount is odd', ticket: '', for_role: 'finance' } as const
    await at.as('lead').call('remark/write', note)
    const ownRows = async (who: 'finance' | 'lead' | 'owner') =>
      (await at.as(who).call('waiting/list', { mine: true })).result.rows.filter(({ subject }) =>
        subject.endsWith(order),
      ).length
    expect([await ownRows('finance'), await ownRows('lead')]).toEqual([1, 0])
    const claim = { kind: 'note', subject: `order ${order}`, on: true }
    await at.as('finance').call('waiting/claim', claim)
    expect(await ownRows('finance')).toBe(1)
    await at.as('lead').call('waiting/claim', claim)
    expect([await ownRows('finance'), await ownRows('lead')]).toEqual([0, 0])
  }))

describe('a note for a role', () => {
  it('leaves the waiting list when a member of the role marks it as done, which no other person may', async () => {
    const order = await delivered()
    const note = { kind: 'order', target: order, text: 'please pay it back', ticket: '', for_role: 'finance' } as const
    const { remark_id } = (await at.as('lead').call('remark/write', note)).result
    const later = (await at.as('lead').call('remark/write', { ...note, text: 'and write to the player' })).result
    const waits = async () =>
      (await at.as('finance').call('waiting/list', { kind: 'note' })).result.rows
        .filter(({ order_no }) => order_no === order)
        .map((row) => row.remark_id)
    expect((await waits()).sort()).toEqual([remark_id, later.remark_id].sort())
    expect((await at.as('lead').call('remark/done', { remark_id })).msg).toBe('RowNotFound')
    expect(await waits()).toHaveLength(2)
    expect((await at.as('finance').call('remark/done', { remark_id })).result).toEqual({ did: true })
    expect((await at.as('finance').call('remark/done', { remark_id })).result).toEqual({ did: false })
    expect(await waits()).toEqual([later.remark_id])
    expect(
      await at.rows(
        `select s.name, r.done_at is not null as done from desk.remark r join desk.staff s on s.staff_id = r.done_by
          where r.remark_id = $1`,
        remark_id,
      ),
    ).toEqual([{ name: 'finance', done: true }])
    expect(await at.audited('remark/done')).not.toHaveLength(0)
  })
  it('waits again when a member of the role reopens it, and the audit has both', async () => {
    const order = await delivered()
    const note = { kind: 'order', target: order, text: 'please pay it back', ticket: '', for_role: 'finance' } as const
    const { remark_id } = (await at.as('lead').call('remark/write', note)).result
    const read = async (who: 'finance' | 'lead') =>
      (await at.as(who).call('remark/list', { kind: 'order', target: order })).result
    const waits = async () =>
      (await at.as('finance').call('waiting/list', { kind: 'note' })).result.rows.some(
        (row) => row.remark_id === remark_id,
      )
    const lines = async () => (await at.audited('remark/done')).length
    const before = await lines()
    await at.as('finance').call('remark/done', { remark_id })
    expect(await read('lead')).toMatchObject([{ for_role: 'finance', own: false, done_by: 'finance' }])
    expect(await waits()).toBe(false)
    const undo = { remark_id, done: false }
    expect((await at.as('lead').call('remark/done', undo)).msg).toBe('RowNotFound')
    expect((await at.as('finance').call('remark/done', undo)).result).toEqual({ did: true })
    expect((await at.as('finance').call('remark/done', undo)).result).toEqual({ did: false })
    expect(await read('finance')).toMatchObject([{ for_role: 'finance', own: true, done_at: null, done_by: '' }])
    expect(await waits()).toBe(true)
    expect((await lines()) - before).toBe(2)
  })
})

describe('a list’s filters', () => {
  it('apply to the counts in the choice of kinds, which keeps the chosen kind', async () => {
    const order = await refused()
    const counts = async (body: DeskBody<'waiting/list'>) =>
      Object.fromEntries(
        (await at.as('lead').call('waiting/list', body)).result.kinds.map(({ kind, n }) => [kind, n] as const),
      )
    const { refused_deliveries: all } = await counts({})
    expect(all).toBeGreaterThan(0)
    expect(await counts({ hours: 24 })).not.toHaveProperty('refused_deliveries')
    expect(await counts({ hours: 24, kind: 'refused_deliveries' })).toMatchObject({ refused_deliveries: 0 })
    expect(await counts({ mine: true })).not.toHaveProperty('refused_deliveries')
    await at.as('lead').call('waiting/claim', { kind: 'refused_deliveries', subject: order, on: true })
    expect(await counts({ mine: true })).toMatchObject({ refused_deliveries: 1 })
    expect(await counts({ nobody: true })).toMatchObject({ refused_deliveries: Number(all) - 1 })
    expect(await counts({ nobody: true, kind: 'note' })).toMatchObject({ refused_deliveries: Number(all) - 1 })
  })

  it('find deliveries of any date by kind of failure, answer, tries and age', async () => {
    const [error, unreadable, silent, no] = [await delivered(), await delivered(), await delivered(), await refused()]
    for (const [order, detail, answer, tries, hours] of [
      [error, 'HTTP 503', 'error', 2, 1],
      [unreadable, 'answer is not JSON', 'unreadable', 12, 2],
      [silent, 'no answer in 10 s', null, 5, 900],
    ] as const)
      await at.rows(
        `update outbox set state = 'unknown', proof = null, ended_at = null, detail = $2, answer = $3, attempts = $4,
            run_at = now() + interval '1 day', created_at = now() - make_interval(hours => $5)
          where outbox_id = 'dlv_' || $1`,
        order,
        detail,
        answer,
        tries,
        hours,
      )
    const idsFound = async (body: DeskBody<'delivery/list'>) =>
      (await at.as('support').call('delivery/list', body)).result.rows
        .map(({ number }) => number)
        .filter((id) => [error, unreadable, silent, no].includes(id))
        .toSorted()
    expect(await idsFound({ answer: 'error' })).toEqual([error])
    expect(await idsFound({ answer: 'unreadable' })).toEqual([unreadable])
    expect(await idsFound({ answer: 'silence' })).toEqual([silent])
    expect(await idsFound({ said: 'http 5' })).toEqual([error])
    expect(await idsFound({ said: 'bag' })).toEqual([no])
    expect(await idsFound({ tries: 5 })).toEqual([unreadable, silent].toSorted())
    expect(await idsFound({ hours: 2 })).toEqual([unreadable, silent].toSorted())
    expect(await idsFound({ hours: 2, tries: 10, answer: 'unreadable' })).toEqual([unreadable])
    const now = Math.floor(Date.now() / 1000)
    const wide = { state: 'confirmed' as const, tries: 5, from: now - 90 * 86_400, to: now }
    expect((await at.as('support').call('delivery/list', wide)).msg).toBe('TooWide')
    expect(await idsFound({ ...wide, from: now - 86_400, tries: 1 })).toEqual([])
    const old = await at.as('support').call('delivery/list', { hours: 24, state: 'unknown' })
    expect(old.result).toMatchObject({ rows: [{ number: silent }], total: { n: 1, exact: true } })
  })
  it('search all waiting rows, not only the 200 of a page', async () => {
    const order = await refused()
    const waits = async (body: DeskBody<'waiting/list'>) =>
      (await at.as('support').call('waiting/list', { kind: 'refused_deliveries', ...body })).result.rows.map(
        ({ subject }) => subject,
      )
    await at.rows(
      `insert into outbox (outbox_id, order_no, kind, payload, state, run_at, created_at, ended_at)
        select 'dlv_old' || n, 'old' || n, 'deliver', '{}', 'refused', at, at, at
        from generate_series(1, 201) n, lateral (select now() - interval '30 hours' as at) d`,
    )
    await at.rows(
      `insert into desk.task_claim (task, subject, staff_id, at)
        select 'refused_deliveries', 'old' || n, (select staff_id from desk.staff where name = 'lead'), now()
        from generate_series(1, 201) n`,
    )
    expect(await waits({})).not.toContain(order)
    expect(await waits({ nobody: true })).toContain(order)
    expect(await waits({ nobody: true, hours: 24 })).toEqual([])
    expect(await waits({ hours: 24 })).toHaveLength(200)
    await at.as('support').call('waiting/claim', { kind: 'refused_deliveries', subject: order, on: true })
    expect(await waits({ mine: true })).toContain(order)
    expect(await waits({ mine: true, hours: 24 })).toEqual([])
  })
})

describe('SQL by hand', () =>
  it('is in the audit with its changes, and SQL of the shop’s own processes is not', async () => {
    const order = await delivered()
    expect((await at.audited('sql.update')).filter((line) => line.target === order)).toEqual([])
    await at.rows(`update orders set cause = 'by hand', role_name = 'Secret' where order_no = $1`, order)
    const lines = (await at.audited('sql.update')).filter((line) => line.target === order)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ kind: 'order', line: { after: { cause: 'by hand', role_name: '…' } } })
    expect(lines[0]?.actor).toMatch(/^sql:/)
  }))
