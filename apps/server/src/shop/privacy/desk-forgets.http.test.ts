import { expect, it } from 'vitest'
import { deskCommand } from '@hc/test/desk'
import { namedIn } from '@hc/test/find-person'
import { withDesk } from '@hc/test/fixtures'
import { gameClient } from '@hc/test/game-client'
import { until } from '@hc/test/shop'

const at = withDesk({ RETRY_BASE_MS: '100', LATE_CHECK_SECONDS: '1,1,1' })
const { shop } = at

const [uid, login, email, name] = ['zq77-120', 'ysolde.of.the.fens', 'ysolde@fens.example', 'Ysolde the Gray']
const words = [uid, login, email, name]

it('what the desk has about a player names nobody after the deletion, in any column of any table, and the audit still holds', async () => {
  const game = gameClient(shop.url)
  await game.send('PUT', `/game/v1/accounts/${uid}`, {
    account: login,
    password: 'Fens-1177',
    email,
    emailLogin: true,
    disabled: false,
  })
  await game.send('PUT', '/game/v1/servers/s1/roles/r-a', { uid, name, level: 3 })
  const player = await shop.signIn(login, 'Fens-1177')
  const order = await player.buy('gem_300', { role_id: 'r-a', server_id: 's1' })
  const note = `${name} wrote from ${email}`
  // Two requests about the player, one withdrawn and one that waits; one about the order, refused.
  const client = at.as('support')
  const points = { uid, basic: 0, present: 90_000, reason: note }
  const first = await client.call('points/adjust', points)
  expect(first.msg).toBe('NeedsApproval')
  const requests = await shop.rows('select approval_no::int as no from desk.approval')
  await client.call('approval/withdraw', { approval_no: requests[0]?.no as number })
  expect((await client.call('points/adjust', { ...points, present: 80_000 })).msg).toBe('NeedsApproval')
  expect((await client.call('player/endSessions', { uid, reason: note })).msg).toBe('success')
  expect((await client.call('player/reveal', { uid, field: 'email', reason: note })).msg).toBe('success')
  await shop.rows(
    `insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at, settled_at)
      values ('sandbox', 'missing_there', 'x', $1, '{}', now(), now())`,
    order,
  )
  for (const [kind, target] of [
    ['player', uid],
    ['order', order],
    ['finding', 'sandbox/missing_there/x'],
  ] as const)
    expect((await client.call('remark/write', { kind, target, text: note, ticket: login })).msg).toBe('success')
  await client.call('waiting/claim', { kind: 'note', subject: `player ${uid}`, on: true })
  await client.call('view/save', { page: '/orders', name: 'Hers', query: `uid=${uid}&status=4`, shared: false })
  const before = await namedIn(shop.db, words)
  for (const table of ['desk.approval', 'desk.audit', 'desk.remark', 'desk.task_claim', 'desk.saved_view'])
    expect(
      before.some((place) => place.startsWith(`${table}.`)),
      table,
    ).toBe(true)
  expect((await client.call('refund/make', { order_no: order, reason: note })).msg).toBe('success')
  await until(
    'it is back',
    async () => (await shop.rows('select 1 from orders where order_no = $1 and status = 5', order)).length === 1,
  )
  await until('the deletion', async () => {
    const [row] = await shop.rows(
      `select forget_account(account_id, 'gone-0123456789') as outcome from account where uid = $1`,
      uid,
    )
    return row?.outcome === 'done'
  })
  expect(await namedIn(shop.db, words)).toEqual([])
  expect(
    await shop.rows(`select state, ended_note from desk.approval where call = 'points/adjust' order by approval_no`),
  ).toEqual([
    { state: 'withdrawn', ended_note: '' },
    { state: 'stale', ended_note: 'deleted' },
  ])
  expect(await shop.rows('select broken, why from audit_fault()')).toEqual([])
  const lines = await deskCommand({ databaseUrl: shop.databaseUrl, desk: at.desk }, 'audit', 'export')
  expect(lines).toContain('gone-0123456789')
})

it('nobody with the shop’s login covers what is not about a deleted player', async () => {
  const [living] = await shop.rows(`select account_id, uid from account where deleted_at is null limit 1`)
  const cover = (account: unknown, player: unknown, numbers: string[]) =>
    shop.db.query(`select forget_at_desk($1, $2, $3, '{refund}', 'gone-0123456789')`, [account, player, numbers])
  await expect(cover(living?.account_id, living?.uid, [])).rejects.toThrow('deleted player')
  const [goneAccount] = await shop.rows(`select account_id from account where uid = 'gone-0123456789'`)
  await expect(cover(goneAccount?.account_id, living?.uid, [])).rejects.toThrow('deleted player')
  await expect(cover(goneAccount?.account_id, uid, ['an-order-of-somebody'])).rejects.toThrow('deleted player')
})
