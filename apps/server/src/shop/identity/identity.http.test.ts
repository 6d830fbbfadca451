import { describe, expect, it } from 'vitest'
import { encrypt, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop()

describe('signing in', () => {
  it('works with the account id, the uid and the email, and masks what it tells', async () => {
    for (const name of ['demo', '100001', 'demo@example.com', 'DEMO@example.com']) {
      const answer = await shop.login(name, 'Demo1234')
      expect(answer).toMatchObject({
        status: 200,
        code: 0,
        result: { account: 'demo', uid: '100001', email: 'd***@example.com' },
      })
      expect(answer.result.phone).not.toContain('5550100')
      expect(answer.result.customer_service).toContain('ticket=')
    }
  })

  it.each([
    ['GameAccountNotFound', 'nobody', 'Demo1234'],
    ['EmailAccountNotFound', 'nobody@example.com', 'Demo1234'],
    ['InvalidPassword', 'demo', 'Demo12345'],
    ['canNoEmailLogin', 'empty@example.com', 'Empty123'],
    ['AuthFail', 'banned', 'Banned12'],
  ])('answers %s for %s', async (key, account, password) => {
    expect(await shop.login(account, password)).toMatchObject({ status: 200, msg: key, data: null })
  })

  it('treats a password that cannot be decrypted like a wrong one', async () => {
    for (const passwd of ['Demo1234', '!!!', 'AAAA', 'A'.repeat(64)]) {
      expect(
        (await shop.call('user/login', { channel_code: 'account', account: 'rich', passwd, encrypt: 1 })).msg,
      ).toBe('InvalidPassword')
    }
  })

  it('takes a password in the one form of the specification: AES, flagged by encrypt 1', async () => {
    const { token } = await shop.signIn('rich', 'Rich1234')
    for (const form of [
      { passwd: 'Rich1234', encrypt: 0 },
      { passwd: 'Rich1234' },
      { passwd: encrypt('Rich1234') },
      { passwd: encrypt('Rich1234'), encrypt: 0 },
      { encrypt: 1 },
    ]) {
      const answer = await shop.call('user/login', { channel_code: 'account', account: 'rich', ...form })
      expect([form, answer]).toMatchObject([form, { status: 400, msg: 'InvalidParams' }])
    }
    for (const form of [{ passwd: 'Rich1234', encrypt: 0 }, { passwd: 'Rich1234' }]) {
      const answer = await shop.call('user/data/delete', { account: 'rich', ...form }, { token })
      expect(answer).toMatchObject({ status: 400, msg: 'InvalidParams' })
    }
  })

  it('checks no password of an account after ten wrong ones, and leaves other accounts alone', async () => {
    const answers = []
    for (let i = 0; i < 12; i++) answers.push((await shop.login('empty', `Wrong${i}xx`)).msg)
    expect(answers.slice(0, 10).every((msg) => msg === 'InvalidPassword')).toBe(true)
    expect(answers.slice(10)).toEqual(['SystemBusy', 'SystemBusy'])
    const busy = await shop.login('empty', 'Empty123')
    expect(busy).toMatchObject({
      status: 429,
      code: 10002,
      msg: 'SystemBusy',
      data: { reason: 'too many wrong passwords', minutes: 15 },
    })
    expect(busy.headers.get('retry-after')).toBe('900')
    expect((await shop.login('demo', 'Demo1234')).code).toBe(0)
    await shop.db.query(`update sign_in_failure set failed_at = failed_at - interval '16 minutes'`)
    expect((await shop.login('empty', 'Empty123')).code).toBe(0)
  })
})

describe('a session', () => {
  it('is superseded by a sign-in on another device: HTTP 203, at once, with no data', async () => {
    const first = await shop.signIn('demo', 'Demo1234')
    expect((await first.call('user/uinfo')).code).toBe(0)
    const second = await shop.signIn('demo', 'Demo1234')
    const old = await first.call('user/uinfo')
    expect(old).toMatchObject({ status: 203, msg: 'tokenFail', data: null })
    expect(old.headers.get('cache-control')).toBe('no-store')
    expect(
      (
        await first.call('order/webCreate', {
          role_id: 'r1001',
          server_id: 's1',
          cp_goods_id: 'gem_60',
          channel_code: 'hcpoint',
        })
      ).status,
    ).toBe(203)
    expect((await first.call('payment/order/epoint/pay', { paymentId: 'x' })).status).toBe(203)
    expect((await second.call('user/uinfo')).code).toBe(0)
  })

  it('is the only one of its account, however many sign-ins race', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.login('demo', 'Demo1234')))
    expect(answers.map((answer) => answer.code)).toEqual(Array.from({ length: 10 }, () => 0))
    const live = await shop.db.query(
      `select count(*)::int as n from session s join account a using (account_id) where a.login = 'demo'
        and revoked_at is null`,
    )
    expect(live.rows[0].n).toBe(1)
  })

  it('ends at logout, after 12 hours, or with remember-login 30 days after its last use', async () => {
    const out = await shop.signIn('rich', 'Rich1234')
    expect((await out.call('user/logout')).code).toBe(0)
    expect((await out.call('user/uinfo')).status).toBe(203)
    const short = await shop.signIn('rich', 'Rich1234')
    const hours = async (): Promise<number> =>
      (
        await shop.db.query(
          `select round(extract(epoch from max(expires_at) - now()) / 3600)::int as h from session
            where revoked_at is null and account_id = (select account_id from account where login = 'rich')`,
        )
      ).rows[0].h
    expect(await hours()).toBe(12)
    await shop.db.query(
      `update session set expires_at = now() - interval '1 second' where revoked_at is null
        and account_id = (select account_id from account where login = 'rich')`,
    )
    await until('its end', async () => (await short.call('user/uinfo')).status === 203)
    const long = await shop.signIn('rich', 'Rich1234', true)
    expect(await hours()).toBe(720)
    await shop.db.query(
      `update session set expires_at = now() + interval '5 days' where revoked_at is null
        and account_id = (select account_id from account where login = 'rich')`,
    )
    // Sessions are cached for a moment. The first use after it prolongs the session.
    await until(
      'thirty days from its last use',
      async () => (await long.call('user/uinfo')).code === 0 && (await hours()) === 720,
    )
  })

  it('is 203 where there is no token and 20002 where it was never issued or the account is disabled', async () => {
    expect(await shop.call('user/uinfo')).toMatchObject({ status: 203, msg: 'tokenFail' })
    expect(await shop.call('user/uinfo', {}, { token: 'forged' })).toMatchObject({
      status: 200,
      code: 20002,
      msg: 'InvalidToken',
    })
    expect(await shop.call('user/uinfo', {}, { token: 'A'.repeat(43) })).toMatchObject({
      status: 200,
      code: 20002,
      msg: 'InvalidToken',
    })
    const player = await shop.signIn('rich', 'Rich1234')
    await shop.db.query(`update account set disabled = true where login = 'rich'`)
    const ended = await until('its end', async () => {
      const answer = await player.call('user/uinfo')
      return answer.code !== 0 && answer
    })
    expect(ended).toMatchObject({ status: 200, code: 20002 })
    await shop.db.query(`update account set disabled = false where login = 'rich'`)
  })

  it('stores no token and no password in the clear', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const rows = JSON.stringify([
      (await shop.db.query('select * from account')).rows,
      (await shop.db.query('select * from session')).rows,
    ])
    expect(rows).not.toContain(player.token)
    expect(rows).not.toContain('Demo1234')
    expect(rows).toContain('$argon2id$')
    expect(shop.errors()).not.toContain(player.token)
    expect(shop.errors()).not.toContain(encrypt('Demo1234'))
  })
})

describe('servers and characters', () => {
  it("lists every server with its status and the player's own roles", async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    const { result } = await demo.call('user/webRole')
    expect(result.map((s) => [s.server_id, s.server_name, s.status, s.roles.map((r) => r.role_id).join()])).toEqual([
      ['s1', 'Aurora', 0, 'r1001,r1002'],
      ['s2', 'Borealis', 0, 'r2001'],
      ['s3', 'Cinder', 1, 'r3001'],
    ])
    const empty = await shop.signIn('empty', 'Empty123')
    expect((await empty.call('user/webRole')).result.flatMap((s) => s.roles)).toEqual([])
  })

  it("gives a character's info to its owner, and an empty list where an id is missing or foreign", async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    expect(
      (await demo.call('character/info/select', { serverId: 's1', characterId: 'r1001' })).result.role,
    ).toMatchObject({ role_name: 'Astra', server_name: 'Aurora' })
    for (const body of [{}, { serverId: 's1' }, { characterId: 'r1001' }, { serverId: 's1', characterId: 'r1003' }]) {
      expect((await demo.call('character/info/select', body)).result).toEqual({ role: null, items: [] })
    }
    expect((await demo.call('order/webProduct', { server_id: 's1', role_id: 'r1003' })).msg).toBe('RoleNotFound')
    expect((await demo.call('order/webProduct', {})).result).toEqual([])
  })
})
