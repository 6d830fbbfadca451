import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeskShop, startDeskShop } from '../../../testing/desk-shop.ts'

let at: DeskShop
beforeAll(async () => {
  at = await startDeskShop()
})
afterAll(async () => {
  await at.stop()
})

describe('a question to a gateway', () => {
  it('asks for a line of its books, says who could not be asked, and leaves a line in the audit', async () => {
    const finance = at.as('finance')
    const { result } = await finance.call('channel/try', { code: 'sandbox' })
    expect(['answers', 'none']).toContain(result.state)
    expect((await finance.call('channel/try', { code: 'hcpoint' })).result.state).toBe('none')
    expect((await finance.call('channel/try', { code: 'nobody' })).msg).toBe('NotFound')
    expect((await at.as('support').call('channel/try', { code: 'sandbox' })).msg).toBe('NotAllowed')
    expect(await at.audited('channel/try')).toMatchObject([
      { kind: 'channel', target: 'sandbox' },
      { kind: 'channel', target: 'hcpoint' },
      { kind: 'call' },
    ])
  })
})

describe('a plan', () => {
  it('is not moved by somebody who saw it at another moment', async () => {
    const [plan] = await at.rows(
      `insert into desk.scheduled_change (kind, target, patch, based_on, local_time, zone, at, planned_by)
        values ('product', 'gem_300', '{"sort": 9}', 1, '2031-03-01 10:00', 'UTC', '2031-03-01 10:00Z', 'staff:1')
        returning change_id::int as id, extract(epoch from at)::int as at`,
    )
    const { id, at: seen_at } = plan as { id: number; at: number }
    const to = (day: string) => ({
      id,
      seen_at,
      when: { local: `2031-03-${day}T10:00`, zone: 'UTC', which: '' as const },
    })
    const moved = await at.as('owner').call('product/replan', to('05'))
    expect(moved.result.at).toBe(seen_at + 4 * 86_400)
    const late = await at.as('owner').call('product/replan', to('07'))
    expect([late.status, late.msg, late.data?.at]).toEqual([409, 'VersionConflict', seen_at + 4 * 86_400])
  })
  it('for the rules of a channel, on which two people agreed, is moved and withdrawn by two', async () => {
    const [plan] = await at.rows(
      `insert into desk.scheduled_change (kind, target, patch, based_on, local_time, zone, at, planned_by)
        values ('channel', 'sandbox', '{"max_cents": 5000}', 1, '2031-03-01 10:00', 'UTC', '2031-03-01 10:00Z',
          'staff:1') returning change_id::int as id, extract(epoch from at)::int as at`,
    )
    const { id, at: seen_at } = plan as { id: number; at: number }
    const when = { local: '2031-03-05T10:00', zone: 'UTC', which: '' as const }
    const body = { id, seen_at, when, reason: 'the bank asked for it' }
    expect((await at.as('support').call('channel/replan', body)).msg).toBe('NotAllowed')
    const past = { ...body, when: { ...when, local: '2021-03-05T10:00' } }
    expect((await at.as('ops').call('channel/replan', past)).msg).toBe('TimePassed')
    const moving = await at.as('ops').call('channel/replan', body)
    const withdrawing = await at.as('ops').call('channel/replan', { ...body, when: null })
    expect([moving.status, withdrawing.status]).toEqual([202, 202])
    const agreed = async (asked: { data: Record<string, unknown> | null }): Promise<string> => {
      const yes = { approval_no: Number(asked.data?.approval), yes: true }
      return (await at.as('finance').call('approval/decide', yes)).result.state
    }
    const stands = () => at.rows(`select state, at::text from desk.scheduled_change where change_id = ${id}`)
    expect(await stands()).toMatchObject([{ state: 'waiting', at: '2031-03-01 10:00:00+00' }])
    expect(await agreed(moving)).toBe('done')
    expect(await stands()).toMatchObject([{ state: 'waiting', at: '2031-03-05 10:00:00+00' }])
    // It was asked of a plan at another moment.
    expect(await agreed(withdrawing)).toBe('stale')
    const again = { ...body, seen_at: seen_at + 4 * 86_400, when: null }
    expect(await agreed(await at.as('ops').call('channel/replan', again))).toBe('done')
    expect(await stands()).toMatchObject([{ state: 'withdrawn' }])
  })
})
