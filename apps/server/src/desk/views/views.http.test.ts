import { describe, expect, it } from 'vitest'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()

const save = async (more: object) =>
  await at.as('support').call('view/save', { page: '/orders', name: 'Large', query: 'min_cents=50', ...more })
const list = async (role: 'support' | 'lead', page?: string) =>
  (await at.as(role).call('view/list', page === undefined ? {} : { page })).result

describe('a saved view', () => {
  it('gets another name, and is shared with the team, under the same number', async () => {
    const { view_id } = (await save({})).result
    expect((await save({ view_id, name: 'Over fifty', shared: true })).result).toEqual({ view_id })
    expect(await list('support', '/orders')).toMatchObject([{ view_id, name: 'Over fifty', shared: true, own: true }])
    expect(await list('lead', '/orders')).toMatchObject([{ view_id, name: 'Over fifty', own: false, pinned: false }])
  })
  it('cannot take the name of another view of its page', async () => {
    const { view_id } = (await save({ name: 'Unpaid', query: 'status=1' })).result
    const refusal = await save({ view_id, name: 'Over fifty' })
    expect([refusal.status, refusal.msg, refusal.data]).toEqual([409, 'NotPossible', { why: 'name_taken' }])
  })
  it('of a colleague is changed by nobody else', async () => {
    const [view] = await list('lead', '/orders')
    const change = { view_id: view?.view_id ?? 0, page: '/orders', name: 'Mine now', query: '' }
    expect((await at.as('lead').call('view/save', change)).msg).toBe('NotPossible')
    expect(await list('support', '/orders')).toMatchObject([{ name: 'Over fifty' }, { name: 'Unpaid' }])
  })
  it('that is pinned is in its person’s menu alone, and six fit there', async () => {
    for (let n = 1; n <= 6; n++) expect((await save({ name: `Pin ${n}`, pinned: true })).msg).toBe('success')
    const refusal = await save({ name: 'Pin 7', pinned: true })
    expect([refusal.msg, refusal.data]).toEqual(['NotPossible', { why: 'pins_full' }])
    expect((await save({ name: 'Pin 6', pinned: true })).msg).toBe('success')
    expect((await list('support')).map(({ name, page }) => [name, page])).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => [`Pin ${n}`, '/orders']),
    )
    expect(await list('lead')).toEqual([])
  })
})
