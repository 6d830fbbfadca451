import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskClient } from '@hc/test/desk'
import { withDesk } from '@hc/test/fixtures'
import { gameClient, type GameClient } from '@hc/test/game-client'
import { until } from '@hc/test/shop'

const reason = 'a year is over'
const at = withDesk()
const { shop } = at
let ops: DeskClient
let other: DeskClient
beforeAll(async () => {
  ops = at.as('ops')
  other = (await at.invited('otto', ['ops'])).client
})

const works = async (client: GameClient): Promise<boolean> =>
  (await client.send('GET', '/game/v1/deliveries')).code === 0
const decide = async (answer: { data: Record<string, unknown> | null }): Promise<unknown> =>
  (await at.owner.call('approval/decide', { approval_no: Number(answer.data?.approval), yes: true })).result

describe('a key of the game at the desk', () => {
  it('is made once a second person agrees; its secret is shown once to the requester and stored nowhere', async () => {
    const answer = await ops.call('gamekey/rotate', { reason })
    expect([answer.status, answer.msg]).toEqual([202, 'NeedsApproval'])
    expect((await ops.call('gamekey/list', {})).result).toMatchObject({ keys: [{ key_id: 'demo-key' }], ready: [] })
    expect(await decide(answer)).toEqual({ state: 'done', why: '' })
    const [ready] = (await ops.call('gamekey/list', {})).result.ready
    const grant = { grant_no: Number(ready?.grant_no) }
    expect((await other.call('gamekey/list', {})).result.ready).toEqual([])
    expect(await other.call('gamekey/take', grant)).toMatchObject({ msg: 'GameKeyRefused', data: { why: 'taken' } })
    await shop.db.query(`update desk.staff_session set fresh_until = now()`)
    expect(await ops.call('gamekey/take', grant)).toMatchObject({ status: 428, msg: 'StepUpNeeded' })
    await shop.db.query(`update desk.staff_session set fresh_until = now() + interval '5 minutes'`)
    const answers = await Promise.all([1, 2, 3].map(() => ops.call('gamekey/take', grant)))
    const [newKey, ...more] = answers.filter(({ code }) => code === 0).map(({ result }) => result)
    expect(more).toEqual([])
    expect(answers.filter(({ data }) => data?.why === 'taken')).toHaveLength(2)
    const { key_id = '', secret = '' } = newKey ?? {}
    const [old, next] = [gameClient(shop.url), gameClient(shop.url, key_id, secret)]
    await until('both keys work', async () => (await works(old)) && (await works(next)))
    const { rows } = await shop.db.query<{ text: string }>(
      `select line as text from desk.audit union all select command || forecast::text from desk.approval
        union all select to_jsonb(g)::text from desk.game_key_grant g
        union all select encode(coalesce(answer, ''), 'escape') from desk.command
        union all select encode(sealed, 'escape') from game_key`,
    )
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([])
    const { rows: lines } = await shop.db.query<{ line: string }>(
      `select line from desk.audit where action = 'gamekey/take' order by seq`,
    )
    expect(lines.map(({ line }) => JSON.parse(line) as unknown)).toMatchObject([
      { kind: 'game_key', after: { key_id, taken_at: expect.any(String) } },
    ])
  })
  it('is one of at most two, and two people end the old one while the new one stays valid', async () => {
    expect(await ops.call('gamekey/rotate', { reason })).toMatchObject({ data: { why: 'two_live' } })
    const { keys } = (await ops.call('gamekey/list', {})).result
    expect(keys.map(({ used_at }) => used_at !== null)).toEqual([true, true])
    const answer = await ops.call('gamekey/revoke', { key_id: 'demo-key', reason })
    const same = await other.call('gamekey/revoke', { key_id: 'demo-key', reason })
    expect(same.data).toEqual({ approval: answer.data?.approval, again: true })
    expect(await decide(answer)).toEqual({ state: 'done', why: '' })
    await until('the old key is refused', async () => !(await works(gameClient(shop.url))))
    expect(await ops.call('gamekey/revoke', { key_id: 'demo-key', reason })).toMatchObject({ data: { why: 'gone' } })
    const { key_id = '' } = (await ops.call('gamekey/list', {})).result.keys[0] ?? {}
    expect(await ops.call('gamekey/revoke', { key_id, reason })).toMatchObject({ data: { why: 'last' } })
  })
  it('is not made if a command made one meanwhile', async () => {
    const first = await ops.call('gamekey/rotate', { reason })
    const { rows } = await shop.db.query(`select refusal from add_game_key('by-hand', '\\x00')`)
    expect(rows).toEqual([{ refusal: null }])
    expect(await decide(first)).toMatchObject({ state: 'stale' })
    await shop.db.query(`select revoke_game_key('by-hand')`)
    await decide(await ops.call('gamekey/rotate', { reason }))
    await shop.db.query(`select refusal from add_game_key('by-hand-too', '\\x00')`)
    const [ready] = (await ops.call('gamekey/list', {})).result.ready
    const take = async () => await ops.call('gamekey/take', { grant_no: Number(ready?.grant_no) })
    expect(await take()).toMatchObject({ data: { why: 'two_live' } })
    await shop.db.query(`select revoke_game_key('by-hand-too')`)
    expect((await take()).msg).toBe('success')
  })
  it('may be a public key of the game, of which the shop has no secret', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const { keys } = (await ops.call('gamekey/list', {})).result
    const [old = ''] = keys.map(({ key_id }) => key_id)
    await decide(await ops.call('gamekey/revoke', { key_id: old, reason }))
    await decide(await ops.call('gamekey/rotate', { reason }))
    const [ready] = (await ops.call('gamekey/list', {})).result.ready
    const grant_no = Number(ready?.grant_no)
    const ownKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
    const take = async (public_key: string) => await ops.call('gamekey/take', { grant_no, public_key })
    expect(await take('whpk_c2hvcnQ=')).toMatchObject({ msg: 'GameKeyRefused', data: { why: 'public_key' } })
    expect(await take(ownKey)).toMatchObject({ msg: 'GameKeyRefused', data: { why: 'public_key' } })
    const { key_id, secret } = (await take(`whpk_${ownKey}`)).result
    expect(secret).toBe('')
    await until('it works', async () => await works(gameClient(shop.url, key_id, privateKey)))
    expect((await ops.call('gamekey/list', {})).result.keys).toMatchObject([
      { kind: 'hmac' },
      { key_id, kind: 'ed25519' },
    ])
    const { rows } = await shop.db.query<{ line: string }>(
      `select line from desk.audit where action = 'gamekey/take' and line like '%whpk_%'`,
    )
    expect(rows.map(({ line }) => JSON.parse(line) as unknown)).toMatchObject([
      { kind: 'game_key', target: key_id, after: { public_key: `whpk_${ownKey}` } },
    ])
  })
})
