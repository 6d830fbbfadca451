import { beforeAll, describe, expect, it } from 'vitest'
import { inState } from '@hc/test/desk-shop'
import { openYen, soldInYen } from '@hc/test/seller'
import { until } from '@hc/test/shop'
import { withDesk, withPlayer } from '@hc/test/fixtures'

const at = withDesk()
const demo = withPlayer(at.shop)

const EMAIL = 'canary-player@mail.example'
const PHONE = '+4915155512345'
const reason = 'ticket 31, asked by the player'
let uid: string

beforeAll(async () => {
  const [account] = await at.rows(
    `update account set email = $1, phone = $2 where login = 'demo' returning uid`,
    EMAIL,
    PHONE,
  )
  uid = String(account?.uid)
})

describe('a player', () => {
  it('is found by an exact search, and shown with masked addresses', async () => {
    const search = await at.as('support').call('player/find', { text: EMAIL })
    expect(search.result).toMatchObject([{ uid, by: 'address', disabled: false }])
    const read = await at.as('support').call('player/read', { uid })
    expect(read.result).toMatchObject({ uid, email: 'c…@mail.example', phone: '…345', disabled: false })
    expect(read.result.sign_in).toContain('password')
    expect(JSON.stringify(read.result)).not.toContain('canary')
    expect((await at.as('support').call('player/read', { uid: 'nobody' })).msg).toBe('RowNotFound')
  })
  it('is found by the number of an order of theirs', async () => {
    const order = await demo.order('gem_60')
    const { result } = await at.as('support').call('player/find', { text: order.toLowerCase() })
    expect(result).toMatchObject([{ uid, by: 'order' }])
  })
  it('has a journal of points with the balance after each entry', async () => {
    for (const goods of ['coin_500', 'coin_500']) await demo.buy(goods, { role_id: '', server_id: '' })
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
  it('has money of each currency by itself', async () => {
    await openYen(at.shop)
    const before = (await at.as('support').call('player/read', { uid })).result
    await soldInYen(at.shop, demo, 1_500)
    const after = (await at.as('support').call('player/read', { uid })).result
    expect(after.paid_cents).toBe(before.paid_cents)
    expect(after.others).toEqual([{ currency: 'JPY', paid_minor: 1_500, refunded_minor: 0 }])
    expect(after.orders).toBe(before.orders + 1)
  })
})

describe('a field of a player', () =>
  it('is shown after its audit line is written, at most 20 times a day, and the line never has the value', async () => {
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
  }))

describe('an account', () => {
  it('is signed out at once when a person ends its sessions, with one audit line', async () => {
    const player = await at.shop.signIn('demo', 'Demo1234')
    expect((await player.call('user/uinfo')).msg).toBe('success')
    const key = 'end-sessions-1'
    const end = await at.as('support').call('player/endSessions', { uid, reason }, { key })
    expect(end.result).toEqual({ ended: 1 })
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

describe('notes about a player', () =>
  it('are read by others, and the audit has only their existence', async () => {
    const remark = await at
      .as('support')
      .call('remark/write', { kind: 'player', target: uid, text: `wrote from ${EMAIL}`, ticket: 'T-1' })
    expect(remark.result.remark_id).toBeGreaterThan(0)
    expect((await at.as('lead').call('remark/list', { kind: 'player', target: uid })).result).toMatchObject([
      { by: 'support', text: `wrote from ${EMAIL}`, ticket: 'T-1' },
    ])
    expect(await at.audited('remark/write')).toHaveLength(1)
  }))

describe('kept filters', () =>
  it('are private until they are shared', async () => {
    const support = at.as('support')
    await support.call('view/save', { page: '/orders', name: 'Mine', query: 'status=2' })
    const shared = await support.call('view/save', { page: '/orders', name: 'Ours', query: 'held=1', shared: true })
    expect((await at.as('lead').call('view/list', { page: '/orders' })).result).toMatchObject([
      { name: 'Ours', own: false },
    ])
    const view_id = shared.result.view_id
    expect((await at.as('lead').call('view/drop', { view_id })).result).toEqual({ did: false })
    expect((await support.call('view/drop', { view_id })).result).toEqual({ did: true })
  }))

describe('the export of a player’s data', () => {
  it('is requested by a lead, allowed by an owner, downloaded by the requester, and in no audit line', async () => {
    const [lead, owner] = [at.as('lead'), at.as('owner')]
    const { account_id } = (await lead.call('player/read', { uid })).result
    expect((await at.as('support').call('player/export', { account_id, reason })).msg).toBe('NotAllowed')
    const answer = await lead.call('player/export', { account_id, reason })
    expect([answer.status, answer.msg]).toEqual([202, 'NeedsApproval'])
    expect((await lead.call('player/exports', { account_id })).result).toEqual([])
    const approval_no = Number(answer.data?.approval)
    // The decider sees the player only with the right to read players; the request stores just the number.
    const uids = async (): Promise<(string | null | undefined)[]> => [
      (await owner.call('approval/read', { approval_no })).result.uid,
      (await owner.call('approval/list', { which: 'to_decide' })).result.approvals.find(
        (approval) => approval.approval_no === approval_no,
      )?.uid,
    ]
    expect(await uids()).toEqual([uid, uid])
    await at.rows(`update desk.role set permissions = permissions - 'player.read' where role_key = 'owner'`)
    expect(await uids()).toEqual([null, null])
    await at.rows(`update desk.role set permissions = permissions || '{"player.read":"do"}' where role_key = 'owner'`)
    expect(await at.rows(`select 1 from desk.approval where command::text like $1`, `%${uid}%`)).toEqual([])
    await owner.call('approval/decide', { approval_no, yes: true })
    const [ready] = (await lead.call('player/exports', { account_id })).result
    if (!ready) throw new Error('nothing was allowed')
    const { export_no } = ready
    expect((await owner.call('player/exportTake', { export_no })).msg).toBe('RowNotFound')
    const player = await at.shop.signIn('demo', 'Demo1234')
    const ownData = (await player.call('user/data/export')).result as Record<string, unknown>
    const { data } = (await lead.call('player/exportTake', { export_no })).result
    expect(Object.keys(data)).toEqual(Object.keys(ownData))
    expect(data.account).toEqual(ownData.account)
    expect(JSON.stringify(data)).toContain(EMAIL)
    const lines = await at.audited('player/exportTake')
    expect(lines).toMatchObject([{ kind: 'player', target: String(account_id) }])
    expect(await at.rows(`select 1 from desk.command where call = 'player/exportTake'`)).toEqual([])
    await at.rows('update desk.player_export set until = now()')
    expect((await lead.call('player/exportTake', { export_no })).msg).toBe('RowNotFound')
  })
})

describe('the deletion of a player’s data', () =>
  it('is requested by a lead and decided by an owner; afterwards notes and audit do not name the player', async () => {
    const goneUid = 'canary-gone-1'
    await at.rows(
      `insert into account (uid, login, email) values ($1, 'canary-login', 'canary-gone@mail.example')`,
      goneUid,
    )
    await at.as('support').call('remark/write', { kind: 'player', target: goneUid, text: `calls himself ${goneUid}` })
    const { account_id } = (await at.as('lead').call('player/read', { uid: goneUid })).result
    const answer = await at.as('lead').call('player/erase', { account_id, reason })
    expect([answer.status, answer.msg]).toEqual([202, 'NeedsApproval'])
    const approval_no = Number(answer.data?.approval)
    await at.as('owner').call('approval/decide', { approval_no, yes: true, note: '' })
    await until(
      'the data is gone',
      async () => (await at.rows('select 1 from account where uid = $1', goneUid)).length === 0,
    )
    const [note] = await at.rows(`select target, text from desk.remark order by remark_id desc limit 1`)
    expect(note).toEqual({ target: expect.stringMatching(/^gone-/) as string, text: '(removed)' })
    const lines = await at.audited('player/erase')
    expect(await at.rows(`select 1 from desk.approval where command like '%canary%'`)).toEqual([])
    expect(lines.filter(({ kind }) => kind === 'player')).toMatchObject([{ line: { after: { erased: true } } }])
  }))

describe('the audit', () =>
  it('contains no address of a player after all these tests', async () => {
    const lines = await at.rows('select line from desk.audit')
    expect(lines.length).toBeGreaterThan(20)
    for (const { line } of lines)
      for (const canary of [EMAIL, PHONE, 'canary']) expect(String(line)).not.toContain(canary)
  }))
