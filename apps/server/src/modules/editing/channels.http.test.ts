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
})
