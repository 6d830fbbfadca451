import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeskShop, inState, startDeskShop } from '../../../testing/desk-shop.ts'
import { type Player, until } from '../../../testing/shop.ts'

const EMAIL = 'canary-player@mail.example'
const PHONE = '+4915155512345'
const reason = 'ticket 31, asked by the player'
let at: DeskShop
let demo: Player
let uid: string

beforeAll(async () => {
  at = await startDeskShop()
  demo = await at.shop.signIn('demo', 'Demo1234')
  const [account] = await at.rows(
    `update account set email = $1, phone = $2 where login = 'demo' returning uid`,
    EMAIL,
    PHONE,
  )
  uid = String(account?.uid)
})
afterAll(async () => {
  await at.stop()
})

describe('a player', () => {
  it('is found by anything exact, and shown with addresses masked', async () => {
    const found = await at.as('support').call('player/find', { text: EMAIL })
    expect(found.result).toMatchObject([{ uid, by: 'address', disabled: false }])
    const read = await at.as('support').call('player/read', { uid })
    expect(read.result).toMatchObject({ uid, email: 'c…@mail.example', phone: '…345', disabled: false })
    expect(read.result.sign_in).toContain('password')
    expect(JSON.stringify(read.result)).not.toContain('canary')
    expect((await at.as('support').call('player/read', { uid: 'nobody' })).msg).toBe('RowNotFound')
  })
  it('has a journal of points with the balance after each entry', async () => {
    for (const goods of ['coin_500', 'coin_500']) {
      const order = await demo.order(goods, 'sandbox', { role_id: '', server_id: '' })
      await at.shop.outcome(order, 'paid')
      await until('it is credited', async () => (await demo.record(order)).status === 4)
    }
    const { result } = await at.as('support').call('player/points', { uid })
    const { result: player } = await at.as('support').call('player/read', { uid })
    expect(result.rows[0]).toMatchObject({
      balance_basic: player.points.basic,
      balance_present: player.points.present,
    })
    const [newest, before] = result.rows
    if (!newest || !before) throw new Error('too few entries')
    expect(newest.balance_basic - newest.basic).toBe(before.balance_basic)
  })
  it('has orders, deliveries, codes and sessions, each newest first', async () => {
    const order = await demo.order('gem_60')
    await at.shop.outcome(order, 'paid')
    await inState(at, `dlv_${order}`, 'confirmed')
    const support = at.as('support')
    expect((await support.call('player/orders', { uid })).result.rows[0]?.order_no).toBe(order)
    expect((await support.call('player/deliveries', { uid })).result.rows).toMatchObject([
      { number: order, source: 'order', state: 'confirmed' },
    ])
    expect((await support.call('player/redeemed', { uid })).result).toEqual({ rows: [], next: null })
    expect((await support.call('player/sessions', { uid })).result[0]).toMatchObject({ open: true })
  })
})

describe('a field of a player', () => {
  it('is shown after the audit has it, at most 20 times a day, and the audit never has the value', async () => {
    const support = at.as('support')
    const key = 'reveal-test-1'
    const first = await support.call('player/reveal', { uid, field: 'email', reason }, { key })
    expect(first.result).toEqual({ value: EMAIL })
    await support.call('player/reveal', { uid, field: 'email', reason }, { key })
    expect(await at.audited('player/reveal')).toMatchObject([
      { kind: 'reveal', line: { after: { field: 'email' }, reason } },
    ])
    for (let n = 2; n <= 20; n++) await support.call('player/reveal', { uid, field: 'phone', reason })
    const over = await support.call('player/reveal', { uid, field: 'phone', reason })
    expect([over.status, over.msg]).toEqual([422, 'TooManyReveals'])
    expect(await at.audited('player/reveal')).toHaveLength(20)
    expect((await at.as('lead').call('player/reveal', { uid, field: 'phone', reason })).result.value).toBe(PHONE)
    const client = await at.shop.db.connect()
    await client.query('set role hc_desk')
    await expect(client.query('select email from account')).rejects.toThrow('permission denied')
    await client.query('reset role')
    client.release()
  })
})

describe('an account', () => {
  it('is signed out at once when somebody ends its sessions, with one line in the audit', async () => {
    const player = await at.shop.signIn('demo', 'Demo1234')
    expect((await player.call('user/uinfo')).msg).toBe('success')
    const key = 'end-sessions-1'
    const done = await at.as('support').call('player/endSessions', { uid, reason }, { key })
    expect(done.result).toEqual({ ended: 1 })
    await at.as('support').call('player/endSessions', { uid, reason }, { key })
    await until('the session is over', async () => (await player.call('user/uinfo')).msg !== 'success')
    expect(await at.audited('player/endSessions')).toHaveLength(1)
  })
  it('is disabled and enabled again by a lead', async () => {
    const lead = at.as('lead')
    expect((await lead.call('player/disable', { uid, disabled: true, reason })).result).toEqual({ did: true })
    await expect(at.shop.signIn('demo', 'Demo1234')).rejects.toThrow()
    expect((await lead.call('player/disable', { uid, disabled: false, reason })).result).toEqual({ did: true })
    await at.shop.signIn('demo', 'Demo1234')
    expect(await at.audited('player/disable')).toHaveLength(2)
  })
})

describe('notes about a player', () => {
  it('are read by others, and the audit says only that they are there', async () => {
    const written = await at
      .as('support')
      .call('remark/write', { kind: 'player', target: uid, text: `wrote from ${EMAIL}`, ticket: 'T-1' })
    expect(written.result.remark_id).toBeGreaterThan(0)
    expect((await at.as('lead').call('remark/list', { kind: 'player', target: uid })).result).toMatchObject([
      { by: 'support', text: `wrote from ${EMAIL}`, ticket: 'T-1' },
    ])
    expect(await at.audited('remark/write')).toHaveLength(1)
  })
})

describe('kept filters', () => {
  it('are one’s own until they are shared', async () => {
    const support = at.as('support')
    await support.call('view/save', { page: '/orders', name: 'Mine', query: 'status=2' })
    const shared = await support.call('view/save', { page: '/orders', name: 'Ours', query: 'held=1', shared: true })
    expect((await at.as('lead').call('view/list', { page: '/orders' })).result).toMatchObject([
      { name: 'Ours', own: false },
    ])
    const view_id = shared.result.view_id
    expect((await at.as('lead').call('view/drop', { view_id })).result).toEqual({ did: false })
    expect((await support.call('view/drop', { view_id })).result).toEqual({ did: true })
  })
})

describe('the audit', () => {
  it('names no player’s address, after all of this', async () => {
    const lines = await at.rows('select line from desk.audit')
    expect(lines.length).toBeGreaterThan(20)
    for (const { line } of lines)
      for (const canary of [EMAIL, PHONE, 'canary']) expect(String(line)).not.toContain(canary)
  })
})
