import { execFile } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { gameClient, type GameClient } from '@hc/test/game-client'
import { type Shop, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'
import { nodeEnv } from '../../../../../scripts/node-flags.mjs'

const shop = withShop()

const run = promisify(execFile)
let game: GameClient
beforeAll(async () => {
  game = gameClient(shop.url)
})

const account = (login: string, more: object = {}): object => ({
  account: login,
  emailLogin: true,
  disabled: false,
  ...more,
})

describe('a request of the game', () => {
  const path = '/game/v1/deliveries?limit=5'
  const body = JSON.stringify({ name: 'Aurora', status: 0 })
  const put = '/game/v1/servers/s1'

  it('is processed when it is signed, and the same signature again is 401', async () => {
    const headers = game.headers('GET', path, '')
    expect(await game.raw('GET', path, '', headers)).toMatchObject({ status: 200, code: 0, total: 0 })
    expect(await game.raw('GET', path, '', headers)).toMatchObject({
      status: 401,
      code: 10008,
      msg: 'Unauthorized',
      data: null,
    })
    const upper = game.headers('GET', path, '')
    expect((await game.raw('GET', path, '', upper)).status).toBe(200)
    expect(
      (await game.raw('GET', path, '', { ...upper, 'x-hc-signature': upper['x-hc-signature']?.toUpperCase() ?? '' }))
        .status,
    ).toBe(401)
  })

  it('is 401 without a signature, with a wrong, old, future or foreign one, and for another body, query, path or method', async () => {
    const good = game.headers('PUT', put, body)
    const at = (offset: number): Record<string, string> => game.headers('PUT', put, body, Date.now() + offset)
    const foreign = [gameClient(shop.url, 'demo-key', 'another-secret'), gameClient(shop.url, 'nobody')].map(
      (stranger) => stranger.headers('PUT', put, body),
    )
    const bare = { 'content-type': 'application/json' }
    const tries: [string, string, string, Record<string, string>][] = [
      ['PUT', put, body, bare],
      ['PUT', put, body, { ...good, 'x-hc-signature': '0'.repeat(64) }],
      ['PUT', put, body, { ...good, 'x-hc-signature': 'nonsense' }],
      ['PUT', put, body, { ...good, 'x-hc-timestamp': String(Date.now() + 5) }],
      ['PUT', put, body, at(-301_000)],
      ['PUT', put, body, at(330_000)],
      ...foreign.map((headers): [string, string, string, Record<string, string>] => ['PUT', put, body, headers]),
      ['PUT', put, `${body} `, good],
      ['PUT', `${put}?x=1`, body, good],
      ['PUT', '/game/v1/servers/s2', body, good],
      ['PUT', `${put}/`, body, good],
      ['GET', '/game/v1/deliveries?limit=6', '', game.headers('GET', path, '')],
      ['GET', '/game/v1/deliveries', '', game.headers('GET', '/game/v1/deliveries?', '')],
      ['POST', '/game/v1/bulk', 'x'.repeat(100), bare],
    ]
    for (const [method, where, text, headers] of tries)
      expect([method, where, (await game.raw(method, where, text, headers)).status]).toEqual([method, where, 401])
    expect((await game.raw('PUT', put, body, good)).code).toBe(0)
    expect((await game.raw('PUT', put, body, at(-290_000))).code).toBe(0)
    expect((await game.raw('PUT', put, body, at(290_000))).code).toBe(0)
  })

  it('is answered in the envelope whatever is wrong with it', async () => {
    const typed = { ...game.headers('PUT', put, 'a=1'), 'content-type': 'application/x-www-form-urlencoded' }
    expect(await game.raw('PUT', put, 'a=1', typed)).toMatchObject({ status: 415, msg: 'UnsupportedMediaType' })
    expect(await game.send('GET', '/game/v1/nothing')).toMatchObject({ status: 404, msg: 'NotFound' })
    const wrong = await game.send('POST', put, {})
    expect(wrong).toMatchObject({ status: 405, msg: 'MethodNotAllowed' })
    expect(wrong.headers.get('allow')).toBe('PUT')
    expect(await game.send('PUT', put, { name: 'x'.repeat(70_000), status: 0 })).toMatchObject({
      status: 413,
      msg: 'PayloadTooLarge',
    })
    expect(await game.raw('PUT', put, '{"name":', game.headers('PUT', put, '{"name":'))).toMatchObject({
      status: 400,
      msg: 'InvalidParams',
    })
    expect(
      (await game.send('PUT', put, { name: 'A', status: 2, more: 1 })).data?.issues?.map((issue) => issue.path),
    ).toEqual(expect.arrayContaining(['status']))
    expect(await game.send('GET', '/game/v1/deliveries?limit=0')).toMatchObject({ status: 400 })
    expect(await game.send('GET', '/game/v1/deliveries?limit=1000')).toMatchObject({ code: 0 })
    expect(((await fetch(`${shop.url}/docs/json`).then((r) => r.json())) as { paths: object }).paths).toHaveProperty([
      '/game/v1/deliveries/{delivery_id}/ack',
      'post',
    ])
  })
})

describe('keys', () => {
  const cli = (...args: string[]): Promise<{ stdout: string }> =>
    run(process.execPath, ['apps/server/src/commands/game-key.ts', ...args], {
      cwd: new URL('../../../../..', import.meta.url).pathname,
      env: { ...nodeEnv, DATABASE_URL: shop.databaseUrl },
    })
  const works = async (client: GameClient): Promise<boolean> =>
    (await client.send('GET', '/game/v1/deliveries')).code === 0

  it('are rotated without downtime: two are valid at once, a revoked one is refused within a second, no secret is readable', async () => {
    const added = await cli('add', 'next-key')
    const secret = /hcg_[\w-]{43}/.exec(added.stdout)?.[0] ?? ''
    const next = gameClient(shop.url, 'next-key', secret)
    await until('both keys', async () => (await works(game)) && works(next))
    await expect(cli('add', 'third')).rejects.toThrow(/two keys are already active/)
    await cli('revoke', 'next-key')
    await until("the revoked key's end", async () => !(await works(next)))
    expect(await works(game)).toBe(true)
    await expect(cli('add', 'next-key')).rejects.toThrow(/used before/)
    await expect(cli('revoke', 'next-key')).rejects.toThrow(/no active key/)
    const listed = (await cli('list')).stdout
    expect(listed).toMatch(/demo-key +live/)
    expect(listed).toMatch(/next-key +revoked/)
    const { rows } = await shop.db.query<{ key_id: string; sealed: Buffer }>('select key_id, sealed from game_key')
    expect(rows.map((row) => row.key_id)).toEqual(expect.arrayContaining(['demo-key', 'next-key']))
    for (const { sealed } of rows)
      for (const text of [secret, 'demo-game-secret']) expect(sealed.toString('latin1')).not.toContain(text)
    expect(listed + shop.errors()).not.toContain(secret)
    expect(
      (await shop.db.query(`select last_used_at is not null as used from game_key where key_id = 'demo-key'`)).rows[0]
        .used,
    ).toBe(true)
  })

  it('may be ed25519 keys, whose private half the shop never has, and which check no signature of another kind', async () => {
    const [, seed = '', text = ''] = /whsk_(\S+)\npublic +(whpk_\S+)/.exec((await cli('pair')).stdout) ?? []
    await expect(cli('add', 'own', 'whpk_nonsense')).rejects.toThrow(/public key is whpk_/)
    await cli('add', 'own', text)
    const der = Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.from(seed, 'base64').subarray(0, 32),
    ])
    const ownClient = gameClient(shop.url, 'own', createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
    await until('the key', async () => await works(ownClient))
    const path = '/game/v1/deliveries'
    const headers = ownClient.headers('GET', path, '')
    expect((await ownClient.raw('GET', path, '', headers)).status).toBe(200)
    const upper = headers['x-hc-signature']?.toUpperCase() ?? ''
    const publicKey = text.slice('whpk_'.length)
    for (const other of [
      headers,
      { ...headers, 'x-hc-signature': upper },
      { ...ownClient.headers('GET', path, ''), 'x-hc-signature': `ed25519=${'0'.repeat(128)}` },
      { ...ownClient.headers('GET', path, ''), 'x-hc-signature': `ed25519=${'0'.repeat(126)}` },
      { ...ownClient.headers('GET', path, ''), 'x-hc-key': 'demo-key' },
      { ...ownClient.headers('GET', path, ''), 'x-hc-key': 'nobody' },
      ownClient.headers('GET', `${path}?limit=1`, ''),
      // Everybody may know the public key, so an HMAC with it proves nothing.
      ...[text, publicKey].map((secret) => gameClient(shop.url, 'own', secret).headers('GET', path, '')),
      gameClient(shop.url, 'own', '').headers('GET', path, ''),
    ])
      expect([other['x-hc-signature'], (await ownClient.raw('GET', path, '', other)).status]).toEqual([
        expect.anything(),
        401,
      ])
    expect((await cli('list')).stdout).toMatch(/own +live .* ed25519\n/)
    const { rows } = await shop.db.query<Record<'sealed' | 'public_key', Buffer>>(
      `select sealed, public_key from game_key where key_id = 'own'`,
    )
    expect([rows[0]?.sealed.length, rows[0]?.public_key.toString('base64')]).toEqual([0, publicKey])
    await cli('revoke', 'own')
    await until("the revoked key's end", async () => !(await works(ownClient)))
  })
})

describe('a second process of the shop', () =>
  it('rejects signatures that the first has seen, learns of revoked keys, and ends sessions of disabled accounts', async () => {
    const second = await shop.beside()
    const otherClient = gameClient(second.url)
    const headers = game.headers('GET', '/game/v1/deliveries', '')
    expect((await game.raw('GET', '/game/v1/deliveries', '', headers)).status).toBe(200)
    expect((await otherClient.raw('GET', '/game/v1/deliveries', '', headers)).status).toBe(401)
    await game.send('PUT', '/game/v1/accounts/u9', account('zed', { password: 'Zed12345' }))
    const player = await shop.signIn('zed', 'Zed12345')
    const uinfo = async (): Promise<number> =>
      (
        (await (
          await fetch(`${second.url}/api/user/uinfo`, { method: 'POST', headers: { token: player.token } })
        ).json()) as { code: number }
      ).code
    expect(await uinfo()).toBe(0)
    await game.send('PUT', '/game/v1/accounts/u9', account('zed', { disabled: true }))
    await until("the session's end", async () => (await uinfo()) === 20002)
    await shop.db.query(`select add_game_key('by-sql', '\\x00')`)
    await shop.db.query(`select revoke_game_key('demo-key')`)
    await until(
      "the key's end here and there",
      async () =>
        (await otherClient.send('GET', '/game/v1/deliveries')).status === 401 &&
        (await game.send('GET', '/game/v1/deliveries')).status === 401,
    )
    await shop.db.query(
      `update game_key set revoked_at = case when key_id = 'demo-key' then null
        else now() end; select pg_notify('hc_bus', 'game-key:')`,
    )
    await second.stop()
    await until('the key again', async () => (await game.send('GET', '/game/v1/deliveries')).status === 200)
  }))

describe('accounts, servers and roles', () => {
  it('are made and changed by PUT; a password may be set, and the player signs in', async () => {
    expect(
      (
        await game.send(
          'PUT',
          '/game/v1/accounts/u1',
          account('kay', {
            password: 'Kay12345',
            email: ' Kay@Example.COM ',
            phone: '+49 (0)'.replace('(0)', '') + '151-2345 678',
          }),
        )
      ).result,
    ).toEqual({ created: true })
    expect((await shop.login('kay@example.com', 'Kay12345')).result).toMatchObject({ uid: 'u1', account: 'kay' })
    expect(
      (await shop.db.query(`select email, phone, password_hash from account where uid = 'u1'`)).rows[0],
    ).toMatchObject({
      email: 'kay@example.com',
      phone: '+491512345678',
      password_hash: expect.stringContaining('$argon2id$'),
    })
    expect((await game.send('PUT', '/game/v1/accounts/u1', account('kay2', { emailLogin: false }))).result).toEqual({
      created: false,
    })
    expect((await shop.login('kay@example.com', 'Kay12345')).msg).toBe('canNoEmailLogin')
    expect((await shop.login('kay2', 'Kay12345')).code).toBe(0)
    await game.send('PUT', '/game/v1/accounts/u1', account('kay2', { phone: null }))
    expect((await shop.db.query(`select email, phone from account where uid = 'u1'`)).rows[0]).toEqual({
      email: 'kay@example.com',
      phone: null,
    })
    expect((await game.send('PUT', '/game/v1/servers/s9', { name: 'Zenith', status: 0 })).result).toEqual({
      created: true,
    })
    expect(
      (await game.send('PUT', '/game/v1/servers/s9/roles/k1', { uid: 'u1', name: 'Kaylee', level: 3 })).result,
    ).toEqual({ created: true })
    expect(
      (await game.send('PUT', '/game/v1/servers/s9/roles/k1', { uid: 'u1', name: 'Kaylee', level: 4 })).result,
    ).toEqual({ created: false })
    const player = await shop.signIn('kay2', 'Kay12345')
    const servers = (await player.call('user/webRole')).result
    expect(servers.at(-1)).toEqual({
      server_id: 's9',
      server_name: 'Zenith',
      status: 0,
      roles: [{ role_id: 'k1', role_name: 'Kaylee', server_id: 's9', level: 4 }],
    })
    expect((await game.send('PUT', '/game/v1/servers/s9/roles/k2', { uid: 'nobody', name: 'X', level: 1 })).msg).toBe(
      'GameAccountNotFound',
    )
    expect((await game.send('PUT', '/game/v1/servers/none/roles/k2', { uid: 'u1', name: 'X', level: 1 })).msg).toBe(
      'ServerNotFound',
    )
  })

  it('conflict clearly if a login, email, phone or identity belongs to another account, and nothing is stored', async () => {
    await game.send(
      'PUT',
      '/game/v1/accounts/u2',
      account('lee', { email: 'lee@example.com', identities: { google: 'g-1' } }),
    )
    const before = (await shop.db.query('select * from account order by account_id')).rows
    for (const [body, field] of [
      [account('demo'), 'account'],
      [account('100001'), 'account'],
      [account('lee', { email: 'DEMO@example.com' }), 'email'],
      [account('lee2', { phone: '00 1 555 010 0001' }), 'phone'],
    ] as const)
      expect(await game.send('PUT', '/game/v1/accounts/u2', body)).toMatchObject({
        status: 200,
        code: 20018,
        msg: 'AccountTaken',
        data: { field },
      })
    expect(
      await game.send(
        'PUT',
        '/game/v1/accounts/u3',
        account('lou', { email: 'lou@example.com', identities: { google: 'g-1' } }),
      ),
    ).toMatchObject({ msg: 'AccountTaken', data: { field: 'identities.google' } })
    // A sign-in looks up ids and logins alike, so an id that is another account's login counts as taken.
    expect((await game.send('PUT', '/game/v1/accounts/lee', account('lou'))).msg).toBe('AccountTaken')
    expect((await shop.db.query('select * from account order by account_id')).rows).toEqual(before)
    await game.send('PUT', '/game/v1/accounts/u2', account('lee', { identities: { google: null, apple: 'a-1' } }))
    expect(
      (
        await shop.db.query(
          `select provider, subject from external_identity join account using (account_id) where uid = 'u2'`,
        )
      ).rows,
    ).toEqual([{ provider: 'apple', subject: 'a-1' }])
  })

  it('are refused when a field is invalid', async () => {
    for (const more of [
      { account: 'a@b' },
      { account: 'a\u0007b' },
      { password: 'short' },
      { password: 'onlyletters' },
      { email: 'nope' },
      { phone: '12' },
      { disabled: 'yes' },
      { identities: { myspace: 'x' } },
    ]) {
      expect([more, (await game.send('PUT', '/game/v1/accounts/u4', account('mo', more))).status]).toEqual([more, 400])
    }
    for (const uid of ['%20', '%00', 'a%0Ab', 'x'.repeat(65)])
      expect([uid, (await game.send('PUT', `/game/v1/accounts/${uid}`, account('mo'))).status]).toEqual([uid, 400])
  })

  it('show any text as text: a name may look like markup, but holds no control character', async () => {
    const name = '<img src=x onerror=alert(1)> 𝔘n\u0131ćode 👩‍🚀 ظ'
    expect((await game.send('PUT', '/game/v1/servers/s1/roles/r1002', { uid: '100001', name, level: 18 })).code).toBe(0)
    const player = await shop.signIn('demo', 'Demo1234')
    expect(JSON.stringify((await player.call('user/webRole')).result)).toContain(JSON.stringify(name).slice(1, -1))
    const page = await (await fetch(`${shop.url}/demo/game`)).text()
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toContain('<img src=x')
    const order = await player.order('gem_60', 'sandbox', { role_id: 'r1002' })
    expect((await player.record(order)).role_name).toBe(name)
    for (const bad of ['a\nb', 'a\u0000b', '\u001b[31m', '\ud800', '   ', ''])
      expect([
        bad,
        (await game.send('PUT', '/game/v1/servers/s1/roles/r1002', { uid: '100001', name: bad, level: 1 })).status,
      ]).toEqual([bad, 400])
  })

  it("end a disabled account's sessions: 20002 from then on, and it may not sign in until it is enabled", async () => {
    await game.send('PUT', '/game/v1/accounts/u5', account('nia', { password: 'Nia12345' }))
    const player = await shop.signIn('nia', 'Nia12345')
    expect((await player.call('user/uinfo')).code).toBe(0)
    await game.send('PUT', '/game/v1/accounts/u5', account('nia', { disabled: true }))
    expect(await player.call('user/uinfo')).toMatchObject({ status: 200, code: 20002, msg: 'InvalidToken' })
    expect((await shop.login('nia', 'Nia12345')).msg).toBe('AuthFail')
    expect(
      (await shop.db.query(`select revoked_reason from session join account using (account_id) where uid = 'u5'`)).rows,
    ).toEqual([{ revoked_reason: 'disabled' }])
    await game.send('PUT', '/game/v1/accounts/u5', account('nia'))
    expect((await player.call('user/uinfo')).status).toBe(203)
    expect((await shop.login('nia', 'Nia12345')).code).toBe(0)
  })

  it('keep sessions when the same password is set again, and end them for another password', async () => {
    const player = await shop.signIn('nia', 'Nia12345')
    await game.send('PUT', '/game/v1/accounts/u5', account('nia', { password: 'Nia12345' }))
    expect((await player.call('user/uinfo')).code).toBe(0)
    await game.send('PUT', '/game/v1/accounts/u5', account('nia', { password: 'Nia54321' }))
    expect((await player.call('user/uinfo')).status).toBe(203)
    expect((await shop.login('nia', 'Nia54321')).code).toBe(0)
  })

  it('close a server at once, and hand a role to another account at once', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    const buy = (): ReturnType<Shop['call']> =>
      demo.call('order/webCreate', {
        role_id: 'r2001',
        server_id: 's2',
        cp_goods_id: 'gem_60',
        channel_code: 'sandbox',
      })
    expect((await buy()).code).toBe(0)
    await game.send('PUT', '/game/v1/servers/s2', { name: 'Borealis', status: 1 })
    expect((await buy()).msg).toBe('serverMaintenance')
    expect((await demo.call('user/webRole')).result.find((server) => server.server_id === 's2')?.status).toBe(1)
    await game.send('PUT', '/game/v1/servers/s2', { name: 'Borealis', status: 0 })
    expect((await demo.call('order/webProduct', { server_id: 's2', role_id: 'r2001' })).result.length).toBeGreaterThan(
      0,
    )
    await game.send('PUT', '/game/v1/servers/s2/roles/r2001', { uid: '100003', name: 'Celes', level: 41 })
    expect((await demo.call('order/webProduct', { server_id: 's2', role_id: 'r2001' })).msg).toBe('RoleNotFound')
    expect((await buy()).msg).toBe('RoleNotFound')
    const rich = await shop.signIn('rich', 'Rich1234')
    expect((await rich.call('order/webProduct', { server_id: 's2', role_id: 'r2001' })).code).toBe(0)
  })
})

describe('a bulk', () => {
  it('answers each operation on its own, in order, with errors in the middle', async () => {
    const { result } = await game.send('POST', '/game/v1/bulk', {
      operations: [
        { type: 'account', uid: 'b1', ...account('bulk1', { password: 'Bulk1234' }) },
        { type: 'account', uid: 'b2', ...account('demo') },
        { type: 'server', server_id: 'sb', name: 'Bulk', status: 0 },
        { type: 'role', server_id: 'sb', role_id: 'x1', uid: 'b1', name: 'One', level: 1 },
        { type: 'role', server_id: 'sb', role_id: 'x2', uid: 'b2', name: 'Two', level: 1 },
        { type: 'role', server_id: 'sb', role_id: 'x3', uid: 'b1', name: 'a\nb', level: 1 },
        { type: 'castle' },
        null,
        'text',
        { type: 'role', server_id: 'sb', role_id: 'x1', uid: 'b1', name: 'One again', level: 2 },
      ],
    })
    expect(result.map((answer) => [answer.index, answer.msg])).toEqual(
      [
        'success',
        'AccountTaken',
        'success',
        'success',
        'GameAccountNotFound',
        'InvalidParams',
        'InvalidParams',
        'InvalidParams',
        'InvalidParams',
        'success',
      ].map((msg, index) => [index, msg]),
    )
    expect(result[1]?.data).toEqual({ field: 'account' })
    expect(result[5]?.data).toMatchObject({ issues: [{ path: 'name' }] })
    expect(result[9]?.data).toEqual({ created: false })
    const player = await shop.signIn('bulk1', 'Bulk1234')
    expect((await player.call('user/webRole')).result.find((server) => server.server_id === 'sb')?.roles).toEqual([
      { role_id: 'x1', role_name: 'One again', server_id: 'sb', level: 2 },
    ])
  })

  it('takes a thousand roles in one call for a fraction of their price one by one, and not one more', async () => {
    const operations = Array.from({ length: 1000 }, (_, i) => ({
      type: 'role',
      server_id: 'sb',
      role_id: `m${i}`,
      uid: 'b1',
      name: `Мир ${i} ${'長'.repeat(40)}`,
      level: i,
    }))
    const bulk = async (): Promise<void> => {
      expect(
        (await game.send('POST', '/game/v1/bulk', { operations })).result.filter((answer) => answer.code === 0),
      ).toHaveLength(1000)
    }
    const lasts = async (work: () => Promise<unknown>): Promise<number> => {
      const start = performance.now()
      await work()
      return performance.now() - start
    }
    const inOne = Math.min(await lasts(bulk), await lasts(bulk))
    const singly = await lasts(async () => {
      for (const role of operations.slice(0, 50)) await game.send('POST', '/game/v1/bulk', { operations: [role] })
    })
    expect(inOne / 1000).toBeLessThan(singly / 50 / 2)
    expect(await game.send('POST', '/game/v1/bulk', { operations: [...operations, operations[0]] })).toMatchObject({
      status: 400,
      msg: 'InvalidParams',
    })
    expect(await game.send('POST', '/game/v1/bulk', { operations: [] })).toMatchObject({ status: 400 })
  })

  it('does not deadlock with a bulk of the same rows in the opposite order', async () => {
    const operations = Array.from({ length: 300 }, (_, i) => ({
      type: 'account',
      uid: `c${i}`,
      ...account(`crowd${i}`),
    }))
    const answers = await Promise.all(
      [operations, [...operations].reverse(), operations].map((list) =>
        game.send('POST', '/game/v1/bulk', { operations: list }),
      ),
    )
    for (const answer of answers) expect(answer.result.every((line) => line.code === 0)).toBe(true)
  })
})
